import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The notifications, newest first.
struct NotificationsPage: HTML {
  let state: NotificationFeature.State
  let now: Date
  /// The viewer's zone.
  let zone: Zone
  /// Contacts whose request waits for an answer.
  var asking: Set<Person.ID> = []
  let send: ActionSender<NotificationFeature.Action>
  let close: Handler<Void>

  var body: some HTML {
    PageFrame("notifications", "Notifications", back: close) {
      RoundButton(
        id: "notification-preferences", name: "Preferences", glyph: .sliders,
        tap: send(.setPreferencesSheetPresented(true)))
    } content: {
      filters
      if shown.isEmpty {
        if state.isLoading, !state.hasLoaded {
          Loading(words: "Loading your notifications")
        } else {
          EmptyState(.bellOff, "No notifications", "You don’t have any notifications yet.")
        }
      } else {
        days
        Button(
          "clear-all", "Clear all", .quiet, .regular, tap: send(.setClearAllConfirmation(true)))
      }
    }
    if state.isClearAllConfirmationPresented {
      Dialog.question(
        "clear-all-question", "Clear all notifications",
        "Are you sure you want to clear all notifications? Unread ones go too.",
        confirm: "Clear all", isDestructive: true, onConfirm: send(.clearAllNotifications),
        onCancel: send(.setClearAllConfirmation(false)))
    }
    if state.isPreferencesSheetPresented {
      PreferencesSheet(
        state: state.preferences, send: send.map { .preferences($0) },
        close: send(.setPreferencesSheetPresented(false)))
    }
    ErrorAlert(id: "notifications-error", error: state.error, dismiss: send(.setError(nil)))
  }

  private var shown: [NotificationData] { state.filteredNotifications }

  private func isOpenRequest(_ notification: NotificationData) -> Bool {
    guard notification.event == .contactAddedYou, let id = notification.relatedContactID else {
      return false
    }
    return asking.contains(id)
  }

  private var filters: some HTML {
    div(.class("filters")) {
      Chips(
        id: "filter", name: "Filter",
        choices: NotificationType.filters.map {
          .init(
            id: $0.wireName ?? "all",
            words: $0 == .checkIn ? "Check-in" : Phrase(label: $0.rawValue), value: $0)
        },
        selection: state.selectedFilter, choose: { send(.setFilter($0)) })
      div(.class("buttons")) {
        Button(
          "toggle-unread", state.showUnreadOnly ? "Show all" : "Show unread only", .link, .small,
          tap: send(.toggleUnreadOnly))
        if state.unreadCount > 0 {
          Button("mark-all-read", "Mark all as read", .link, .small, tap: send(.markAllAsRead))
        }
      }
    }
  }

  @HTMLBuilder private var days: some HTML {
    let today = zone.date(at: now)
    let groups = Dictionary(grouping: shown) { zone.date(at: $0.timestamp) }
    ForEach(groups.keys.sorted(by: >)) { day in
      DaySection("notifications-\(day.dayNumber)", day, today: today, zone: zone) {
        ul(.class("card list")) {
          ForEach(groups[day] ?? []) { notification in
            li(id: "notification-item-\(notification.id)") {
              NotificationRow(
                notification: notification, isOpenRequest: isOpenRequest(notification), now: now,
                send: send)
            }
          }
        }
      }
    }
  }
}

/// One notification; the whole row leads to its subject.
private struct NotificationRow: HTML {
  let notification: NotificationData
  /// Beside a question, marks for "read" and "delete" would look like its answers.
  let isOpenRequest: Bool
  let now: Date
  let send: ActionSender<NotificationFeature.Action>

  var body: some HTML {
    div(
      id: "notification-\(notification.id)", .class("row entry"),
      .class("unread", when: !notification.isRead)
    ) {
      button(
        id: "notification-\(notification.id)-open", .type(.button), .class("row-main")
      ) {
        span(.class("kind"), .class(look.className)) { Icon(look.glyph) }
        span(.class("grow")) {
          span(.class("name")) {
            if !notification.isRead {
              span(.class("visually-hidden")) {
                "Unread:"
                Raw(trusted: " ")
              }
            }
            notification.title
          }
          span(.class("words")) { notification.message }
          span(.class("when")) { Ago(notification.timestamp, now: now) }
        }
      }
      .on(.click, send(.notificationTapped(notification)))
      if !isOpenRequest { marks }
    }
  }

  private var marks: some HTML {
    div(.class("row-side")) {
      if !notification.isRead {
        button(
          id: "notification-\(notification.id)-read", .type(.button), .class("round"),
          .aria("label", Phrase("Mark “\(notification.title)” as read"))
        ) { Icon(.check, .small) }
        .on(.click, send(.markAsRead(notification.id)))
      }
      button(
        id: "notification-\(notification.id)-clear", .type(.button), .class("round remove"),
        .aria("label", Phrase("Delete “\(notification.title)”"))
      ) { Icon(.cross, .small) }
      .on(.click, send(.clearNotification(notification.id)))
    }
  }

  private var look: NotificationLook { NotificationLook(of: notification) }
}
