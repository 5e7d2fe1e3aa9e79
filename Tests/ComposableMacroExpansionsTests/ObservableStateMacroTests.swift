import Testing

@Suite struct ObservableStateMacroTests {
  @Test func `a state is marked and otherwise left alone`() {
    let expansion = Expansion(
      of: """
        @ObservableState
        struct State {
          var count = 0
        }
        """)
    #expect(
      expansion.text == """
        struct State {
          var count = 0
        }

        nonisolated extension State: Composable.ObservableState {
        }
        """)
  }

  @Test func `a class is refused as state`() {
    #expect(
      Expansion(of: "@ObservableState final class State {}").diagnostics
        == ["@ObservableState applies to structs and enums only: a state is a value."])
  }
}
