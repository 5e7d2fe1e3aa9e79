import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import Testing

@Suite struct IntervalSelectionFeatureTests {
  @Test(
    arguments: [
      (86_400, .days, 1), (604_800, .days, 7), (3_600, .hours, 1), (7_200, .hours, 2),
      (14_400, .hours, 4), (28_800, .hours, 8), (43_200, .hours, 12), (5_400, .days, 1),
      (1, .days, 1), (691_200, .days, 1), (.infinity, .days, 1),
    ] as [(TimeInterval, IntervalSelectionFeature.Unit, Int)])
  func `it opens at the current interval, days first, else at one day`(
    interval: TimeInterval, unit: IntervalSelectionFeature.Unit, value: Int
  ) {
    let state = IntervalSelectionFeature.State(currentInterval: interval)
    #expect(state.intervalPickerUnit == unit)
    #expect(state.intervalPickerValue == value)
    #expect(state.dayValues == [1, 2, 3, 4, 5, 6, 7])
    #expect(state.hourValues == [1, 2, 4, 8, 12, 24])
  }

  @Test(
    arguments: [
      (57_600, 16, [1, 2, 4, 8, 12, 16, 24]), (115_200, 32, [1, 2, 4, 8, 12, 24, 32]),
    ] as [(TimeInterval, Int, [Int])])
  func `an interval in hours that is no longer offered stays while it is the current one`(
    interval: TimeInterval, value: Int, values: [Int]
  ) {
    let state = IntervalSelectionFeature.State(currentInterval: interval)
    #expect(state.hourValues == values)
    #expect(state.intervalPickerUnit == .hours && state.intervalPickerValue == value)
    #expect(state.pickedInterval == interval)
  }

  @Test func `another unit presets one day or eight hours, and only offered values are picked`()
    async
  {
    let store = TestStore(initialState: IntervalSelectionFeature.State(currentInterval: 259_200)) {
      IntervalSelectionFeature()
    }
    await store.send(.intervalUnitChanged(.hours)) {
      $0.intervalPickerUnit = .hours
      $0.intervalPickerValue = 8
    }
    await store.send(.intervalValueChanged(5))
    await store.send(.intervalValueChanged(24)) { $0.intervalPickerValue = 24 }
    await store.send(.intervalUnitChanged(.hours))
    #expect(store.state.pickedInterval == 86_400)
    await store.send(.intervalUnitChanged(.days)) {
      $0.intervalPickerUnit = .days
      $0.intervalPickerValue = 1
    }
  }
}
