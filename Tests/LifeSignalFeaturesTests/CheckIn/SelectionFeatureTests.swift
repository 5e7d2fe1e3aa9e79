import Composable
import ComposableTesting
import LifeSignalFeatures
import Testing

@Suite struct SelectionFeatureTests {
  @Test func `a reminder is one of those offered; leaving changes nothing`() async {
    let store = TestStore(initialState: ReminderSelectionFeature.State()) {
      ReminderSelectionFeature()
    }
    #expect(store.state.availableIntervals.contains(1_800))
    #expect(store.state.availableIntervals.contains(7_200))
    await store.send(.intervalSelected(1_800)) { $0.currentInterval = 1_800 }
    await store.send(.cancelButtonTapped)
  }

  @Test func `a grace period is one of those offered; leaving changes nothing`() async {
    let store = TestStore(initialState: GracePeriodSelectionFeature.State()) {
      GracePeriodSelectionFeature()
    }
    #expect(store.state.availableGracePeriods.allSatisfy { (0...3_600).contains($0) })
    await store.send(.gracePeriodSelected(0)) { $0.currentGracePeriod = 0 }
    await store.send(.cancelButtonTapped)
  }
}
