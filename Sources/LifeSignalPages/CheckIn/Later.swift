import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Has the reminder come again, while that is still in time; then, when it comes.
struct Later: HTML {
  let state: CheckInFeature.State
  let now: Date
  let send: ActionSender<CheckInFeature.Action>

  var body: some HTML {
    if let until = state.snoozedUntil, until > now {
      div(
        id: "snoozed", .class("facts"),
        .announce("We’ll remind you again in 30 minutes. Your deadline stays.")
      ) {
        Pill(icon: .clock) { Sentence("We’ll remind you again at {0}", LocalTime(until)) }
      }
    } else if state.canSnooze(at: now) {
      Button(
        "snooze", "Remind me again in 30 minutes", .quiet, .small, disabled: state.isSnoozing,
        tap: send(.snoozeButtonTapped))
    }
  }
}
