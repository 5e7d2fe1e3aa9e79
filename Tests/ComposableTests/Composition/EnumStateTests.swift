import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind) struct EnumStateTests {
  @CasePathable enum Host: Equatable, Sendable {
    case first(CountedCopies)
    case second(CountedCopies)
  }
  @CasePathable enum Action: Sendable {
    case first(Int)
    case second(Int)
  }

  var touching: Reduce<CountedCopies, Int> {
    Reduce { state, _ in
      state.touch()
      return .none
    }
  }

  @Test func `a scope over an enum changes its case without copying it`() {
    let store = Store(initialState: Host.first(CountedCopies())) {
      Scope(state: \Host.AllCasePaths.first, action: \Action.AllCasePaths.first) { touching }
      Scope(state: \Host.AllCasePaths.second, action: \Action.AllCasePaths.second) { touching }
    }
    for _ in 0..<3 { store.send(.first(1)) }
    guard case .first(let value) = store.state else {
      Issue.record("The case has changed.")
      return
    }
    #expect(value.touches == 3)
    // The first writer finds the initial state still held by its maker.
    #expect(value.copies <= 1)
  }

  @Test func `modify changes a case without copying it`() {
    var host = Host.first(CountedCopies())
    for _ in 0..<3 { host.modify(\.first) { $0.touch() } }
    #expect(host[case: \.first]?.touches == 3)
    #expect(host[case: \.first]?.copies == 0)
  }
}
