import Composable
import Foundation
import Synchronization
import Testing

@testable import ComposableHTML

@Suite(.timeLimit(.minutes(1)))
struct LiveSessionRegistryTests {
  typealias Registry = LiveSessionRegistry<
    String, CounterFeature.State, CounterFeature.Action, Int
  >

  private let clock = ManualLiveClock()

  private func registry(
    survival: TimeInterval = 120, limit: Int = 100,
    load: @escaping @Sendable () async -> Int = { 0 }
  ) -> Registry {
    Registry(
      view: CounterPage.view, clock: clock.clock,
      settings: LiveSettings(survival: survival, snapshotLimit: limit),
      snapshot: { $0.count },
      store: { _, count in counterStore(.init(count: count ?? 0), load: load) })
  }

  private func press(_ session: CounterSession, id: UUID = UUID()) -> CounterSession.Reception {
    session.receive(ClientEvent(id: id.uuidString, target: "increment", name: "click"))
  }

  @Test func `tabs of one browser share a session, browsers do not`() {
    let registry = registry()
    #expect(registry.session("a") === registry.session("a"))
    #expect(registry.session("a") !== registry.session("b"))
    #expect(registry.session("a").epoch != registry.session("b").epoch)
    #expect(registry.liveCount == 2)
  }

  @Test func `a store survives its last tab for two minutes`() async {
    let registry = registry()
    let session = registry.session("a")
    let stream = session.connect()
    let tab = Task { for await _ in stream {} }
    _ = press(session)
    clock.advance(by: 3600)
    registry.parkIdleSessions()
    #expect(registry.find("a") === session, "a tab is there")
    tab.cancel()
    await tab.value
    clock.advance(by: 119)
    registry.parkIdleSessions()
    #expect(registry.find("a") === session)
    clock.advance(by: 1)
    registry.parkIdleSessions()
    #expect(registry.find("a") == nil)
    #expect(registry.parkedCount == 1)
  }

  @Test func `with an infinite survival no session is put away`() {
    let registry = registry(survival: .infinity)
    let session = registry.session("a")
    clock.advance(by: 10 * 365 * 24 * 3600)
    registry.parkIdleSessions()
    #expect(registry.find("a") === session)
  }

  @Test func `after that a new store is made from the snapshot, in a new epoch`() {
    let registry = registry()
    let old = registry.session("a")
    let event = UUID()
    _ = press(old, id: event)
    let frame = old.currentFrame().id
    clock.advance(by: 120)
    registry.parkIdleSessions()
    let new = registry.session("a")
    #expect(new !== old)
    #expect(new.epoch != frame.epoch)
    #expect(new.store.state.count == 1)
    #expect(registry.parkedCount == 0)
    #expect(press(new, id: event) == .repeated, "an event is not done again by a new store")
    #expect(old.tabCount == 0)
  }

  @Test func `events keep a session without tabs alive`() {
    let registry = registry()
    let session = registry.session("a")
    clock.advance(by: 119)
    _ = press(session)
    clock.advance(by: 119)
    registry.parkIdleSessions()
    #expect(registry.find("a") === session)
  }

  @Test func `a session that was never looked at is put away as well`() {
    let registry = registry()
    _ = registry.session("a")
    clock.advance(by: 120)
    registry.parkIdleSessions()
    #expect(registry.liveCount == 0)
  }

  @Test func `the oldest of too many snapshots are dropped`() {
    let registry = registry(limit: 2)
    for name in ["a", "b", "c"] {
      _ = press(registry.session(name))
      clock.advance(by: 120)
      registry.parkIdleSessions()
    }
    #expect(registry.parkedCount == 2)
    #expect(["a", "b", "c"].map { registry.session($0).store.state.count } == [0, 1, 1])
  }

  @Test func `signing out leaves nothing`() async {
    let registry = registry()
    let session = registry.session("a")
    _ = press(session)
    let stream = session.connect()
    registry.remove("a")
    for await _ in stream {}
    #expect(registry.session("a").store.state.count == 0)
    clock.advance(by: 120)
    registry.parkIdleSessions()
    registry.remove("a")
    #expect(registry.parkedCount == 0)
  }

  @Test func `running, it puts idle sessions away and beats every fifteen seconds`() async {
    let registry = registry()
    _ = registry.session("idle")
    let session = registry.session("quiet")
    let stream = session.connect(after: session.currentFrame().id)
    let beats = Locked(0)
    let tab = Task {
      for await signal in stream where signal == .beat { beats.withLock { $0 += 1 } }
    }
    let running = Task { await registry.run() }
    for _ in 1...130 {
      await clock.untilSomebodySleeps()
      clock.advance(by: 1)
    }
    await clock.untilSomebodySleeps()
    #expect(registry.find("idle") == nil)
    #expect(registry.find("quiet") === session)
    running.cancel()
    await running.value
    session.finish()
    await tab.value
    // A tab that is slow to listen may miss some: only the newest waits.
    #expect((1...9).contains(beats.withLock { $0 }))
  }

  @Test func `shutting down ends every stream and every effect`() async {
    let started = AsyncStream.makeStream(of: Void.self)
    let never = AsyncStream.makeStream(of: Void.self)
    let registry = registry(load: {
      started.continuation.yield()
      for await _ in never.stream {}
      return 0
    })
    let sessions = ["a", "b", "c"].map { registry.session($0) }
    let streams = sessions.flatMap { [$0.connect(), $0.connect()] }
    sessions[0].store.send(.loadButtonTapped)
    for await _ in started.stream { break }
    await registry.shutdown()
    for stream in streams { for await _ in stream {} }
    #expect(sessions.allSatisfy { $0.store.effectsInFlight == 0 })
    #expect(registry.liveCount == 0)
    for await _ in registry.session("late").connect() {}
    #expect(registry.liveCount == 0)
    never.continuation.finish()
  }
}
