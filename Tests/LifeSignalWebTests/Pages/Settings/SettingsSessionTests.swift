import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Settings at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func sheet() async throws -> (Person.ID, Tab) {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-settings")
    try await tab.shows("settings-alerts", on: true)
    return (id, tab)
  }

  @Test func `switches are stored`() async throws {
    let (id, tab) = try await sheet()
    try await tab.press("settings-alerts")
    try await tab.shows("settings-alerts", on: false)
    try await web.user(id) { !$0.preferences.alertNotifications }
    try await tab.press("settings-30")
    try await tab.shows("settings-30", on: true)
    try await web.user(id) { $0.preferences.notify30MinBefore }
    try await tab.press("settings-done")
    try await tab.hides("settings-sheet")
  }

  @Test func `own reminders are added, stored and removed`() async throws {
    let (id, tab) = try await sheet()
    try await tab.shows("settings-own-time")
    try tab.change("settings-own-time", to: "240")
    try await tab.press("settings-own-add")
    try await tab.shows("settings-own-remove-240")
    try await web.user(id) { $0.ownReminders == [240] }
    try await tab.press("settings-own-remove-240")
    try await tab.hides("settings-own-remove-240")
    try await web.user(id) { $0.ownReminders == [] }
  }

  @Test func `an own reminder that was refused goes again and says why`() async throws {
    let (id, tab) = try await sheet()
    try await tab.shows("settings-own-add")
    await web.exhaust(id)
    try await tab.press("settings-own-add")
    try await tab.waits(for: Saying.tooOften)
    try await tab.hides("settings-own-remove-5")
    #expect(try await web.engine.user(id).ownReminders == [])
  }

  @Test func `a switch that was refused goes back and says why`() async throws {
    let (id, tab) = try await sheet()
    await web.exhaust(id)
    try await tab.press("settings-alerts")
    try await tab.waits(for: Saying.tooOften)
    try await tab.shows("settings-alerts", on: true)
    #expect(try await web.engine.user(id).preferences.alertNotifications)
  }
}
