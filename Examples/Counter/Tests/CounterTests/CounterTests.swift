import Composable
import ComposableTesting
import Testing

@testable import Counter

@Suite struct CounterTests {
  @Test func `the counter counts until it is stopped`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.tick) { $0.count = 1 }
    await store.send(.stop)
    await clock.advance(by: .seconds(5))
    await store.finish()
  }
}
