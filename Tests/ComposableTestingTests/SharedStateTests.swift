import Composable
import ComposableTesting
import Testing

@Reducer
private struct Parent {
  struct Child: Equatable, Sendable {
    @Shared(.inMemory("total")) var total = 0
  }
  struct State: Equatable, Sendable {
    @Shared(.inMemory("total")) var total = 0
    var child: Child?
  }
  enum Action: Equatable, Sendable { case open }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$total.withLock { $0 += 5 }
      state.child = Child()
      return .none
    }
  }
}

@Suite struct SharedStateTests {
  @Test func `state made in an assertion finds the store's shared values`() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(.open) {
      $0.$total.withLock { $0 = 5 }
      $0.child = Parent.Child()
      #expect($0.child?.total == 5)
    }
    #expect(store.state.child?.total == 5)
  }
}
