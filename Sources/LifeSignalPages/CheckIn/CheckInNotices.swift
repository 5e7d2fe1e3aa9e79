import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Notices about check-in and alert that must be visible on every page: failures first.
struct CheckInNotices: HTML {
  let state: CheckInFeature.State
  let alert: AlertFeature.State
  let now: Date
  let hasNoResponders: Bool
  let send: ActionSender<CheckInFeature.Action>
  let sendAlert: ActionSender<AlertFeature.Action>

  var body: some HTML {
    if let error = alert.error {
      alarmFailure(error)
    } else if alert.confirmationAlert != nil {
      AlertDialog(
        id: "alert-question", alert: alert.confirmationAlert,
        press: { sendAlert(.confirmationAlert(.presented($0))) },
        dismiss: sendAlert(.confirmationAlert(.dismiss)))
    } else if let error = alert.statusError {
      ErrorAlert(id: "alert-status-error", error: error, dismiss: sendAlert(.dismissError))
    } else if let error = state.error {
      ErrorAlert(id: "check-in-error", error: error, dismiss: send(.dismissError))
    } else if state.alert != nil {
      AlertDialog(
        id: "check-in-question", alert: state.alert, press: { send(.alert(.presented($0))) },
        dismiss: send(.alert(.dismiss)))
    } else if let notice = state.notice {
      Toast(
        id: "check-in-notice", words: notice.message, isFailure: true,
        dismiss: send(.dismissNotice))
    }
    CheckInConfirmation(state: state, alert: alert)
    CheckInChoices(state: state, now: now, hasNoResponders: hasNoResponders, send: send)
    TravelLayers(
      state: state.travel, now: now, hasNoResponders: hasNoResponders,
      send: send.map { .travel($0) })
    // The browser reports its zone if it differs from the one known here.
    input(
      id: "browser-zone", .type(.hiddenField),
      .data("zone", state.browserZone?.identifier ?? "")
    )
    .on(.change, send { .zoneOffered($0) })
  }

  /// An alert that was not sent is the one failure that must never look minor.
  private func alarmFailure(_ error: UserFacingError) -> Dialog {
    let dismiss = Dialog.Answer(
      id: "alarm-failure-ok", words: "OK", tap: sendAlert(.dismissError))
    return alert.isAlertActive
      ? Dialog(
        id: "alarm-failure", heading: "Alert is still active",
        message: "Your alert could not be ended: your responders still see it. \(error.message)",
        confirm: Dialog.Answer(
          id: "alarm-failure-retry", words: "Retry", tap: sendAlert(.deactivateAlertConfirmed)),
        cancel: dismiss)
      : Dialog(
        id: "alarm-failure", heading: "No one has been contacted",
        message:
          "Your alert was not sent. \(error.message) If you need help now, call someone.",
        confirm: Dialog.Answer(
          id: "alarm-failure-retry", words: "Retry", look: .danger,
          tap: sendAlert(.activateAlertConfirmed)),
        cancel: dismiss)
  }
}

/// The sheets of the plan, a pause, the rehearsal and the history.
private struct CheckInChoices: HTML {
  let state: CheckInFeature.State
  let now: Date
  let hasNoResponders: Bool
  let send: ActionSender<CheckInFeature.Action>

  var body: some HTML {
    if let editor = state.planEditor {
      PlanSheet(state: editor, send: send.map { .planEditor(.presented($0)) })
    } else if let rehearsal = state.rehearsal {
      RehearsalSheet(state: rehearsal, send: send.map { .rehearsal(.presented($0)) })
    } else if let editor = state.pauseEditor {
      PauseSheet(
        state: editor, now: now, hasNoResponders: hasNoResponders,
        send: send.map { .pauseEditor(.presented($0)) })
    } else if state.isHistoryPresented {
      HistorySheet(state: state, send: send)
    }
  }
}
