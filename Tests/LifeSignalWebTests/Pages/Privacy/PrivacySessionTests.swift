import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Who sees what at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  /// Bea sees Margaret; Carl and Margaret look after each other.
  private func sheet() async throws -> (id: Person.ID, bea: Person.ID, carl: Person.ID, Tab) {
    let (id, tab) = try await web.member()
    let bea = try await web.house.member("+12125550102", name: "Bea")
    let carl = try await web.house.member("+12125550103", name: "Carl")
    try await web.relate(id, to: bea)
    let code = try await web.engine.user(id).qrCodeID
    try await web.engine.perform(
      AddContact(qrCode: code, isResponder: true, isDependent: true), by: .person(carl))
    try await web.engine.perform(AcceptContact(id: carl), by: .person(id))
    try await tab.press("tab-profile")
    try await tab.press("open-privacy")
    // The page may know of the request before it knows that it was accepted.
    try await tab.waits {
      $0.element(id: "privacy-\(carl)-end")?.label == "Stop sharing with Carl Hale"
    }
    try await tab.shows("privacy-\(bea)")
    return (id, bea, carl, tab)
  }

  @Test func `sight ends where one still watches, the contact where nothing is left`()
    async throws
  {
    let (id, bea, carl, tab) = try await sheet()
    try await tab.press("privacy-\(carl)-end")
    try await tab.press("privacy-question-confirm")
    try await tab.waits {
      $0.element(id: "privacy-\(carl)-end")?.label == "End contact with Carl Hale"
    }
    let contact = try await web.engine.contact(carl, of: id)
    #expect(!contact.isResponder && contact.isDependent)
    try await tab.press("privacy-\(bea)-end")
    try await tab.press("privacy-question-confirm")
    try await tab.hides("privacy-\(bea)")
    #expect(try await web.engine.answer(GetContacts(), to: Member(bea)).items.isEmpty)
  }

  @Test func `an end that failed leaves everything and says so`() async throws {
    let (id, bea, _, tab) = try await sheet()
    try await tab.press("privacy-\(bea)-end")
    try await web.withoutLedger {
      try await tab.press("privacy-question-confirm")
      try await tab.shows("privacy-error")
    }
    #expect(tab.page.text.contains(Saying.serverProblem))
    #expect(try await web.engine.contact(bea, of: id).isResponder)
    try await tab.press("privacy-error-ok")
    try await tab.press("privacy-activity")
    try await tab.shows("activity-sheet")
  }
}
