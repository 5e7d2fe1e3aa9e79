public import Composable
public import Foundation
public import LifeSignalModel

/// Choosing how long after the deadline only oneself is reminded.
@Reducer
public struct GracePeriodSelectionFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var currentGracePeriod: TimeInterval
    public var availableGracePeriods: [TimeInterval]

    public init(
      currentGracePeriod: TimeInterval = CheckInSettings.defaultGracePeriod,
      availableGracePeriods: [TimeInterval] = CheckInSettings.offeredGracePeriods
    ) {
      self.currentGracePeriod = currentGracePeriod
      self.availableGracePeriods = availableGracePeriods
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    /// Parents take the value from here.
    case gracePeriodSelected(TimeInterval)
    case cancelButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .gracePeriodSelected(let gracePeriod):
        state.currentGracePeriod = gracePeriod
        return .none
      case .cancelButtonTapped:
        return .none
      }
    }
  }
}
