import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct EffectCompositionTests {
  /// A store that returns `effect` for "start" and cancels what any other action names.
  func makeStore(
    _ effect: @escaping @Sendable () -> Effect<String>
  ) -> Store<[String], String> {
    Store(initialState: []) {
      Reduce { (state: inout [String], action: String) -> Effect<String> in
        state.append(action)
        return action == "start" ? effect() : .cancel(id: action)
      }
    }
  }

  // MARK: 8

  @Test func `8: none merged or concatenated disappears`() {
    #expect(Effect<Int>.merge(.none, .none).isNone)
    #expect(Effect<Int>.merge([]).isNone)
    #expect(Effect<Int>.concatenate(.none, .none).isNone)
    #expect(Effect<Int>.none.merge(with: .none).concatenate(with: .none).isNone)
    #expect(Effect<Int>.none.map { "\($0)" }.isNone)
    #expect(Effect<Int>.none.cancellable(id: 1, cancelInFlight: true).isNone)
    #expect(Effect<Int>.none.debounce(id: 1, for: .seconds(1), clock: ContinuousClock()).isNone)
    let throttled = Effect<Int>.none.throttle(
      id: 1, for: .seconds(1), clock: ContinuousClock(), latest: true)
    #expect(throttled.isNone)
  }

  @Test func `8: what is merged or concatenated with none is as it was`() {
    let store = makeStore {
      .concatenate(.none, .merge(.none, .send("a"), .none), .none, .send("b").merge(with: .none))
    }
    let task = store.send("start")
    #expect(task.isFinished)
    #expect(store.state == ["start", "a", "b"])
  }

  // MARK: 22

  @Test func `22: merge runs its effects together and completes when all have`() async {
    let gates = [Gate(), Gate()]
    let store = makeStore {
      .merge(
        .run { _ in try await gates[0].wait() }, .run { _ in try await gates[1].wait() },
        .run { _ in })
    }
    let task = store.send("start")
    await gates[0].arrival()
    await gates[1].arrival()
    gates[0].open()
    #expect(!task.isFinished)
    gates[1].open()
    await task.finish()
    #expect(store.objectsInFlight == 0)
  }

  @Test func `22: concatenate starts the next after completion of the previous`() async {
    let journal = Journal<String>()
    let gate = Gate()
    let store = makeStore {
      .concatenate(
        .run { _ in
          journal.note("1 began")
          try await gate.wait()
          journal.note("1 ended")
        },
        .merge(.run { _ in journal.note("2") }, .run { _ in journal.note("2") }),
        .concatenate(.run { _ in journal.note("3") }, .run { await $0("4") }),
        .send("5"),
        .run { _ in journal.note("6") })
    }
    let task = store.send("start")
    await gate.arrival()
    #expect(journal.entries == ["1 began"])
    gate.open()
    await task.finish()
    #expect(journal.entries == ["1 began", "1 ended", "2", "2", "3", "6"])
    #expect(store.state == ["start", "4", "5"])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `22: concatenate starts the next after a failure of the previous`() async {
    let store = makeStore {
      .concatenate(.run { _ in throw CancellationError() }, .run { await $0("next") })
    }
    await store.send("start").finish()
    #expect(store.state == ["start", "next"])
  }

  @Test func `22: concatenate starts the next after cancellation of the previous`() async {
    let gate = Gate()
    let store = makeStore {
      .concatenate(
        .run { _ in try await gate.wait() }.cancellable(id: "part"), .run { await $0("next") })
    }
    let task = store.send("start")
    await gate.arrival()
    store.send("part")
    await task.finish()
    #expect(store.state == ["start", "part", "next"])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `22: cancelled as a whole, later parts of a concatenation never start`() async {
    let journal = Journal<Int>()
    let gate = Gate()
    let store = makeStore {
      .concatenate(
        .run { _ in try await gate.wait() }.cancellable(id: "part"),
        .run { _ in journal.note(2) },
        .concatenate(.run { _ in journal.note(3) }, .send("4"))
      )
      .cancellable(id: "whole")
    }
    let task = store.send("start")
    await gate.arrival()
    store.send("whole")
    await task.finish()
    #expect(journal.entries.isEmpty)
    #expect(store.state == ["start", "whole"])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `22: cancelled as a whole in its middle, what is left of it never starts`() async {
    let journal = Journal<Int>()
    let gate = Gate()
    let store = makeStore {
      .concatenate(
        .run { _ in try await never() }.cancellable(id: "part"),
        .run { _ in journal.note(2) },
        .run { _ in try await gate.wait() },
        .run { _ in journal.note(4) }
      )
      .cancellable(id: "whole")
    }
    let task = store.send("start")
    store.send("part")
    await gate.arrival()
    store.send("whole")
    await task.finish()
    #expect(journal.entries == [2])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `22: a concatenation inside a merge goes with the id around the merge`() async {
    let journal = Journal<Int>()
    let gate = Gate()
    let store = makeStore {
      .merge(
        .concatenate(.run { _ in try await gate.wait() }, .run { _ in journal.note(1) }),
        .concatenate(.run { _ in try await gate.wait() }, .run { _ in journal.note(2) })
      )
      .cancellable(id: "all")
    }
    let task = store.send("start")
    await gate.arrival(of: 2)
    store.send("all")
    await task.finish()
    #expect(journal.entries.isEmpty)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `22: a concatenation of a removed child never goes on`() async {
    let journal = Journal<Int>()
    let gate = Gate()
    let store = Store(initialState: Int?.some(0)) {
      Reduce { (state: inout Int?, action: Wrapped) in
        if case .child(0) = action { state = nil }
        return .none
      }
      .ifLet(\.self, action: \.child) {
        Reduce { (_: inout Int, action: Int) in
          action == 1
            ? .concatenate(.run { _ in try await gate.wait() }, .run { _ in journal.note(1) })
            : .none
        }
      }
    }
    let task = store.send(.child(1))
    await gate.arrival()
    store.send(.child(0))
    await task.finish()
    #expect(journal.entries.isEmpty)
    #expect(store.objectsInFlight == 0)
  }

  // MARK: 23

  @Test func `23: map keeps order`() async {
    let store = makeStore {
      Effect<Int>.concatenate(
        .send(1), .run { await $0(2) }, .merge(.send(3), .concatenate(.send(4), .send(5)))
      )
      .map { "mapped \($0)" }
    }
    await store.send("start").finish()
    #expect(store.state == ["start"] + (1...5).map { "mapped \($0)" })
  }

  @Test func `23: map keeps cancellation ids, inner and outer`() async {
    for id in ["inner", "outer", "whole"] {
      let store = makeStore {
        Effect<Int>.merge(
          .run { _ in try await never() }.cancellable(id: "inner"),
          .concatenate(.run { _ in try await never() }).cancellable(id: "inner")
        )
        .cancellable(id: "outer")
        .map { "\($0)" }
        .cancellable(id: "whole")
      }
      let task = store.send("start")
      store.send(id)
      await task.finish()
      #expect(store.objectsInFlight == 0)
    }
  }

  @Test func `23: map keeps dependencies, names and priorities`() async {
    let store = makeStore {
      withDependencies {
        $0.date = .constant(.distantPast)
      } operation: {
        Effect<Bool>.run(name: "dated", priority: .low) { send in
          let isDated = DependencyValues.current.date.now == .distantPast
          await send(isDated && Task.name == "dated" && Task.basePriority == .low)
        }
      }
      .map { "\($0)" }
    }
    await store.send("start").finish()
    #expect(store.state == ["start", "true"])
  }
}

@CasePathable
private enum Wrapped: Sendable {
  case child(Int)
}
