import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Reminders at times of one's own choosing, each with its button to remove it, and one to add.
struct OwnRemindersSection: HTML {
  let state: NotificationPreferencesFeature.State
  let send: ActionSender<NotificationPreferencesFeature.Action>

  var body: some HTML {
    PageSection("settings-own", "More reminders") {
      if !state.ownReminders.minutes.isEmpty {
        ul(.class("card list")) {
          ForEach(state.ownReminders.minutes) { minutes in
            li {
              div(.class("row short")) {
                strong(.class("grow")) { "\(length(minutes)) before" as Phrase }
                Button(
                  "settings-own-remove-\(minutes)", "Remove", .quiet, .small,
                  disabled: isDisabled, name: "Remove the reminder \(length(minutes)) before",
                  tap: send(.removeOwnReminderTapped(minutes)))
              }
            }
          }
        }
      }
      if let selection = state.reminderToAdd {
        div(.class("add-line")) {
          Field("settings-own-time", "Add a reminder") {
            Choice(
              id: "settings-own-time", look: .field,
              options: state.offeredReminders.map {
                Choice.Option(value: "\($0)", words: "\(length($0)) before")
              },
              selection: "\(selection)",
              choose: send { Int($0).map { .ownReminderChosen($0) } })
          }
          Button(
            "settings-own-add", "Add", .soft, icon: .plus, disabled: isDisabled,
            tap: send(.addOwnReminderTapped))
        }
      }
      Caption(
        """
        At most four. If you check in at times of day, only those within two hours before your \
        check-in come.
        """)
    }
  }

  private var isDisabled: Bool { state.isLoading || !state.isNotificationsEnabled }

  private func length(_ minutes: Int) -> Phrase { Countdown.interval(TimeInterval(minutes * 60)) }
}
