public import Composable
public import Foundation
public import LifeSignalModel

/// Choosing how early to be reminded.
@Reducer
public struct ReminderSelectionFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var currentInterval: TimeInterval
    public var availableIntervals: [TimeInterval]

    public init(
      currentInterval: TimeInterval = 7_200,
      availableIntervals: [TimeInterval] = CheckInSettings.offeredReminders
    ) {
      self.currentInterval = currentInterval
      self.availableIntervals = availableIntervals
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    /// Parents take the value from here.
    case intervalSelected(TimeInterval)
    case cancelButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .intervalSelected(let interval):
        state.currentInterval = interval
        return .none
      case .cancelButtonTapped:
        return .none
      }
    }
  }
}
