import ComposableTestSupport
import ComposableTesting
import Foundation
import Synchronization
import Testing

@testable import Composable

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1)))
struct StoreHooksTests {
  enum Colour: Sendable { case red }

  @Reducer
  struct Row {
    struct State: Identifiable, Sendable { let id: Int }
    enum Action: Sendable { case renamed(String), tapped }
    var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
  }

  @Reducer
  struct Shop {
    struct State: Sendable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 7)]
    }
    enum Action: Sendable {
      case rows(IdentifiedActionOf<Row>)
      case chosen(Colour)
      case named(String)
      case take(Duration)
      case feed(Int)
      case load(Gate)
      case loaded
    }
    let clock: StepClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .take(let duration): clock.advance(by: duration)
        case .feed(let count):
          clock.advance(by: .milliseconds(1))
          if count > 0 { return .send(.feed(count - 1)) }
        case .load(let gate):
          return .run { send in
            try await gate.wait()
            await send(.loaded)
          }
        case .rows, .chosen, .named, .loaded: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  let clock = StepClock()
  let journal = Journal<StoreReport>()

  func store(slowerThan threshold: Duration = .zero) -> StoreOf<Shop> {
    Store(initialState: Shop.State()) { [clock] in
      Shop(clock: clock)
    } withDependencies: { [clock, journal] in
      $0.storeHooks = StoreHooks(slowerThan: threshold, clock: clock) { journal.note($0) }
    }
  }

  @Test func `an action is reported with its name, its duration and the effects in flight`() async {
    let store = store()
    let gate = Gate()
    let load = store.send(.load(gate))
    store.send(.take(.milliseconds(30)))
    let report = StoreReport(
      action: "take", reductions: [.init(action: "take", duration: .milliseconds(30))],
      actionCount: 1, duration: .milliseconds(30), effectsInFlight: 1)
    #expect(journal.entries.map(\.action) == ["load", "take"])
    #expect(journal.entries.last == report)
    gate.open()
    await load.finish()
    #expect(journal.entries.last?.action == "loaded", "an effect's action is a burst of its own")
  }

  @Test func `hooks do not stand in the way of onAnyChange`() {
    let journal = Journal<Int>()
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        state += action
        return .none
      }
      .onAnyChange(of: { $0 }) { _, new, _ in
        journal.note(new)
        return .none
      }
    } withDependencies: {
      $0.storeHooks = StoreHooks { _ in }
    }
    store.send(3)
    store.send(0)
    store.send(4)
    #expect(journal.entries == [3, 7])
  }

  @Test func `a name is made of cases and says nothing of what the action carries`() {
    let store = store()
    store.send(.named("Margaret"))
    store.send(.chosen(.red))
    store.send(.rows(.element(id: 7, action: .renamed("Margaret"))))
    store.send(.rows(.element(id: 7, action: .tapped)))
    #expect(
      journal.entries.map(\.action)
        == ["named", "chosen", "rows.element.renamed", "rows.element.tapped"])
  }

  @Test func `an action that is not an enum is named by its type`() {
    let journal = journal
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: String) in .none }
    } withDependencies: {
      $0.storeHooks = StoreHooks { journal.note($0) }
    }
    store.send("Margaret")
    #expect(journal.entries.map(\.action) == ["String"])
  }

  @Test func `an action below the threshold is not reported`() {
    let store = store(slowerThan: .milliseconds(100))
    store.send(.take(.milliseconds(99)))
    #expect(journal.entries.isEmpty)
    store.send(.take(.milliseconds(100)))
    #expect(journal.entries.map(\.duration) == [.milliseconds(100)])
    store.send(.take(.milliseconds(1)))
    #expect(journal.entries.count == 1)
  }

  @Test func `actions that are fed back belong to the burst`() {
    let store = store(slowerThan: .milliseconds(4))
    store.send(.feed(4))
    #expect(journal.entries.map(\.actionCount) == [5])
    #expect(journal.entries.map(\.duration) == [.milliseconds(5)])
    #expect(journal.entries.map(\.reductions.count) == [0], "none of them took so long by itself")
  }

  @Test func `a report of a burst without end is not without end`() {
    let store = store()
    store.send(.feed(10_000))
    #expect(journal.entries.map(\.actionCount) == [10_001])
    #expect(journal.entries.map(\.reductions.count) == [100])
  }

  @Test func `a report is given outside the store's lock`() {
    let other = Mutex<StoreOf<Worker>?>(nil)
    let read = DispatchSemaphore(value: 0)
    let journal = Journal<DispatchTimeoutResult>()
    let store = Store(initialState: Worker.State()) {
      Worker()
    } withDependencies: {
      $0.storeHooks = StoreHooks { _ in
        let store = other.withLock { $0 }
        Thread.detachNewThread {
          _ = store?.state
          read.signal()
        }
        journal.note(read.wait(timeout: .now() + 10))
      }
    }
    other.withLock { $0 = store }
    store.send(.finish)
    // The hooks, and with them this reference, belong to the store.
    other.withLock { $0 = nil }
    #expect(journal.entries == [.success])
  }

  @Test func `stores made where hooks are in force have them, others have no meter at all`() {
    let journal = journal
    let metered = withDependencies {
      $0.storeHooks = StoreHooks { journal.note($0) }
    } operation: {
      Store(initialState: Worker.State()) { Worker() }
    }
    let plain = Store(initialState: Worker.State()) { Worker() }
    metered.send(.finish)
    plain.send(.finish)
    #expect(journal.entries.map(\.action) == ["finish"])
    #expect(metered.backend.control.meter != nil)
    #expect(plain.backend.control.meter == nil)
  }

  @Test func `hooks change nothing about children and their effects`() async {
    let journal = journal
    let store = Store(initialState: Workshop.State()) {
      Workshop()
    } withDependencies: {
      $0.storeHooks = StoreHooks { journal.note($0) }
    }
    store.send(.update { $0.guest = Worker.State() })
    let work = store.send(.guest(.start))
    #expect(store.effectsInFlight == 1)
    store.send(.guest(.finish))
    await work.finish()
    #expect(store.effectsInFlight == 0)
    #expect(journal.entries.map(\.action) == ["update", "guest.start", "guest.finish"])
  }
}
