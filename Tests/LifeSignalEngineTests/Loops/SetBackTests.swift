import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

/// A wall clock that was ten hours ahead for a while and is set back: nothing waits for ten hours.
@Suite(.timeLimit(.minutes(1))) struct SetBackTests {
  private static let ahead: TimeInterval = 36_000

  /// - Parameter act: what happens while the clock is ahead.
  private func world(
    _ act: (SmallWorld) async throws -> Void
  ) async throws -> (SmallWorld, TestLedger) {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.set(by: Self.ahead)
    try await world.settle()
    try await act(world)
    world.clock.set(by: -Self.ahead)
    try await world.settle()
    return (world, ledger)
  }

  @Test func `the next call of an alarm comes when its rule says`() async throws {
    let (world, ledger) = try await world { world in
      try await world.perform(ActivateAlert(), by: world.p)
      try await world.settle()
    }
    let calling = try #require(ledger.rows.escalations.first)
    let next = try #require(calling.nextFireAt)
    #expect(next > world.clock.now && next <= world.clock.now + EscalationRules.firstPause)
    let before = world.courier.messages.count
    try await world.advance(by: EscalationRules.firstPause)
    #expect(world.courier.messages.count > before)
  }

  @Test func `the responder who has the alert is asked after an hour`() async throws {
    let (world, ledger) = try await world { world in
      try await world.perform(ActivateAlert(), by: world.p)
      let alert = try #require(try await world.ledger.read { try $0.openAlerts(of: world.p) }.first)
      try await world.perform(AcknowledgeAlarm(id: alert.id), by: world.r1)
    }
    let next = try #require(ledger.rows.escalations.first?.nextFireAt)
    #expect(next == world.clock.now + EscalationRules.holding)
  }

  @Test func `a message of an alarm that failed is tried again within five minutes`() async throws {
    let (world, ledger) = try await world { world in
      world.courier.fail(
        .transient("busy", retryAfter: .seconds(60)), .transient("busy", retryAfter: .seconds(60)))
      try await world.perform(ActivateAlert(), by: world.p)
      try await world.settle()
    }
    try await world.advance(by: RetryRules.cap)
    #expect(
      ledger.rows.deliveries.filter { $0.priority == .alert }.allSatisfy { $0.state == .done })
  }

  @Test func `a check-in of that time counts as made now`() async throws {
    let (world, ledger) = try await world { world in
      try await world.perform(CheckInNow(), by: world.p)
    }
    let watch = try #require(ledger.rows.watches[world.p])
    #expect(watch.deadline == world.clock.now + 86_400)
    try await world.advance(by: 86_400)
    try await world.advance(by: 600)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `a check-in code of that time is answered at once`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let sheet = try await world.perform(MakeCheckInCodes(told: [world.r1]), by: world.p)
    world.clock.set(by: Self.ahead)
    try await world.settle()
    try await world.engine.useCheckInCode(sheet.groups[sheet.silentGroup][0], from: "here")
    world.clock.set(by: -Self.ahead)
    try await world.settle()
    #expect(ledger.rows.alerts.count { $0.kind == .duress } == 1)
  }

  /// The loop has taken its time before the claim, and the clock is set back in it.
  @Test func `the dispatch loop sleeps for a second at most`() async throws {
    let clock = SleepWatchingClock()
    let ledger = JumpingLedger(TestLedger()) { clock.manual.set(by: -3_600) }
    let engine = Engine(ledger: ledger, clock: clock)
    let loop = Task { try await engine.services().dispatch.run() }
    let length = await clock.firstSleep()
    loop.cancel()
    #expect(length <= 1)
  }
}

/// Tells how long the first sleep is to last.
private final class SleepWatchingClock: ServerClock {
  let manual = ManualClock()
  private let (lengths, tell) = AsyncStream.makeStream(of: TimeInterval.self)

  var now: Date { manual.now }
  var uptime: Duration? { manual.uptime }

  func sleep(until deadline: Date) async throws {
    tell.yield(deadline.timeIntervalSince(now))
    try await manual.sleep(until: deadline)
  }

  func firstSleep() async -> TimeInterval {
    for await length in lengths { return length }
    return .infinity
  }
}

/// Something happens in the first read.
private final class JumpingLedger: Ledger {
  private let ledger: TestLedger
  private let happen: @Sendable () -> Void
  private let isFirst = Mutex(true)

  init(_ ledger: TestLedger, _ happen: @escaping @Sendable () -> Void) {
    self.ledger = ledger
    self.happen = happen
  }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    try await ledger.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    let isFirst = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    if isFirst { happen() }
    return try await ledger.read(body)
  }
}
