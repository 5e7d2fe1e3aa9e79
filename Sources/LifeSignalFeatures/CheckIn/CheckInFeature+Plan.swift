import Composable
import Foundation
import LifeSignalModel

/// The promise itself: its plan, and its pauses.
extension CheckInFeature {
  func reducePlan(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .planButtonTapped:
      var editor = CheckInPlanFeature.State(
        plan: state.plan, browserZone: state.browserZone, reminder: state.shownReminder,
        gracePeriod: state.gracePeriod, hasCountdown: state.hasCountdown)
      if state.isIntervalRunning(at: date.now) { editor.startedAt = state.countdownStart }
      state.planEditor = editor
      return .none

    case .planEditor(.presented(.delegate(.saved(let plan)))):
      let editor = state.planEditor
      state.planEditor = nil
      state.snoozedUntil = nil
      switch plan {
      case .interval(let interval):
        state.checkInTimes = nil
        state.checkInInterval = interval
        state.recomputeDeadline()
      case .times(let times):
        // The server says which of the times is next: the change may have answered one.
        state.checkInTimes = times
      }
      return .merge(
        state.checklist.isPlanChosen ? .none : .send(.checklist(.planChosen)),
        editor.map { savings(state, $0) } ?? .none)

    case .planEditor(.presented(.delegate(.stopped))):
      state.planEditor = nil
      (state.lastCheckInTime, state.nextCheckInTime) = (nil, nil)
      (state.resumedAt, state.pausedUntil, state.snoozedUntil) = (nil, nil, nil)
      return .none

    case .planEditor(.presented(.delegate(.cancelled))):
      state.planEditor = nil
      return .none

    case .rehearsalButtonTapped:
      state.rehearsal = .init()
      return .send(.rehearsal(.presented(.onAppear)))

    case .rehearsal(.presented(.delegate(.dismissed))):
      state.rehearsal = nil
      return .none

    case .pauseButtonTapped:
      state.pauseEditor = .init(
        now: date.now, zone: state.zone, pausedUntil: state.pausedUntil)
      return .none

    case .pauseEditor(.presented(.delegate(.paused(let until)))):
      state.pauseEditor = nil
      state.pausedUntil = until
      (state.resumedAt, state.snoozedUntil) = (nil, nil)
      state.recomputeDeadline()
      return .none

    case .pauseEditor(.presented(.delegate(.cancelled))):
      state.pauseEditor = nil
      return .none

    case .resumeButtonTapped:
      guard state.isPaused, !state.isResuming else { return .none }
      state.isResuming = true
      return .request(Action.resumeResponse, cancelled: .requestCancelled) { [checkInClient] in
        try await checkInClient.resume()
        return Empty()
      }

    case .resumeResponse(.success):
      state.isResuming = false
      state.pausedUntil = nil
      state.resumedAt = date.now
      state.recomputeDeadline()
      return .none

    case .resumeResponse(.failure(let error)):
      state.isResuming = false
      state.error = error
      return .none

    case .snoozeButtonTapped:
      guard !state.isSnoozing else { return .none }
      state.isSnoozing = true
      return .request(Action.snoozeResponse, cancelled: .requestCancelled) { [checkInClient] in
        try await checkInClient.snooze()
      }

    case .snoozeResponse(.success(let until)):
      state.isSnoozing = false
      state.snoozedUntil = until
      return .none

    case .snoozeResponse(.failure(let error)):
      state.isSnoozing = false
      state.error = error
      return .none

    default:
      return .none
    }
  }

  /// The reminder and the grace period of the sheet, as far as they were changed there.
  private func savings(_ state: State, _ editor: CheckInPlanFeature.State) -> Effect<Action> {
    let reminder =
      state.checkInTimes == nil
      ? CheckInSettings.reminder(editor.reminder, below: state.checkInInterval) : editor.reminder
    return .merge(
      reminder == state.shownReminder ? .none : .send(.setReminderInterval(reminder)),
      editor.gracePeriod == state.gracePeriod ? .none : .send(.setGracePeriod(editor.gracePeriod)))
  }
}

extension CheckInFeature.State {
  /// Whether an interval counts that is not over yet: a shorter one could be over already, and alert people.
  fileprivate func isIntervalRunning(at now: Date) -> Bool {
    checkInTimes == nil && !isPaused && nextCheckInTime.map { now < $0 } ?? false
  }

  /// 0 while reminders are switched off.
  fileprivate var shownReminder: TimeInterval { areRemindersEnabled ? reminderInterval : 0 }
}
