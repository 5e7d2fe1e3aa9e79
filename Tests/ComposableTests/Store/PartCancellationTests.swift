import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// Cancelling from inside an effect: `Task.cancel(id:)` and `withTaskCancellation`.
@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct PartCancellationTests {
  @Test func `32: inside an effect withTaskCancellation and Task.cancel use its path`() async {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isNested: Bool) in
        if isNested {
          return .run { _ in
            try await withTaskCancellation(id: "nested") { try await gate.wait() }
          }
        }
        return .run { _ in Task.cancel(id: "nested") }
      }
    }
    let nested = store.send(true)
    await gate.arrival()
    await store.send(false).finish()
    await nested.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `32: Task.cancel in a child's effect reaches the child only`() async {
    let store = Store(initialState: Pair.State()) { Pair() }
    let left = store.send(.left(.start))
    let right = store.send(.right(.start))
    await store.send(.left(.stop)).finish()
    await left.finish()
    #expect(!right.isWindingDown)
    await store.drain()
  }

  @Test func `32: withTaskCancellation cancels an earlier one of its id if asked to`() async {
    // Of their own: what is cancelled opens its gate.
    let gates = ["first": Gate(), "second": Gate()]
    let ends = Journal<String>()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, name: String) in
        .run { _ in
          do {
            try await withTaskCancellation(id: "nested", cancelInFlight: true) {
              try await gates[name]?.wait()
            }
            ends.note(name)
          } catch {
            ends.note("\(name) cancelled")
          }
        }
      }
    }
    let first = store.send("first")
    await gates["first"]?.arrival()
    let second = store.send("second")
    await first.finish()
    #expect(ends.entries.contains("first cancelled"))
    gates["second"]?.open()
    await second.finish()
    #expect(ends.entries == ["first cancelled", "second"])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `32: withTaskCancellation returns its operation's result and throws its error`() async
  {
    struct Failure: Error {}
    let results = Journal<String>()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in
          results.note(try await withTaskCancellation(id: 1) { "done" })
          do {
            try await withTaskCancellation(id: 1) { throw Failure() }
          } catch is Failure {
            results.note("thrown")
          }
        }
      }
    }
    await store.send(()).finish()
    #expect(results.entries == ["done", "thrown"])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `32: an effect that is cancelled takes along what it runs under another id`() async {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isStart: Bool) in
        isStart
          ? .run { _ in try await withTaskCancellation(id: "inner") { try await gate.wait() } }
            .cancellable(id: "outer")
          : .cancel(id: "outer")
      }
    }
    let task = store.send(true)
    await gate.arrival()
    store.send(false)
    await task.finish()
    #expect(store.objectsInFlight == 0)
  }

  @Test func `32: withTaskCancellation restarts nothing of a sibling`() async {
    let gates = ["left": Gate(), "right": Gate()]
    let cancelled = Journal<String>()
    let store = Store(initialState: 0) {
      for name in ["left", "right"] {
        Scope(state: \Int.self, action: \Sides.AllCasePaths[side: name]) {
          Reduce { (_: inout Int, _: Void) in
            .run { _ in
              try await withTaskCancellation(id: "nested", cancelInFlight: true) {
                do { try await gates[name]?.wait() } catch { cancelled.note(name) }
              }
            }
          }
        }
      }
    }
    let left = store.send(.left)
    await gates["left"]?.arrival()
    let right = store.send(.right)
    await gates["right"]?.arrival()
    #expect(!left.isWindingDown)
    for gate in gates.values { gate.open() }
    await left.finish()
    await right.finish()
    #expect(cancelled.entries.isEmpty)
  }
}

@CasePathable
private enum Sides: Sendable {
  case left
  case right
}

extension Sides.AllCasePaths {
  fileprivate subscript(side name: String) -> CasePath<Sides, Void> {
    name == "left" ? left : right
  }
}

private struct Canceller: Reducer {
  enum Action: Sendable { case start, stop }
  var body: some Reducer<Int, Action> {
    Reduce { _, action in
      switch action {
      case .start: .run { _ in try await never() }.cancellable(id: "work")
      case .stop: .run { _ in Task.cancel(id: "work") }
      }
    }
  }
}

private struct Pair: Reducer {
  struct State: Sendable {
    var left = 0
    var right = 0
  }
  @CasePathable enum Action: Sendable {
    case left(Canceller.Action)
    case right(Canceller.Action)
  }
  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: \.left) { Canceller() }
    Scope(state: \.right, action: \.right) { Canceller() }
  }
}
