import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Home at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `interval, reminder and grace are chosen and stored`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("change-interval")
    try await tab.press("interval-unit-hours")
    try await tab.press("interval-value-8")
    try await tab.shows("interval-value-8", on: true)
    try await tab.press("interval-save")
    try await tab.hides("interval-sheet")
    try await web.user(id) { $0.checkInInterval == 28_800 }

    try await tab.press("reminder-1800")
    try await tab.press("reminder-question-confirm")
    try await tab.shows("reminder-1800", on: true)
    try await web.user(id) { $0.preferences.reminderInterval == 1_800 }

    try await tab.press("grace-1800")
    try await tab.shows("grace-1800", on: true)
    try await web.user(id) { $0.gracePeriod == 1_800 }
  }

  @Test func `an interval does not move a deadline that is missed`() async throws {
    let (id, tab) = try await web.member()
    web.house.clock.advance(by: 86_400 + 3_600)
    for _ in 0..<8 { try await web.engine.services().watch.turn() }
    try await web.user(id) { $0.isNonResponsive }
    try await tab.press("change-interval")
    try await tab.press("interval-value-3")
    try await tab.shows("interval-value-3", on: true)
    try await tab.press("interval-save")
    try await tab.waits(for: "You missed your check-in. Please check in first.")
    #expect(try await web.engine.user(id).checkInInterval == 86_400)
  }

  @Test func `the code is shared from a sheet of its own`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("share-code")
    try await tab.shows("share-sheet")
    let code = try await web.engine.user(id).qrCodeID
    #expect(try tab.find("share-card-id").text == code.rawValue)
    try tab.report("link-copied", from: "share-card")
    try await tab.waits(for: "Link Copied")
    try tab.report("failed", from: "share-card")
    try await tab.waits(for: "This browser could not share the code.")
    try await tab.press("share-done")
    try await tab.hides("share-sheet")
  }
}
