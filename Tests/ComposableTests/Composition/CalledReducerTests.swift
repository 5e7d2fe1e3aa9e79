import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// Wraps any reducer and calls it by hand, as a layer of analytics would.
private struct Wrapped<Base: Reducer>: Reducer {
  let base: Base
  let journal: Journal<String>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    journal.note("before")
    defer { journal.note("after") }
    return base.reduce(into: &state, action: action)
  }
}

/// Two of one feature side by side and a list of them, all called by hand.
private struct ByHand: Reducer {
  struct State: Equatable, Sendable {
    var left = Worker.State(id: 1)
    var right = Worker.State(id: 2)
    var rows: IdentifiedArrayOf<Worker.State> = []
    var workshop = Workshop.State()
  }
  enum Action: Sendable {
    case left(Worker.Action)
    case right(Worker.Action)
    case row(Int, Worker.Action)
    case workshop(Workshop.Action)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .left(let action):
      return Worker().reduce(into: &state.left, action: action).map(Action.left)
    case .right(let action):
      return Worker().reduce(into: &state.right, action: action).map(Action.right)
    case .row(let id, let action):
      guard var row = state.rows[id: id] else { return .none }
      defer { state.rows[id: id] = row }
      return Worker().reduce(into: &row, action: action).map { .row(id, $0) }
    case .workshop(let action):
      return Workshop().reduce(into: &state.workshop, action: action).map(Action.workshop)
    }
  }
}

/// A composed reducer whose value matters.
private struct Adder: Reducer {
  let amount: Int
  let built: Journal<Int>
  var body: some Reducer<Int, Int> {
    let _ = built.note(amount)
    Reduce { state, _ in
      state += amount
      return .none
    }
  }
}

@Suite("33: reducers that call others by hand", .leavesNothingBehind) struct CalledReducerTests {
  let journal = Journal<String>()

  @Test("33: the children of a wrapped reducer lose their effects when they go")
  func wrapper() async {
    let store = Store(initialState: Workshop.State()) {
      Wrapped(base: Workshop(), journal: journal)
    }
    store.send(.update { $0.rows = [Worker.State(id: 1), Worker.State(id: 2)] })
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    store.send(.update { $0.rows.remove(id: 1) })
    await first.finish()
    #expect(!second.isFinished)
    store.send(.rows(.element(id: 2, action: .stop)))
    await second.finish()
    #expect(journal.entries.count == 10)
  }

  @Test("33: children lose their effects also where a plain closure calls their parent")
  func closure() async {
    let store = Store(initialState: Workshop.State(guest: Worker.State())) {
      Reduce { (state: inout Workshop.State, action: Workshop.Action) in
        Workshop().reduce(into: &state, action: action)
      }
    }
    let guest = store.send(.guest(.start))
    store.send(.update { $0.guest = nil })
    #expect(guest.isWindingDown)
    await store.drain()
  }

  @Test("27: who calls several reducers in one action has all of them in their places")
  func severalCalls() async {
    struct Noting: Reducer {
      func reduce(into state: inout Worker.State, action: Worker.Action) -> Effect<Worker.Action> {
        .none
      }
    }
    struct Host: Reducer {
      func reduce(into state: inout ByHand.State, action: ByHand.Action) -> Effect<ByHand.Action> {
        guard case .right(let action) = action else {
          guard case .left(let action) = action else { return .none }
          return Worker().reduce(into: &state.left, action: action).map(ByHand.Action.left)
        }
        _ = CombineReducers { Noting() }.reduce(into: &state.left, action: action)
        return Worker().reduce(into: &state.right, action: action).map(ByHand.Action.right)
      }
    }
    let store = Store(initialState: ByHand.State()) { Host() }
    let issues = await captureIssues {
      let left = store.send(.left(.start))
      let right = store.send(.right(.start))
      store.send(.right(.stop))
      #expect(right.isWindingDown)
      #expect(!left.isWindingDown)
      await store.drain()
    }
    #expect(issues.isEmpty)
  }

  @Test("33: wrappers around wrappers are no obstacle")
  func twoWrappers() async {
    let store = Store(initialState: Workshop.State(guest: Worker.State())) {
      Reduce(Wrapped(base: Wrapped(base: Workshop(), journal: journal), journal: journal))
    }
    let task = store.send(.guest(.start))
    let own = store.send(.start)
    store.send(.update { $0.guest = nil })
    await task.finish()
    #expect(!own.isFinished)
    await store.drain()
  }

  @Test("27: siblings called by hand never cancel each other's effects")
  func siblings() async {
    let store = Store(initialState: ByHand.State()) { ByHand() }
    let left = store.send(.left(.start))
    let right = store.send(.right(.start))
    store.send(.left(.stop))
    await left.finish()
    #expect(!right.isWindingDown)
    store.send(.right(.stop))
    await right.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `rows called by hand are indistinguishable, which is reported once`() async {
    let store = Store(
      initialState: ByHand.State(rows: [Worker.State(id: 1), Worker.State(id: 2)])
    ) {
      ByHand()
    }
    let issues = captureIssues {
      store.send(.row(1, .finish))
      store.send(.row(1, .start))
      store.send(.row(2, .start))
    }
    #expect(issues.map(\.code) == [.calledByHand])
    #expect(issues.first?.message.contains("Worker") == true)
    await store.drain()
  }

  @Test
  func `effects of a called reducer's own children are reported, since nothing can cancel them`()
    async
  {
    let store = Store(initialState: ByHand.State()) { ByHand() }
    let none = captureIssues { store.send(.workshop(.start)) }
    #expect(none.isEmpty)
    let issues = captureIssues { store.send(.workshop(.left(.start))) }
    #expect(issues.map(\.code) == [.calledByHand])
    await store.drain()
  }

  @Test func `a called reducer is built once, and again when it is another value`() {
    let built = Journal<Int>()
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        Adder(amount: action, built: built).reduce(into: &state, action: action)
      }
    }
    for amount in [1, 1, 1, 5, 5] { store.send(amount) }
    #expect(store.state == 13)
    #expect(built.entries == [1, 5])
  }

  @Test func `a reducer can be called without any store`() {
    var state = Workshop.State()
    _ = Wrapped(base: Workshop(), journal: journal).reduce(
      into: &state, action: .update { $0.guest = Worker.State(id: 3) })
    #expect(state.guest?.id == 3)
  }

  @Test("17: a change is noticed inside a wrapped reducer")
  func onAnyChange() {
    let changes = Journal<Int>()
    let watching = Reduce<Int, Int> { _, _ in .none }
      .onAnyChange(of: { $0 }) { _, new, _ in
        changes.note(new)
        return .none
      }
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        state = action
        return .none
      }
      Wrapped(base: watching, journal: journal)
    }
    for number in [1, 2, 2, 3] { store.send(number) }
    // It is there from the first action on.
    #expect(changes.entries == [2, 3])
  }
}
