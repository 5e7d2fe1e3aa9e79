import Composable
import ComposableTesting
import Foundation
import Testing

/// A feature told step by step.
@Suite("44: steps of a test store", .leavesNothing) struct StepTests {
  let clock = TestClock()

  @Test func `44: a test drives a feature on a clock step by step`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.ticked) { $0.count = 1 }
    await store.receive(\.ticked) { $0.count = 2 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func `44: receive is first in, first out`() async {
    let store = TestStore(initialState: [Int]()) {
      Reduce { (state: inout [Int], number: Int) in
        state.append(number)
        guard number == 0 else { return .none }
        return .merge(
          .run { send in for number in 1...3 { await send(number) } },
          .send(4),
          .run { send in await send(5) })
      }
    }
    await store.send(0) { $0 = [0] }
    // Fed back within the send, then the effects as they were returned.
    await store.receive(4) { $0 = [0, 4] }
    await store.receive(1) { $0 = [0, 4, 1] }
    await store.receive(2) { $0 = [0, 4, 1, 2] }
    await store.receive(3) { $0 = [0, 4, 1, 2, 3] }
    await store.receive(5) { $0 = [0, 4, 1, 2, 3, 5] }
  }

  @Test func `44: the state is that after the last asserted action`() async {
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, number: Int) in
        state += number
        return number == 1 ? .merge(.send(10), .send(100)) : .none
      }
    }
    await store.send(1) { $0 = 1 }
    #expect(store.state == 1)
    await store.receive(10) { $0 = 11 }
    #expect(store.state == 11)
    await store.receive(100) { $0 = 111 }
    #expect(store.state == 111)
  }

  @Test func `44: send does not let effects run, receive does`() async {
    let journal = Journal()
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, number: Int) in
        number > 0
          ? .none
          : .run { send in
            journal.note("ran"); await send(1)
          }
      }
    }
    await store.send(0)
    #expect(journal.entries.isEmpty)
    await store.receive(1)
    #expect(journal.entries == ["ran"])
    await store.send(2)
  }

  @Test func `44: finish and a clock let effects run`() async {
    let journal = Journal()
    let clock = clock
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, _: Int) in .run { _ in journal.note("ran") } }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(0)
    await clock.advance()
    #expect(journal.entries == ["ran"])
    await store.send(0)
    await store.finish()
    #expect(journal.entries == ["ran", "ran"])
    let task = await store.send(0)
    await task.finish()
    #expect(journal.entries.count == 3)
  }

  @Test func `44: an action is received by value, by case, by case and value, by predicate`() async
  {
    let store = Timer.testStore(on: clock)
    for receive in 0..<4 {
      await store.send(\.loadButtonTapped)
      switch receive {
      case 0: await store.receive(.loaded(42)) { $0.count = 42 }
      case 1: await store.receive(\.loaded) { $0.count = 42 }
      case 2: await store.receive(\.loaded, 42) { $0.count = 42 }
      default: await store.receive({ $0 == .loaded(42) }, assert: { $0.count = 42 })
      }
      await store.send(\.loaded, 0) { $0.count = 0 }
    }
  }

  @Test func `44: shared state is asserted like any other`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.totalButtonTapped) { $0.$total.withLock { $0 = 1 } }
    await store.send(.totalButtonTapped) { $0.$total.withLock { $0 += 1 } }
    #expect(store.state.total == 2)
  }

  @Test func `44: closures see the store's dependencies`() async {
    struct Feature: Reducer {
      @Dependency(\.uuid) var uuid
      var body: some Reducer<String, Bool> {
        Reduce { state, _ in
          state = uuid().uuidString
          return .none
        }
      }
    }
    let store = TestStore(initialState: "") {
      Feature()
    } withDependencies: {
      $0.uuid = .constant(UUID(1))
    }
    await store.send(true) {
      @Dependency(\.uuid) var uuid
      $0 = uuid().uuidString
    }
  }

  @Test func `44: work under an id of its own stays on the store's executor`() async {
    let clock = clock
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, number: Int) in
        state += number
        return number > 1
          ? .none
          : .run { send in
            let result = try await withTaskCancellation(id: "nested") {
              try await clock.sleep(for: .seconds(1))
              return 2
            }
            await send(result)
          }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(1) { $0 = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(2) { $0 = 3 }
    await store.finish()
  }

  @Test func `48: finish succeeds with a presented child that does nothing`() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(.present) { $0.child = Child.State() }
    #expect(store.effectsInFlight == 0)
    await store.finish()
    await store.send(.child(.presented(.tapped)))
    await store.finish()
  }
}

@Reducer
private struct Child {
  struct State: Equatable, Sendable {}
  enum Action: Sendable { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Parent {
  struct State: Equatable, Sendable {
    @Presents var child: Child.State?
  }
  enum Action: Sendable {
    case present
    case child(PresentationAction<Child.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .present = action { state.child = Child.State() }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Child() }
  }
}
