import Composable
import ComposableTestSupport
import Testing

@Suite(.leavesNothingBehind) struct PrintChangesTests {
  struct State: Sendable {
    var name = "Ann"
    var count = 0
  }

  @Test func `only changed lines are printed`() {
    let journal = Journal<String>()
    let store = Store(initialState: State()) {
      Reduce { (state: inout State, action: Int) in
        state.count = action
        return .none
      }
      ._printChanges(.changes { journal.note($0) })
    }
    store.send(3)
    store.send(3)
    #expect(
      journal.entries == [
        "received 3\n-   - count: 0\n+   - count: 3", "received 3\n  (no state change)",
      ])
  }

  @Test func `without a printer nothing is printed`() {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        state = action
        return .none
      }
      ._printChanges(nil)
    }
    store.send(3)
    #expect(store.state == 3)
  }
}
