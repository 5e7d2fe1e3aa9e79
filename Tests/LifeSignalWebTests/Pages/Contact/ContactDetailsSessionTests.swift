import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A contact's sheet at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func sheet() async throws -> (margaret: Person.ID, dana: Person.ID, Tab) {
    let (dana, tab) = try await web.member("Dana", 2)
    let margaret = try await web.house.member()
    try await web.relate(margaret, to: dana)
    try await tab.press("tab-dependents")
    try await tab.press("dependent-\(margaret)-open")
    try await tab.shows("contact-sheet")
    return (margaret, dana, tab)
  }

  @Test func `switches, nickname and notes are stored on one's own side`() async throws {
    let (margaret, dana, tab) = try await sheet()
    let before = try await web.engine.contact(margaret, of: dana).notifyOnCheckIn
    try await tab.shows("contact-notify-check-in", on: before)
    try await tab.press("contact-notify-check-in")
    try await tab.shows("contact-notify-check-in", on: !before)
    try await web.stored(dana) {
      try await $0.contact(margaret, of: dana).notifyOnCheckIn
    } becomes: {
      $0 == !before
    }
    try await tab.press("contact-private-edit")
    try await tab.shows("contact-nickname")
    try tab.type("Mum", into: "contact-nickname")
    try tab.type("Key under the pot", into: "contact-notes")
    try await tab.press("contact-private-save")
    try await tab.hides("contact-private-form")
    // The form closes at once, and what was in it is stored behind it.
    try await web.stored(dana) {
      try await $0.contact(margaret, of: dana)
    } becomes: {
      $0.nickname == "Mum" && $0.notes == "Key under the pot"
    }
    #expect(try await web.engine.contact(dana, of: margaret).nickname == nil)
  }

  @Test func `ending it is asked about and ends it for both`() async throws {
    let (margaret, dana, tab) = try await sheet()
    try await tab.press("contact-end")
    try await tab.press("contact-question-delete-confirm")
    try await tab.hides("contact-sheet")
    #expect(try await web.engine.answer(GetContacts(), to: Member(dana)).items.isEmpty)
    #expect(try await web.engine.answer(GetContacts(), to: Member(margaret)).items.isEmpty)
  }

  @Test func `no one makes themselves another person's responder`() async throws {
    let (margaret, tab) = try await web.member()
    let dana = try await web.house.member("+12125550102", name: "Dana")
    try await web.relate(margaret, to: dana)
    try await tab.press("tab-responders")
    try await tab.press("responder-\(dana)-open")
    try await tab.press("contact-dependent")
    try await tab.press("contact-question-role-change-confirm")
    try await tab.waits(for: Saying.notAllowed)
    #expect(try await !web.engine.contact(dana, of: margaret).isDependent)
  }
}
