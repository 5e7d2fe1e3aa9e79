import Testing

@testable import ComposableMacroExpansions

@Suite struct EnumReducerMacroTests {
  @Test func `an enum of reducers becomes one reducer of its cases`() {
    let expansion = Expansion(
      of: """
        @Reducer enum Destination {
          case edit(EditFeature)
          case add(EditFeature = EditFeature(isNew: true))
          case alert(AlertState<Alert>)
          @ReducerCaseEphemeral case hint(Hint)
          @ReducerCaseIgnored case meeting(Meeting, of: Team)
        }
        """)
    let text = expansion.text
    #expect(text.says("case edit(EditFeature.State)"))
    #expect(text.says("case alert(AlertState<Alert>)"))
    #expect(text.says("case meeting(Meeting, of: Team)"))
    #expect(text.says("case edit(EditFeature.Action)"))
    #expect(text.says("case alert(Alert)"))
    #expect(text.says("case meeting(Swift.Never)"))
    #expect(text.says("case .alert: true"))
    #expect(text.says("case .hint: true"))
    #expect(text.says("default: false"))
    #expect(text.says("{ EditFeature() }"))
    #expect(text.says("{ EditFeature(isNew: true) }"))
    #expect(text.says("typealias Body = Composable._CaseReducerBody<Destination>"))
    #expect(
      text.says("nonisolated extension Destination: Composable.CaseReducer, Composable.Reducer"))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test func `an enum of reducers inside another is one of its cases`() {
    let text = Expansion(
      of: """
        @Reducer enum Destination {
          case sheet(Sheet)
          @Reducer enum Sheet { case edit(EditFeature) }
        }
        """
    ).text
    #expect(text.says("{ Sheet.body }"))
  }

  @Test func `several values without a mark are refused`() {
    let expansion = Expansion(of: "@Reducer enum Destination { case meeting(Meeting, of: Team) }")
    #expect(
      expansion.diagnostics == [
        "\"meeting\" carries several values: name one reducer, or mark the case "
          + "@ReducerCaseIgnored."
      ])
  }
}

extension String {
  /// Whether `part` is in it, white space aside.
  fileprivate func says(_ part: String) -> Bool {
    filter { !$0.isWhitespace }.contains(part.filter { !$0.isWhitespace })
  }
}
