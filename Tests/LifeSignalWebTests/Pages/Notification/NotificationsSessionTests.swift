import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Notifications at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  /// Margaret's centre, with a ping of Bea's in it.
  private func centre() async throws -> (Person.ID, NotificationData, Tab) {
    let (id, tab) = try await web.member()
    let bea = try await web.house.member("+12125550102", name: "Bea")
    try await web.relate(id, to: bea)
    try await web.engine.perform(PingDependent(dependent: id), by: .person(bea))
    let entry = try #require(
      await web.engine.notifications(of: id).first { $0.event == .pingReceived })
    try await tab.press("notifications-button")
    try await tab.shows("notification-\(entry.id)")
    return (id, entry, tab)
  }

  @Test func `one is read where it stands, all are cleared after a question`() async throws {
    let (id, entry, tab) = try await centre()
    try await tab.press("notification-\(entry.id)-read")
    try await tab.hides("notification-\(entry.id)-read")
    try await web.stored(id) {
      try await $0.notifications(of: id).first { $0.id == entry.id }?.isRead
    } becomes: {
      $0 == true
    }
    try await tab.press("clear-all")
    try await tab.press("clear-all-question-confirm")
    try await tab.waits(for: "No notifications")
    try await web.stored(id) {
      try await $0.notifications(of: id)
    } becomes: {
      $0.isEmpty
    }
  }

  @Test func `an entry that could not be cleared comes back`() async throws {
    let (id, entry, tab) = try await centre()
    try await web.withoutLedger {
      try await tab.press("notification-\(entry.id)-clear")
      try await tab.shows("notifications-error")
    }
    try await tab.press("notifications-error-ok")
    try await tab.shows("notification-\(entry.id)")
    #expect(try await web.engine.notifications(of: id).contains { $0.id == entry.id })
  }

  @Test func `the preferences above it are stored`() async throws {
    let (id, _, tab) = try await centre()
    try await tab.press("notification-preferences")
    try await tab.press("settings-contacts")
    try await tab.shows("settings-contacts", on: false)
    try await web.user(id) { !$0.preferences.contactNotifications }
    try await tab.press("preferences-done")
    try await tab.hides("preferences-sheet")
  }
}
