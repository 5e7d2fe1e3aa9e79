import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The notices I want: above the profile.
struct SettingsSheet: HTML {
  let state: SettingsFeature.State
  let send: ActionSender<SettingsFeature.Action>

  var body: some HTML {
    Sheet(
      "settings-sheet", .full,
      header: SheetHeader(
        "Notifications",
        end: .init(id: "settings-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if state.isLoading, !state.hasLoaded {
        Loading(words: "Loading your settings")
      } else {
        PreferencesList(state: state.preferences, send: send.map { .preferences($0) })
      }
    }
    ErrorAlert(id: "settings-error", error: state.error, dismiss: send(.setError(nil)))
  }
}

/// The same above the notification centre.
struct PreferencesSheet: HTML {
  let state: NotificationPreferencesFeature.State
  let send: ActionSender<NotificationPreferencesFeature.Action>
  let close: Handler<Void>

  var body: some HTML {
    Sheet(
      "preferences-sheet", .full,
      header: SheetHeader(
        "Preferences", end: .init(id: "preferences-done", words: "Done", tap: close)),
      close: close
    ) {
      PreferencesList(state: state, send: send)
    }
    ErrorAlert(id: "preferences-error", error: state.error, dismiss: send(.clearError))
  }
}

/// The switches themselves, also for the notification centre's sheet.
struct PreferencesList: HTML {
  let state: NotificationPreferencesFeature.State
  let send: ActionSender<NotificationPreferencesFeature.Action>

  var body: some HTML {
    if state.authorizationStatus == .denied {
      Banner(
        "settings-denied", .late, .bellOff, announce: "Notifications are blocked on this device."
      ) {
        strong { "Notifications are blocked on this device" }
        p { "Allow them for this site in your browser’s or phone’s settings." }
      }
    }
    DeviceSection()
    PageSection("settings-reminders", "Check-in reminders") {
      Card {
        SwitchRow(
          id: "settings-enabled", words: "Reminders",
          detail:
            "Before your check-in is due. Messages about other people have their own switches below.",
          isOn: state.isNotificationsEnabled, isDisabled: state.isLoading,
          tap: send(.updateNotificationSettings(enabled: !state.isNotificationsEnabled)))
        SwitchRow(
          id: "settings-30", words: "30 minutes before", isOn: state.notify30MinBefore,
          isDisabled: state.isLoading || !state.isNotificationsEnabled,
          tap: send(
            .updateNotificationPreferences(
              notify30Min: !state.notify30MinBefore, notify2Hours: nil)))
        SwitchRow(
          id: "settings-120", words: "2 hours before", isOn: state.notify2HoursBefore,
          isDisabled: state.isLoading || !state.isNotificationsEnabled,
          tap: send(
            .updateNotificationPreferences(
              notify30Min: nil, notify2Hours: !state.notify2HoursBefore)))
      }
    }
    OwnRemindersSection(state: state, send: send)
    PageSection("settings-categories", "Messages to your phone") {
      Card {
        category(
          "alerts", "Alerts", "Someone you look after needs help or missed a check-in.",
          state.preferences.alertNotifications, .toggleAlertNotifications)
        category(
          "pings", "Pings", "Someone asks whether you are OK, or answers you.",
          state.preferences.pingNotifications, .togglePingNotifications)
        category(
          "check-ins", "Check-ins", "Your own reminders, and good news of others.",
          state.preferences.checkInNotifications, .toggleCheckInNotifications)
        category(
          "contacts", "Contacts",
          "Someone asks you to be their responder or asks to be yours, accepts your request, stops being your responder, or deletes their account.",
          state.preferences.contactNotifications, .toggleContactNotifications)
      }
      Caption("What you switch off here still appears in your notifications.")
      if state.isFeedbackPresented {
        p(id: "settings-saved", .class("hint"), .announce(saved)) { saved }
      }
    }
  }

  private var saved: Phrase { "Your notification settings have been successfully updated." }

  private func category(
    _ id: String, _ words: Phrase, _ detail: Phrase, _ isOn: Bool,
    _ action: NotificationPreferencesFeature.Action
  ) -> some HTML {
    SwitchRow(
      id: "settings-\(id)", words: words, detail: detail, isOn: isOn,
      isDisabled: state.isLoading, tap: send(action))
  }
}
