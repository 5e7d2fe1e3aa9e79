import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind) struct ChildRemovalTests {
  func makeStore() -> StoreOf<Workshop> {
    Store(initialState: Workshop.State()) { Workshop() }
  }

  @Test func `niling a child cancels its effects and only its`() async {
    let store = makeStore()
    store.send(.update { $0.guest = Worker.State() })
    let guest = store.send(.guest(.start))
    let own = store.send(.start)
    store.send(.guest(.finish))
    await guest.finish()
    #expect(!own.isFinished)
    await store.drain()
  }

  @Test func `a child of another identity inherits no effects`() async {
    let store = makeStore()
    store.send(.update { $0.guest = Worker.State(id: 1) })
    let task = store.send(.guest(.start))
    store.send(.update { $0.guest = Worker.State(id: 2) })
    await task.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `a child replaced by itself keeps its effects`() async {
    let store = makeStore()
    store.send(.update { $0.guest = Worker.State(id: 1) })
    let task = store.send(.guest(.start))
    store.send(
      .update {
        $0.guest = nil
        $0.guest = Worker.State(id: 1, isWorking: true)
      })
    #expect(!task.isFinished)
    await store.drain()
  }

  @Test func `removing an element cancels its effects and moving one does not`() async {
    let store = makeStore()
    store.send(.update { $0.rows = [Worker.State(id: 1), Worker.State(id: 2)] })
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    store.send(.update { $0.rows.swapAt(0, 1) })
    #expect(!first.isFinished)
    store.send(.rows(.element(id: 1, action: .finish)))
    await first.finish()
    #expect(!second.isFinished)
    await store.drain()
  }

  @Test func `effects returned by the removing action never start`() async {
    let gate = Gate()
    let store = Store(initialState: Int?.some(0)) {
      Reduce { (_: inout Int?, _: OneChild) in .none }
        .ifLet(\.self, action: \.child) {
          Reduce { (_: inout Int, _: Int) in .run { _ in try await gate.wait() } }
        }
      Reduce { state, _ in
        state = nil
        return .none
      }
    }
    await store.send(.child(1)).finish()
    #expect(gate.arrivals == 0)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `a dismissed child is gone with its effects`() async {
    let store = makeStore()
    store.send(.update { $0.sheet = Worker.State() })
    let task = store.send(.sheet(.presented(.start)))
    store.send(.sheet(.dismiss))
    await task.finish()
    #expect(store.state.sheet == nil)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `an action for a missing child is reported and its parent still runs`() {
    let store = makeStore()
    let guest = captureIssues { store.send(.guest(.finish)) }
    #expect(guest.map(\.code) == [.missingChild])
    let row = captureIssues { store.send(.rows(.element(id: 9, action: .stop))) }
    #expect(row.map(\.code) == [.missingElement])
    let sheet = captureIssues { store.send(.sheet(.dismiss)) }
    #expect(sheet.map(\.code) == [.dismissWithoutChild])
  }
}

@CasePathable
enum OneChild: Sendable {
  case child(Int)
}
