import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

// Each pair is one declaration with its macro and one written by hand. The hand-written ones are
// what the documentation shows.

@CasePathable
private enum Generated: Equatable, Sendable {
  case text(String)
  case pair(first: Int, second: Int)
  case empty
}

private enum Written: Equatable, Sendable, CasePathable {
  case text(String)
  case pair(first: Int, second: Int)
  case empty

  struct AllCasePaths: Sendable {
    var text: CasePath<Written, String> {
      CasePath(
        embed: { .text($0) }, extract: { if case .text(let value) = $0 { value } else { nil } })
    }
    var pair: CasePath<Written, (first: Int, second: Int)> {
      CasePath(
        embed: { .pair(first: $0.first, second: $0.second) },
        extract: {
          if case .pair(let first, let second) = $0 { (first, second) } else { nil }
        })
    }
    var empty: CasePath<Written, Void> {
      CasePath(embed: { .empty }, extract: { if case .empty = $0 { () } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@DependencyClient
private struct GeneratedClient: Sendable {
  var load: @Sendable (_ id: Int) async throws -> String
}

private struct WrittenClient: Sendable {
  var load: @Sendable (_ id: Int) async throws -> String = { _ in
    _reportUnimplemented("WrittenClient.load")
    throw UnimplementedEndpoint("WrittenClient.load")
  }
  func load(id: Int) async throws -> String { try await load(id) }
}

private struct WrittenFeature: Reducer {
  struct State: Equatable, Sendable, ObservableState {
    var count = 0
    /// What `@Presents var child` stores; a key path to it stands for `\.$child`.
    var child = PresentationState<WrittenFeature.Child>(wrappedValue: nil)
  }
  struct Child: Equatable, Sendable { var name = "" }
  enum ChildAction: Equatable, Sendable { case rename(String) }
  enum Action: Sendable, CasePathable {
    case present
    case child(PresentationAction<ChildAction>)

    struct AllCasePaths: Sendable {
      var present: CasePath<Action, Void> {
        CasePath(embed: { .present }, extract: { if case .present = $0 { () } else { nil } })
      }
      var child: CasePath<Action, PresentationAction<ChildAction>> {
        CasePath(
          embed: { .child($0) }, extract: { if case .child(let value) = $0 { value } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @ReducerBuilder<State, Action>
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if action.is(\.present) { state.child.wrappedValue = Child() }
      state.count += 1
      return .none
    }
    .ifLet(\.child, action: \.child) {
      Reduce<Child, ChildAction> { state, action in
        if case .rename(let name) = action { state.name = name }
        return .none
      }
    }
  }
}

@Suite(.leavesNothingBehind) struct HandWrittenTests {
  @Test func `case paths by hand say what generated ones say`() {
    #expect(Generated.text("a").is(\.text) && Written.text("a").is(\.text))
    #expect(Generated.pair(first: 1, second: 2)[case: \.pair]?.second == 2)
    #expect(Written.pair(first: 1, second: 2)[case: \.pair]?.second == 2)
    #expect(Generated.allCasePaths.empty.embed(()) == .empty)
    #expect(Written.allCasePaths.empty.embed(()) == .empty)
    #expect(Generated.text("a")._caseIdentity == Written.text("a")._caseIdentity)
    #expect(Generated.empty._caseIdentity == Written.empty._caseIdentity)
    #expect(
      Generated.pair(first: 1, second: 2)._caseIdentity
        == Written.pair(first: 3, second: 4)._caseIdentity)
  }

  @Test func `a client by hand reports what a generated one reports`() async {
    let issues = await captureIssues {
      await #expect(throws: UnimplementedEndpoint("GeneratedClient.load")) {
        try await GeneratedClient().load(id: 1)
      }
      await #expect(throws: UnimplementedEndpoint("WrittenClient.load")) {
        try await WrittenClient().load(id: 1)
      }
    }
    #expect(
      issues.map(\.message) == [
        "Unimplemented: \"GeneratedClient.load\" was called but not overridden.",
        "Unimplemented: \"WrittenClient.load\" was called but not overridden.",
      ])
  }

  @Test func `a reducer, its state and a presented child work without any macro`() {
    let store = Store(initialState: WrittenFeature.State()) { WrittenFeature() }
    store.send(.present)
    store.send(.child(.presented(.rename("Ann"))))
    #expect(store.state.child.wrappedValue?.name == "Ann")
    store.send(.child(.dismiss))
    #expect(store.state.child.wrappedValue == nil)
    #expect(store.state.count == 3)
  }
}
