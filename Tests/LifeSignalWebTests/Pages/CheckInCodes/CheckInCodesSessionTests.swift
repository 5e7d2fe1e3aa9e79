import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Printed codes at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `codes are shown once, work, and are counted`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-codes")
    try await tab.waits(for: "Check in without your phone")
    try await tab.press("codes-new")
    try await tab.shows("codes-make")
    try await tab.press("codes-make")
    try await tab.shows("codes-paper")
    try tab.report("place:https://safe.example Europe/Berlin", from: "codes-new-card")
    try await tab.waits(for: "https://safe.example/code")
    let shown = try #require(
      tab.page.text.firstMatch(of: /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/))
    let code = String(shown.0)
    // Which group calls for help is shown only when it is asked for.
    #expect(!tab.page.text.contains("call for help in silence"))
    try await tab.press("codes-silent")
    try await tab.waits(for: "call for help in silence")
    // Leaving the page hides it, and loading it again does.
    try tab.report("left", from: "codes-new-card")
    try await tab.hides("codes-silent-group")
    try await tab.press("codes-silent")
    try await tab.shows("codes-silent-group")
    try tab.report("place:https://safe.example Europe/Berlin", from: "codes-new-card")
    try await tab.hides("codes-silent-group")
    try await tab.press("codes-silent")
    try await tab.shows("codes-silent-group")
    try await tab.press("codes-kept")
    try await tab.waits(for: "25 codes left")
    #expect(!tab.page.text.contains(code) && !tab.page.text.contains("call for help"))

    try await web.engine.useCheckInCode(code, from: "n")
    try await tab.waits(for: "24 codes left")
    #expect(try await web.engine.checkIns(of: id).first?.source == .printedCode)
    try await tab.press("codes-revoke")
    try await tab.shows("codes-revoke-question")
    try await tab.press("codes-revoke-question-confirm")
    try await tab.waits(for: "Check in without your phone")
  }

  @Test func `an invalid place from the page is ignored`() async throws {
    let (_, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-codes")
    try await tab.waits(for: "Check in without your phone")
    try await tab.press("codes-new")
    try await tab.shows("codes-make")
    try await tab.press("codes-make")
    try await tab.shows("codes-paper")
    for report in ["place:javascript:alert(1) UTC", "place:https://a.example/b UTC", "place:"] {
      try tab.report(report, from: "codes-new-card")
    }
    try await tab.press("codes-silent")
    try await tab.waits(for: "call for help in silence")
    #expect(!tab.page.text.contains("a.example") && !tab.page.text.contains("javascript"))
  }
}
