import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

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

  @Test func `a request that waits for an answer has no marks that look like one`() {
    var request = NotificationData(
      id: "8007", type: .added, event: .contactAddedYou, title: "Contact request",
      message: "Erik Sand would like to be your responder.", timestamp: Samples.ago(1),
      relatedContactID: Samples.erik.id)
    let open = page([request]).0.rendered()
    #expect(open.contains(#"id="notification-8007-open""#))
    #expect(!open.contains("notification-8007-read"))
    #expect(!open.contains("notification-8007-clear"))
    // One that was answered can be read and deleted like any other.
    request.relatedContactID = Samples.bea.id
    let answered = page([request]).0.rendered()
    #expect(answered.contains(#"id="notification-8007-read""#))
    #expect(answered.contains(#"id="notification-8007-clear""#))
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
        .notification(.markAllAsRead), .notification(.setClearAllConfirmation(true)),
        .mainTab(.showNotifications(false)),
      ])
    #expect(
      page.rendered().contains(#"id="filter-all" type="button" class="chip" aria-pressed="true""#))
  }

  @Test func `clearing all asks first`() {
    let (page, sent) = page { $0.isClearAllConfirmationPresented = true }
    page.perform("click", on: "clear-all-question-cancel")
    page.perform("click", on: "clear-all-question-confirm")
    #expect(
      sent.actions == [
        .notification(.setClearAllConfirmation(false)), .notification(.clearAllNotifications),
      ])
  }

  @Test func `an unread one can be read where it stands, and the preferences open`() {
    let (page, sent) = page()
    page.perform("click", on: "notification-8001-read")
    page.perform("click", on: "notification-preferences")
    #expect(
      sent.actions == [
        .notification(.markAsRead("8001")),
        .notification(.setPreferencesSheetPresented(true)),
      ])
  }

  @Test func `the preferences stand in a sheet of their own`() {
    let sent = Sent<AppFeature.Action>()
    var state = Samples.withNotifications([])
    state.notification.isPreferencesSheetPresented = true
    let page = Samples.page(state, send: sent.sender)
    #expect(page.rendered().contains(#"id="preferences-sheet""#))
    page.perform("click", on: "settings-alerts")
    page.perform("click", on: "preferences-done")
    #expect(
      sent.actions == [
        .notification(.preferences(.toggleAlertNotifications)),
        .notification(.setPreferencesSheetPresented(false)),
      ])
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

  @Test func `days are those of the viewer's clocks`() throws {
    // 13:06 UTC on 21 November is already the 22nd in Kiritimati, where it is 14 hours later.
    var state = Samples.withNotifications(Samples.notifications)
    state.mainTab?.checkIn.browserZone = Zone("Pacific/Kiritimati")
    let markup = Samples.page(state).rendered()
    let day = LocalDate(year: 2026, month: 11, day: 22)?.dayNumber ?? 0
    #expect(markup.contains(#"id="notifications-\#(day)""#))
    #expect(!markup.contains(#"id="notifications-\#(day + 1)""#))
    // The ping of 09:16 UTC was at 23:16 of the day before there.
    let today = try #require(markup.range(of: "notifications-\(day)"))
    let yesterday = try #require(markup.range(of: "notifications-\(day - 1)"))
    let ping = try #require(markup.range(of: "Ping responded"))
    #expect(today.lowerBound < yesterday.lowerBound && yesterday.lowerBound < ping.lowerBound)
  }
}
