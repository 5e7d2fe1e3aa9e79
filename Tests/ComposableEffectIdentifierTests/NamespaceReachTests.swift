import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("36: all that stands in a namespace", .leavesNothingBehind, .timeLimit(.minutes(1)))
struct NamespaceReachTests {
  /// Works in every form an effect can have; stops what works under its own name.
  private struct Part: Reducer {
    enum Action: Sendable { case run, concatenate, nested, change, stop }

    var body: some Reducer<Int, Action> {
      Reduce { state, action in
        let work = Effect<Action>.run { _ in try await Task.sleep(for: .seconds(100_000)) }
        switch action {
        case .run: return work.cancellable(id: "work")
        case .concatenate: return .concatenate(work, work).cancellable(id: "work")
        case .nested: return .concatenate(work.cancellable(id: "work"), .run { _ in })
        case .change:
          state += 1
          return .none
        case .stop: return .cancel(id: "work")
        }
      }
      .onAnyChange(of: { $0 }) { _, _, _ in
        .run { _ in try await Task.sleep(for: .seconds(100_000)) }.cancellable(id: "work")
      }
    }
  }

  @Test(
    "36: an effect of any form stands in its reducer's namespace",
    arguments: [Part.Action.run, .concatenate, .nested, .change])
  private func forms(start: Part.Action) async {
    let store = Store(initialState: 0) { Part().namespace("a").namespace("b") }
    let task = store.send(start)
    #expect(!task.isWindingDown)
    store.send(.stop)
    await task.finish()
    await store.drain()
  }

  @Test("33, 36: below a state's namespace that stays, children that go lose their effects")
  func children() async {
    let store = Store(initialState: Host()) {
      Reduce { (state: inout Host, action: Host.Action) in
        if case .remove = action { state.child = nil }
        return .none
      }
      .ifLet(\.child, action: \.child) {
        Reduce { _, _ in .run { _ in try await Task.sleep(for: .seconds(100_000)) } }
      }
      .namespace(\.name)
    }
    let task = store.send(.child(0))
    #expect(!task.isWindingDown)
    store.send(.remove)
    #expect(task.isWindingDown)
    await store.drain()
  }

  @Test("17: what is wrapped to be listed notices changes as what has an id of its own does")
  func wrapped() {
    let store = Store(
      initialState: [Identified(0, id: "x")] as IdentifiedArrayOf<Identified<String, Int>>
    ) {
      EmptyReducer<IdentifiedArrayOf<Identified<String, Int>>, Listed>()
        .forEachNamespace(\.self, action: \.rows) {
          Reduce { (state: inout Int, action: Int) in
            state = action
            return .none
          }
          .onAnyChange(of: { $0 }) { _, new, state in
            state = new * 10
            return .none
          }
        }
    }
    store.send(.rows(.element(id: "x", action: 4)))
    #expect(store.state[id: "x"]?.value == 40)
  }
}

private struct Host: Sendable {
  var name = "a"
  var child: Int? = 0

  @CasePathable enum Action: Sendable {
    case child(Int)
    case remove
  }
}

@CasePathable
private enum Listed: Sendable { case rows(IdentifiedAction<String, Int>) }
