import ComposableTestSupport
import ComposableTesting
import Testing

@testable import Composable

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct IdleTests {
  enum Action: Sendable { case start, next }

  @Test func `a store is not idle between an effect and what its end starts`() async {
    let (first, second) = (Gate(), Gate())
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, action: Action) in
        switch action {
        case .start: .concatenate(.run { _ in try await first.wait() }, .send(.next))
        case .next: .run { _ in try await second.wait() }
        }
      }
    }
    let engine = store.backend.control
    store.send(.start)
    let idle = Task { await engine.waitUntilIdle() }
    while engine.locked({ engine.idleWaiters.isEmpty }) { await Task.yield() }

    first.open()
    await second.arrival()
    #expect(engine.locked { engine.idleWaiters.count } == 1)
    second.open()
    await idle.value
    #expect(store.effectsInFlight == 0)
  }
}
