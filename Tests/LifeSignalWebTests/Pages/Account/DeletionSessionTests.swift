import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Deleting the account at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func sheet() async throws -> (Person.ID, Tab) {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("delete-account")
    try await tab.shows("deletion-word")
    return (id, tab)
  }

  private func sendCode(_ tab: Tab) async throws {
    try tab.type("DELETE", into: "deletion-word")
    try await tab.waits { $0.element(id: "deletion-send")?["disabled"] == nil }
    try tab.submit("deletion-form")
  }

  @Test func `a wrong code deletes nothing, the right one everything`() async throws {
    let (id, tab) = try await sheet()
    #expect(try tab.find("deletion-send")["disabled"] != nil)
    try await sendCode(tab)
    try await tab.shows("deletion-code")
    let code = web.house.courier.code
    let wrong = code.hasPrefix("1") ? "2" + code.dropFirst() : "1" + code.dropFirst()
    try tab.type(wrong, into: "deletion-code")
    try await tab.press("deletion-confirm")
    try await tab.waits(for: "That code is not right. 4 tries left.")
    #expect(try await web.engine.user(id).id == id)
    try tab.type(code, into: "deletion-code")
    try await tab.press("deletion-confirm")
    try await tab.shows("phone-form")
    await #expect(throws: Refusal.personNotFound) { try await web.engine.user(id) }
  }

  @Test func `no one can delete their account while their alert is on`() async throws {
    let (id, tab) = try await sheet()
    try await web.engine.perform(ActivateAlert(), by: .person(id))
    try await sendCode(tab)
    try await tab.waits(for: "Your alert is active. End it first.")
    #expect(tab.page.element(id: "deletion-code") == nil)
  }
}
