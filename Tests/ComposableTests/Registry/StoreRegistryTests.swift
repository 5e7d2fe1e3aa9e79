import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Synchronization
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1)))
struct StoreRegistryTests {
  @Reducer
  struct Tally {
    struct State: Codable, Equatable, Sendable {
      var id = 0
      var count = 0
    }
    enum Action: Sendable {
      case add
      case work
      case insist(Gate)
      case hold(Bolt)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add: state.count += 1
        case .work: return .run { _ in try await never() }
        case .insist(let gate): return .run { _ in await Task { try? await gate.wait() }.value }
        case .hold(let bolt): bolt.hold()
        }
        return .none
      }
    }
  }

  typealias Registry = StoreRegistry<Int, StoreOf<Tally>, Tally.State>

  let clock = TestClock()

  func registry(limit: Int = 100) -> Registry {
    Registry(
      clock: clock, settings: StoreRegistrySettings(snapshotLimit: limit), snapshot: { $0 },
      store: { id, saved in tally(id, saved) })
  }

  func tally(_ id: Int, _ saved: Tally.State?) -> StoreOf<Tally> {
    Store(initialState: saved ?? Tally.State(id: id)) { Tally() }
  }

  /// Lets the clock pass the idle time and looks.
  func evict(_ registry: Registry) async {
    await clock.advance(by: .seconds(120))
    registry.evictIdle()
  }

  // MARK: Asking

  @Test func `a store is made once for each id`() {
    let registry = registry()
    #expect(registry.find(1) == nil)
    let store = registry.open(1)
    #expect(registry.open(1) === store)
    #expect(registry.find(1) === store)
    #expect(registry.open(2) !== store)
    #expect(registry.liveCount == 2)
    #expect(Set(registry.residents.map(\.state.id)) == [1, 2])
  }

  @Test func `callers that open a store while it is made share it, and other stores do not wait`()
    async throws
  {
    let bolt = Bolt()
    defer { bolt.open() }
    let made = Mutex(0)
    let registry = Registry(clock: clock, snapshot: { $0 }) { id, saved in
      if id == 1 {
        made.withLock { $0 += 1 }
        bolt.hold()
      }
      return Store(initialState: Tally.State(id: id)) { Tally() }
    }
    async let first = registry.openOnThread(1)
    try await bolt.holds.wait()
    async let second = registry.openOnThread(1)
    #expect(registry.open(2).state.id == 2)
    #expect(registry.find(1) == nil)
    bolt.open()
    #expect(await first === second)
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `a store may be made with the help of another`() {
    let own = Mutex<Registry?>(nil)
    let registry = Registry(clock: clock, snapshot: { $0 }) { id, saved in
      let count = id == 0 ? 5 : own.withLock { $0 }?.open(id - 1).state.count ?? -1
      return Store(initialState: Tally.State(id: id, count: count)) { Tally() }
    }
    own.withLock { $0 = registry }
    #expect(registry.open(3).state.count == 5)
    #expect(registry.liveCount == 4)
    own.withLock { $0 = nil }
  }

  // MARK: Putting away

  @Test func `an idle store is evicted and made again from its snapshot`() async {
    let registry = registry()
    let old = registry.open(1)
    old.send(.add)
    await clock.advance(by: .seconds(119))
    #expect(registry.evictIdle() == 0)
    await clock.advance(by: .seconds(1))
    #expect(registry.evictIdle() == 1)
    #expect(registry.liveCount == 0)
    #expect(registry.parkedCount == 1)
    let new = registry.open(1)
    #expect(new !== old)
    #expect(new.state == Tally.State(id: 1, count: 1))
    #expect(registry.parkedCount == 0)
  }

  @Test func `asking for a store uses it, looking for it does not`() async {
    let registry = registry()
    _ = registry.open(1)
    _ = registry.open(2)
    await clock.advance(by: .seconds(60))
    _ = registry.open(1)
    _ = registry.find(2)
    await clock.advance(by: .seconds(60))
    #expect(registry.evictIdle() == 1)
    #expect(registry.find(1) != nil)
    #expect(registry.find(2) == nil)
  }

  @Test func `a store in use is not evicted, and its idle time starts when the use ends`() async {
    let registry = registry()
    let clock = clock
    await registry.using(1) { store in
      await clock.advance(by: .seconds(3600))
      #expect(registry.evictIdle() == 0)
      store.send(.add)
    }
    await clock.advance(by: .seconds(119))
    #expect(registry.evictIdle() == 0)
    await clock.advance(by: .seconds(1))
    #expect(registry.evictIdle() == 1)
  }

  @Test func `a store is not put away in the midst of a reduction`() async throws {
    let bolt = Bolt()
    defer { bolt.open() }
    let registry = registry()
    let store = registry.open(1)
    async let holding: Void = onThread { store.send(.hold(bolt)) }
    try await bolt.holds.wait()
    await clock.advance(by: .seconds(3600))
    #expect(registry.evictIdle() == 0)
    bolt.open()
    await holding
    #expect(registry.evictIdle() == 1)
  }

  @Test func `a store that is put away is released and its effects end`() async {
    let registry = registry()
    let work = registry.open(1).send(.work)
    weak let store = registry.find(1)
    #expect(store?.effectsInFlight == 1)
    await evict(registry)
    #expect(store == nil)
    await work.finish()
  }

  @Test func `the oldest of too many snapshots are dropped`() async {
    let registry = registry(limit: 2)
    for id in 1...3 {
      registry.open(id).send(.add)
      await evict(registry)
    }
    #expect(registry.parkedCount == 2)
    #expect((1...3).map { registry.open($0).state.count } == [0, 1, 1])
  }

  @Test func `running, it puts idle stores away by itself`() async {
    let registry = registry()
    _ = registry.open(1)
    let running = Task { await registry.run(every: .seconds(50)) }
    for expected in [1, 1, 0] {
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(50))
      await clock.waitForSleepers()
      #expect(registry.liveCount == expected)
    }
    running.cancel()
    await running.value
  }

  @Test func `a removed store leaves nothing behind`() async {
    let registry = registry()
    let work = registry.open(1).send(.work)
    registry.open(1).send(.add)
    registry.remove(1)
    await work.finish()
    #expect(registry.open(1).state.count == 0)
    await evict(registry)
    registry.remove(1)
    #expect(registry.parkedCount == 0)
  }

  @Test func `a store that is removed while it is made is not kept`() async {
    let own = Mutex<Registry?>(nil)
    let work = Mutex<StoreTask?>(nil)
    let registry = Registry(clock: clock, snapshot: { $0 }) { id, saved in
      own.withLock { $0 }?.remove(id)
      let store = Store(initialState: Tally.State(id: id)) { Tally() }
      work.withLock { $0 = store.send(.work) }
      return store
    }
    own.withLock { $0 = registry }
    let store = registry.open(1)
    #expect(registry.liveCount == 0)
    #expect(work.withLock { $0?.isWindingDown } == true)
    #expect(await store.shutdown(deadline: .seconds(10)))
    own.withLock { $0 = nil }
  }

  @Test func `a store that is removed while a caller keeps it loses its effects`() async {
    let registry = registry()
    let store = registry.open(1)
    let work = store.send(.work)
    registry.remove(1)
    #expect(work.isWindingDown)
    await work.finish()
  }

  @Test func `a store that is removed during its eviction leaves no snapshot`() async {
    let own = Mutex<Registry?>(nil)
    let registry = Registry(
      clock: clock,
      snapshot: { state in
        own.withLock { $0 }?.remove(state.id)
        return state
      },
      store: { id, saved in Store(initialState: saved ?? Tally.State(id: id)) { Tally() } })
    own.withLock { $0 = registry }
    registry.open(1).send(.add)
    await evict(registry)
    #expect(registry.parkedCount == 0)
    #expect(registry.open(1).state.count == 0)
    own.withLock { $0 = nil }
  }

  @Test func `snapshots come back for those only who are not there`() {
    let own = Mutex<Registry?>(nil)
    let registry = Registry(clock: clock, snapshot: { $0 }) { id, saved in
      own.withLock { $0 }?.restore([id: Tally.State(id: id, count: 9)])
      return Store(initialState: saved ?? Tally.State(id: id)) { Tally() }
    }
    own.withLock { $0 = registry }
    #expect(registry.open(1).state.count == 0)
    #expect(registry.parkedCount == 0)
    registry.restore([1: Tally.State(id: 1, count: 9), 2: Tally.State(id: 2, count: 9)])
    #expect(registry.parkedCount == 1)
    own.withLock { $0 = nil }
  }

  @Test func `ten thousand stores come, go and come back as they were`() async {
    let count = 10_000
    let registry = registry(limit: count)
    for id in 0..<count {
      let store = registry.open(id)
      for _ in 0..<(id % 3) { store.send(.add) }
    }
    #expect(registry.liveCount == count)
    await clock.advance(by: .seconds(60))
    for id in 0..<count / 2 { _ = registry.open(id) }
    await clock.advance(by: .seconds(60))
    #expect(registry.evictIdle() == count / 2)
    #expect(registry.liveCount == count / 2)
    #expect(registry.parkedCount == count / 2)
    let states = (0..<count).map { registry.open($0).state }
    #expect(states == (0..<count).map { Tally.State(id: $0, count: $0 % 3) })
    #expect(registry.parkedCount == 0)
    let remains = await registry.shutdown()
    #expect(remains.snapshots.count == count)
    #expect(remains.unfinished.isEmpty)
  }

  @Test func `many threads open, use and put away the same stores and lose no action`() async {
    let registry = registry(limit: 100)
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask { [clock] in
          for turn in 0..<200 {
            await registry.using((worker + turn) % 10) { _ = $0.send(.add) }
            if turn.isMultiple(of: 20) {
              await clock.advance(by: .seconds(120))
              registry.evictIdle()
            }
          }
        }
      }
    }
    #expect((0..<10).map { registry.open($0).state.count }.reduce(0, +) == 8 * 200)
  }

  // MARK: Ending

  @Test func `shutdown ends every effect and gives the snapshots, also of those put away`() async {
    let registry = registry()
    registry.open(1).send(.add)
    await evict(registry)
    let store = registry.open(2)
    let work = store.send(.work)
    let remains = await registry.shutdown(deadline: .seconds(10))
    #expect(remains.unfinished.isEmpty)
    #expect(
      remains.snapshots == [1: Tally.State(id: 1, count: 1), 2: Tally.State(id: 2, count: 0)])
    #expect(store.effectsInFlight == 0)
    await work.finish()
    let late = registry.open(1)
    #expect(late.state.count == 1)
    #expect(registry.liveCount == 0)
    #expect(registry.parkedCount == 1)
  }

  @Test func `shutdown gives up on an effect that does not end`() async throws {
    let registry = registry()
    let gate = Gate()
    let work = registry.open(1).send(.insist(gate))
    registry.open(2).send(.work)
    await gate.arrival()
    async let remains = registry.shutdown(deadline: .seconds(3))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(3))
    #expect(await remains.unfinished == [1])
    #expect(await remains.snapshots.count == 2)
    gate.open()
    await work.finish()
  }

  @Test func `shutdown waits for effects that take their time to end`() async {
    let registry = registry()
    let gate = Gate()
    let work = registry.open(1).send(.insist(gate))
    await gate.arrival()
    async let remains = registry.shutdown(deadline: .seconds(3))
    await clock.waitForSleepers()
    gate.open()
    #expect(await remains.unfinished.isEmpty)
    await work.finish()
  }

  @Test func `shutdown takes its time from the clock it is given`() async {
    let registry = registry()
    let gate = Gate()
    let other = TestClock()
    let work = registry.open(1).send(.insist(gate))
    await gate.arrival()
    async let remains = registry.shutdown(deadline: .seconds(3), clock: other)
    await other.waitForSleepers()
    await other.advance(by: .seconds(3))
    #expect(await remains.unfinished == [1])
    gate.open()
    await work.finish()
  }

  @Test func `a reducer that never returns cannot hold a shutdown up`() async throws {
    let bolt = Bolt()
    defer { bolt.open() }
    let registry = registry()
    let stuck = registry.open(1)
    let other = registry.open(2)
    let work = other.send(.work)
    async let holding: Void = onThread { stuck.send(.hold(bolt)) }
    try await bolt.holds.wait()
    async let remains = registry.shutdown(deadline: .seconds(1))
    // The deadline and the pause before the stuck one is tried again.
    await clock.waitForSleepers(2)
    await work.finish()
    await clock.advance(by: .seconds(1))
    #expect(await remains.unfinished == [1])
    #expect(await remains.snapshots == [2: Tally.State(id: 2)])
    bolt.open()
    await holding
  }

  @Test func `a reduction that ends before the deadline is part of the snapshot`() async throws {
    let bolt = Bolt()
    defer { bolt.open() }
    let registry = registry()
    let store = registry.open(1)
    async let holding: Void = onThread {
      store.send(.hold(bolt))
      store.send(.add)
    }
    try await bolt.holds.wait()
    async let remains = registry.shutdown(deadline: .seconds(1))
    await clock.waitForSleepers(2)
    bolt.open()
    await holding
    await clock.advance(by: .milliseconds(100))
    #expect(await remains.snapshots == [1: Tally.State(id: 1, count: 1)])
    #expect(await remains.unfinished.isEmpty)
  }

  @Test func `snapshots that were saved come back in another registry`() async {
    let first = registry()
    for id in 1...3 { first.open(id).send(.add) }
    let saved = await first.shutdown().snapshots
    let second = registry()
    second.open(1).send(.add)
    second.open(1).send(.add)
    second.restore(saved)
    #expect((1...4).map { second.open($0).state.count } == [2, 1, 1, 0])
  }
}

extension StoreRegistryTests.Registry {
  fileprivate func openOnThread(_ id: ID) async -> Resident {
    await onThread { self.open(id) }
  }
}

/// Runs a body that may block on a thread of its own, so that it takes none from other tests.
private func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
