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
    /// Whole hours that are not offered, such as 16, are a value while they are the current interval.
    public init(
      currentInterval: TimeInterval = CheckInSettings.defaultInterval,
      availableIntervals: [TimeInterval] = CheckInSettings.offeredIntervals
    ) {
      self.currentInterval = currentInterval
      self.availableIntervals = availableIntervals
      intervalPickerUnit = .days
      intervalPickerValue = 1
      for unit in Unit.allCases.reversed() {
        for value in values(of: unit) where TimeInterval(value) * unit.length == currentInterval {
          intervalPickerUnit = unit
          intervalPickerValue = value
        }
      }
    }

    public var dayValues: [Int] { values(of: .days) }
    public var hourValues: [Int] { values(of: .hours) }
    /// The values of the chosen unit.
    public var values: [Int] { values(of: intervalPickerUnit) }

    /// The choice, in seconds.
    public var pickedInterval: TimeInterval {
      TimeInterval(intervalPickerValue) * intervalPickerUnit.length
    }

    /// Another unit begins with a usual value: one day, eight hours.
    public mutating func choose(_ unit: Unit) {
      guard unit != intervalPickerUnit else { return }
      intervalPickerUnit = unit
      intervalPickerValue = unit == .days ? 1 : 8
    }

    /// Values that are not offered are none.
    public mutating func choose(_ value: Int) {
      if values.contains(value) { intervalPickerValue = value }
    }

    private func values(of unit: Unit) -> [Int] {
      switch unit {
      case .days: [1, 2, 3, 4, 5, 6, 7]
      case .hours: Set([1, 2, 4, 8, 12, 24] + currentHours).sorted()
      }
    }

    /// The current interval where no other value stands for it.
    private var currentHours: [Int] {
      let hours = currentInterval / Unit.hours.length
      guard CheckInSettings.intervals.contains(currentInterval), hours == hours.rounded(),
        !CheckInSettings.offeredIntervals.contains(currentInterval)
      else { return [] }
      return [Int(clamping: hours)]
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case intervalUnitChanged(Unit)
    case intervalValueChanged(Int)
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
      }
    }
  }
}
