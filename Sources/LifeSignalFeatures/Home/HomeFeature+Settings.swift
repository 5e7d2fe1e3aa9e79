import Composable
import Foundation
import LifeSignalModel

/// The interval and the reminder, changed from the home page. The check-in screen saves both: only
/// it can take a refused value back.
extension HomeFeature {
  func reduceSettings(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .intervalSaved:
      guard let interval = state.intervalPicker?.pickedInterval else { return .none }
      state.intervalPicker = nil
      guard state.checkInTimes != nil else {
        return .send(.delegate(.updateCheckInInterval(interval)))
      }
      state.pendingIntervalChange = interval
      state.showIntervalChangeConfirmation = true
      return .none

    case .setIntervalChangeConfirmation(let isPresented):
      state.showIntervalChangeConfirmation = isPresented
      if !isPresented { state.pendingIntervalChange = nil }
      return .none

    case .intervalChangeConfirmed:
      guard let interval = state.pendingIntervalChange else { return .none }
      state.pendingIntervalChange = nil
      state.showIntervalChangeConfirmation = false
      return .send(.delegate(.updateCheckInInterval(interval)))

    case .reminderChoiceSelected(let minutes):
      guard [0, 30, 120].contains(minutes),
        TimeInterval(minutes * 60) != state.preferences.reminderInterval
      else { return .none }
      state.pendingReminderChoice = minutes
      return .none

    case .reminderChoiceConfirmed:
      guard let minutes = state.pendingReminderChoice else { return .none }
      state.pendingReminderChoice = nil
      return .send(.delegate(.updateReminderInterval(TimeInterval(minutes * 60))))

    case .reminderChoiceCancelled:
      state.pendingReminderChoice = nil
      return .none

    default:
      return .none
    }
  }
}
