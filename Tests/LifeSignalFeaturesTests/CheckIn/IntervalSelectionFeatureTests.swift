import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import Testing

@Suite struct IntervalSelectionFeatureTests {
  @Test(
    arguments: [
      (86_400, .days, 1), (604_800, .days, 7), (28_800, .hours, 8), (115_200, .hours, 32),
      (57_600, .hours, 16), (3_600, .days, 1), (1, .days, 1),
    ] as [(TimeInterval, IntervalSelectionFeature.Unit, Int)])
  func `it opens at the current interval, days first, else at one day`(
    interval: TimeInterval, unit: IntervalSelectionFeature.Unit, value: Int
  ) {
    let state = IntervalSelectionFeature.State(currentInterval: interval)
    #expect(state.intervalPickerUnit == unit)
    #expect(state.intervalPickerValue == value)
    #expect(state.dayValues == [1, 2, 3, 4, 5, 6, 7])
    #expect(state.hourValues == [8, 16, 32])
  }

  @Test func `another unit presets its smallest value, and only what is offered is picked`() async {
    let store = TestStore(initialState: IntervalSelectionFeature.State(currentInterval: 259_200)) {
      IntervalSelectionFeature()
    }
    await store.send(.intervalUnitChanged(.hours)) {
      $0.intervalPickerUnit = .hours
      $0.intervalPickerValue = 8
    }
    await store.send(.intervalValueChanged(5))
    await store.send(.intervalValueChanged(32)) { $0.intervalPickerValue = 32 }
    await store.send(.intervalUnitChanged(.hours))
    #expect(store.state.pickedInterval == 115_200)
    await store.send(.intervalUnitChanged(.days)) {
      $0.intervalPickerUnit = .days
      $0.intervalPickerValue = 1
    }
    await store.send(.cancelButtonTapped)
  }
}
