import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// What random programs found out about concatenations and cancelled starts.
@Suite(.leavesNothingBehind) struct ConcatenationTests {
  /// Reduces "start" to `effect`, "x" to the cancellation of `"x"`, and notes everything.
  private func makeStore(
    _ journal: Journal<String>, _ effect: @escaping @Sendable () -> Effect<String>
  ) -> Store<Int, String> {
    Store(initialState: 0) {
      Reduce { (state: inout Int, action: String) in
        journal.note(action)
        state += 1
        switch action {
        case "start": return effect()
        case "x": return .cancel(id: "x")
        default: return .none
        }
      }
    }
  }

  private func never(_ journal: Journal<String>, _ name: String) -> Effect<String> {
    .run { _ in
      journal.note(name)
      try await ComposableTests.never()
    }
  }

  @Test func `concatenations inside each other whose parts end at once are released`() {
    let store = makeStore(Journal()) {
      .concatenate(
        .cancel(id: 1), .concatenate(.cancel(id: 2), .send("a")),
        .concatenate(.send("b"), .send("c"))
      )
    }
    store.send("start")
    #expect(store.state == 4)
    #expect(store.backend.control.isAtRest)
  }

  @Test func `a part that follows a start cancelled before it began can be cancelled so itself`()
    async
  {
    let journal = Journal<String>()
    let store = makeStore(journal) {
      .concatenate(
        .merge(never(journal, "first").cancellable(id: "x"), .cancel(id: "x")),
        .merge(never(journal, "second").cancellable(id: "x"), .cancel(id: "x")),
        .send("end"))
    }
    await store.send("start").finish()
    #expect(journal.entries == ["start", "end"])
    #expect(store.backend.control.isAtRest)
  }

  @Test func `observers are notified of an action that follows a start cancelled before it began`()
    async
  {
    let told = Journal<Int>()
    let store = makeStore(Journal()) {
      .concatenate(
        .run { _ in },
        .merge(.run { _ in }.cancellable(id: "x"), .cancel(id: "x")),
        .send("end"))
    }
    let observation = store.observe({ $0 }) { told.note($0) }
    await store.send("start").finish()
    withExtendedLifetime(observation) {}
    #expect(told.entries == [1, 2])
  }

  @Test func `nothing of a concatenation happens after one of its parts has cancelled it`() async {
    let journal = Journal<String>()
    let store = makeStore(journal) {
      .concatenate(
        .send("a"),
        .merge(.cancel(id: "x"), .send("b"), never(journal, "c")),
        .send("d")
      )
      .cancellable(id: "x")
    }
    await store.send("start").finish()
    #expect(journal.entries == ["start", "a"])
  }

  @Test func `cancelInFlight of a part does not cancel the concatenation it is a part of`() async {
    let journal = Journal<String>()
    let store = makeStore(journal) {
      .concatenate(
        .run { _ in journal.note("a") }.cancellable(id: "x", cancelInFlight: true),
        .send("b")
      )
      .cancellable(id: "x", cancelInFlight: true)
    }
    await store.send("start").finish()
    #expect(journal.entries == ["start", "a", "b"])
  }

  @Test func `a part of an effect sends nothing more from its cancellation on`() async {
    let journal = Journal<String>()
    let store = makeStore(journal) {
      .run { send in
        try? await withTaskCancellation(id: "part") {
          await send("a")
          Task.cancel(id: "part")
          await send("b")
        }
        await send("c")
      }
    }
    await store.send("start").finish()
    #expect(journal.entries == ["start", "a", "c"])
  }
}
