import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Confirming at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  /// A page whose person signed in a while ago, where the export is asked for.
  private func asked() async throws -> Tab {
    let (_, tab) = try await web.member()
    web.house.clock.advance(by: 901)
    try await tab.press("tab-profile")
    try await tab.press("export-data")
    try await tab.shows("confirm-sheet")
    #expect(
      try tab.find("confirm-reason").text
        == "The file holds everything LifeSignal has stored about you.")
    #expect(tab.page.element(id: "confirm-passkey") == nil)
    return tab
  }

  @Test func `a code opens what was asked for`() async throws {
    let tab = try await asked()
    #expect(tab.page.element(id: "export-file") == nil)
    try await tab.press("confirm-send")
    try await tab.shows("confirm-code")
    try tab.type(web.house.courier.code, into: "confirm-code")
    try await tab.waits { $0.element(id: "confirm-submit")?["disabled"] == nil }
    try tab.submit("confirm-form")
    try await tab.shows("export-file")
    #expect(tab.page.element(id: "confirm-sheet") == nil)
  }

  @Test func `cancelling leaves it undone, and it can be asked for again`() async throws {
    let tab = try await asked()
    try await tab.press("confirm-cancel")
    try await tab.waits { $0.element(id: "confirm-sheet") == nil }
    #expect(tab.page.element(id: "export-file") == nil)
    try await tab.press("export-confirm")
    try await tab.shows("confirm-sheet")
  }

  @Test func `a long pause has its own reason`() async throws {
    let (_, tab) = try await web.member()
    web.house.clock.advance(by: 901)
    try await tab.press("tab-check-in")
    try await tab.press("pause")
    try await tab.press("pause-259200")
    try await tab.press("pause-save")
    try await tab.shows("confirm-sheet")
    #expect(
      try tab.find("confirm-reason").text
        == "During a pause, we don’t contact your responders about a missed check-in.")
  }

  @Test func `a person who has just signed in is not asked`() async throws {
    let (_, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("export-data")
    try await tab.shows("export-file")
    #expect(tab.page.element(id: "confirm-sheet") == nil)
  }
}
