import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

@Suite struct `Notifications page` {
  private func page(
    _ notifications: [NotificationData] = Samples.notifications,
    _ change: (inout NotificationFeature.State) -> Void = { _ in }
  ) -> (AppPage, Sent<AppFeature.Action>) {
    var state = Samples.withNotifications(notifications)
    change(&state.notification)
    let sent = Sent<AppFeature.Action>()
    return (Samples.page(state, send: sent.sender), sent)
  }

  @Test func `groups by day, newest first`() {
    let markup = page().0.rendered()
    let places = [">Today<", ">Yesterday<", ">19 Nov<"].compactMap {
      markup.range(of: $0)?.lowerBound
    }
    #expect(places.count == 3)
    #expect(places == places.sorted())
  }

  @Test func `unread is said, not only dotted`() {
    let markup = page().0.rendered()
    #expect(markup.matches(of: /Unread:\s/).count == 2)
  }

  @Test func `a tap leads on, a cross deletes`() {
    let (page, sent) = page()
    page.perform("click", on: "notification-8001-open")
    page.perform("click", on: "notification-8002-clear")
    #expect(
      sent.actions == [
        .notification(.notificationTapped(Samples.notifications[0])),
        .notification(.clearNotification("8002")),
      ])
  }

  @Test func `filters by kind and by unread`() {
    let (page, sent) = page()
    page.perform("click", on: "filter-ping")
    page.perform("click", on: "toggle-unread")
    page.perform("click", on: "mark-all-read")
    page.perform("click", on: "clear-all")
    page.perform("click", on: "notifications-back")
    #expect(
      sent.actions == [
        .notification(.setFilter(.ping)), .notification(.toggleUnreadOnly),
        .notification(.markAllAsRead), .notification(.clearAllNotifications),
        .mainTab(.showNotifications(false)),
      ])
    #expect(
      page.rendered().contains(#"id="filter-all" type="button" class="chip" aria-pressed="true""#))
  }

  @Test func `without any it says so`() {
    #expect(page([]).0.rendered().contains("No notifications"))
  }

  @Test(arguments: [
    (NotificationEvent.dependentAlertActivated, Glyph.alert, "alert"),
    (.dependentNonResponsive, .clock, "late"), (.checkInExpired, .clock, "late"),
    (.checkInCompleted, .check, "checked"), (.pingReceived, .bell, "ping"),
  ])
  func `every kind has its shape and its tint`(
    event: NotificationEvent, glyph: Glyph, className: String
  ) {
    let look = NotificationLook(
      of: NotificationData(
        id: "1", type: event.type, event: event, title: "a", message: "b", timestamp: Samples.now))
    #expect(look.glyph == glyph)
    #expect(look.className == className)
  }
}
