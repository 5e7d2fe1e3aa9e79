import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import LifeSignalEngine

/// The loops as they run in the server.
@Suite struct ServicesTests {
  private func run(_ world: SmallWorld) -> (group: ServiceGroup, task: Task<Void, any Error>) {
    let group = ServiceGroup(
      services: world.services.all, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return (group, Task { try await group.run() })
  }

  @Test(.timeLimit(.minutes(1)))
  func `a passed deadline reaches pages and couriers by itself`() async throws {
    let world = try await SmallWorld()
    let arrivals = world.courier.arrivals()
    let changes = world.engine.changes(for: world.r1)
    let (group, task) = run(world)
    // The loops sleep at most a second of the clock's time; each step lets them look.
    let driver = Task {
      while !Task.isCancelled {
        world.clock.advance(by: 100)
        let now = world.clock.now
        for _ in 0..<1_000 where world.services.watch.lastTurn != now { await Task.yield() }
      }
    }
    for await message in arrivals where message.title == "Mara Lindqvist missed a check-in" {
      break
    }
    for await change in changes where change.contains(.contacts) { break }
    driver.cancel()
    #expect(try await world.engine.contact(world.p, of: world.r1).isNonResponsive)
    await group.triggerGracefulShutdown()
    try await task.value
  }

  @Test(.timeLimit(.minutes(1)))
  func `a shutdown takes back what a courier still holds`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.courier.hang()
    let arrivals = world.courier.arrivals()
    let (group, task) = run(world)
    try await world.perform(ActivateAlert(), by: world.p)
    for await message in arrivals where message.priority == .alert { break }

    // The clock stands: whatever waited for time would never end. The real second is held to by the
    // crash test, in a process of its own.
    await group.triggerGracefulShutdown()
    try await task.value
    #expect(
      ledger.rows.deliveries.filter { $0.priority == .alert }.allSatisfy { $0.state == .ready })
  }

  @Test(.timeLimit(.minutes(1)))
  func `a new, earlier deadline wakes a sleeping loop`() async throws {
    let world = try await SmallWorld()
    let (group, task) = run(world)
    let arrivals = world.courier.arrivals()
    // The clock stands: only the nudge after the commit can wake the dispatch loop.
    try await world.perform(ActivateAlert(), by: world.p)
    #expect(await arrivals.first { $0.priority == .alert } != nil)
    await group.triggerGracefulShutdown()
    try await task.value
  }

  @Test func `a sweep removes what is past its retention`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    #expect(try await world.services.sweep.turn() == 0)
    world.clock.advance(by: 8 * 86_400)
    #expect(try await world.services.sweep.turn() > 0)
    #expect(ledger.rows.deliveries.isEmpty)
  }
}

extension ServicesTests {
  @Test(.timeLimit(.minutes(1)))
  func `loops run on threads that no page shares`() async throws {
    let world = try await SmallWorld()
    let watched = ThreadNotingLedger(world.ledger)
    let engine = Engine(ledger: watched, clock: world.clock)
    let group = ServiceGroup(
      services: engine.services().all,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let task = Task { try await group.run() }
    while watched.readings < 3 { await Task.yield() }
    await group.triggerGracefulShutdown()
    try await task.value
    #expect(watched.strays == 0)
    _ = try await watched.read(for: .page) { _ in }
    #expect(watched.strays == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `the result of a message is stored from a thread that no page shares`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    let watched = ThreadNotingLedger(ledger)
    let engine = Engine(ledger: watched, couriers: [.sms: world.courier], clock: world.clock)
    let group = ServiceGroup(
      services: engine.services().all,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let task = Task { try await group.run() }
    while ledger.rows.deliveries.contains(where: { $0.priority == .alert && $0.state != .done }) {
      await Task.yield()
    }
    await group.triggerGracefulShutdown()
    try await task.value
    #expect(watched.strays == 0)
    _ = try await watched.write { _ in }
    #expect(watched.strays == 1)
  }
}

/// Counts readings, and what is read or written on a thread that loops do not own.
private final class ThreadNotingLedger: Ledger {
  private let inner: any Ledger
  private let counts = Mutex((readings: 0, strays: 0))

  init(_ inner: any Ledger) { self.inner = inner }

  var readings: Int { counts.withLock { $0.readings } }
  var strays: Int { counts.withLock { $0.strays } }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    noteThread()
    return try await inner.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await inner.read(body)
  }

  func read<R: Sendable>(
    for purpose: ReadPurpose, _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    counts.withLock { $0.readings += 1 }
    noteThread()
    return try await inner.read(body)
  }

  private func noteThread() {
    if withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor }) == nil {
      counts.withLock { $0.strays += 1 }
    }
  }
}
