import Composable
import ComposableTestSupport
import Testing

@Suite("9: what a body may contain", .leavesNothingBehind) struct BuilderTests {
  /// Notes its name in its state.
  private func named(_ name: String) -> Reduce<[String], Bool> {
    Reduce { state, _ in
      state.append(name)
      return .none
    }
  }

  @ReducerBuilder<[String], Bool>
  private func body(_ condition: Bool) -> some Reducer<[String], Bool> {
    named("first")
    if condition { named("if") }
    if condition { named("then") } else { named("else") }
    for name in ["a", "b", "c"] { named(name) }
    named("last")
  }

  @Test(
    "9: conditions and loops put their reducers where they stand",
    arguments: [
      (true, ["first", "if", "then", "a", "b", "c", "last"]),
      (false, ["first", "else", "a", "b", "c", "last"]),
    ])
  func order(condition: Bool, expected: [String]) {
    let store = Store(initialState: [String]()) { body(condition) }
    store.send(true)
    #expect(store.state == expected)
  }
}
