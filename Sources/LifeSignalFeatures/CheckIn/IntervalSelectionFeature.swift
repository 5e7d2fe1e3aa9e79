public import Composable
public import Foundation
public import LifeSignalModel

/// Choosing how often to check in: first days or hours, then how many.
@Reducer
public struct IntervalSelectionFeature: Sendable {
  public enum Unit: String, CaseIterable, Equatable, Codable, Sendable {
    case days
    case hours

    /// In seconds.
    var length: TimeInterval { self == .days ? 86_400 : 3_600 }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var currentInterval: TimeInterval
    public var availableIntervals: [TimeInterval]
    public var intervalPickerUnit: Unit
    /// The number of units; always one of ``values``.
    public var intervalPickerValue: Int

    /// Starts at the current interval where it is one of the values, days first; else at one day.
    public init(
      currentInterval: TimeInterval = CheckInSettings.defaultInterval,
      availableIntervals: [TimeInterval] = CheckInSettings.offeredIntervals
    ) {
      self.currentInterval = currentInterval
      self.availableIntervals = availableIntervals
      let picked = Self.representation(of: currentInterval)
      intervalPickerUnit = picked?.unit ?? .days
      intervalPickerValue = picked?.value ?? 1
    }

    public var dayValues: [Int] { Self.values(of: .days) }
    public var hourValues: [Int] { Self.values(of: .hours) }
    /// The values of the chosen unit.
    public var values: [Int] { Self.values(of: intervalPickerUnit) }

    /// The choice, in seconds.
    public var pickedInterval: TimeInterval {
      TimeInterval(intervalPickerValue) * intervalPickerUnit.length
    }

    /// Another unit begins with its smallest value: one day, eight hours.
    public mutating func choose(_ unit: Unit) {
      guard unit != intervalPickerUnit else { return }
      intervalPickerUnit = unit
      intervalPickerValue = values[0]
    }

    /// Values that are not offered are none.
    public mutating func choose(_ value: Int) {
      if values.contains(value) { intervalPickerValue = value }
    }

    private static func values(of unit: Unit) -> [Int] {
      switch unit {
      case .days: [1, 2, 3, 4, 5, 6, 7]
      case .hours: [8, 16, 32]
      }
    }

    private static func representation(of interval: TimeInterval) -> (unit: Unit, value: Int)? {
      for unit in Unit.allCases {
        for value in values(of: unit) where TimeInterval(value) * unit.length == interval {
          return (unit, value)
        }
      }
      return nil
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case intervalUnitChanged(Unit)
    case intervalValueChanged(Int)
    case cancelButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .intervalUnitChanged(let unit):
        state.choose(unit)
        return .none
      case .intervalValueChanged(let value):
        state.choose(value)
        return .none
      case .cancelButtonTapped:
        return .none
      }
    }
  }
}
