import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

/// Messages of which it is not known what became of the last attempt.
@Suite(.timeLimit(.minutes(1))) struct `A message without a result` {
  private let ledger = TestLedger()

  private func alerted() async throws -> SmallWorld {
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    return world
  }

  private var alerts: [Delivery] { ledger.rows.deliveries.filter { $0.priority == .alert } }

  /// A process claims everything it may and ends before it stores what came of it.
  private func claim(_ world: SmallWorld) async throws -> [Delivery] {
    let now = world.clock.now
    return try await ledger.write { tx in
      var rows = try tx.claimDeliveries(
        of: [.sms], owner: "dead", at: now, leaseUntil: now + 30, limit: 10)
      while let id = try tx.suspectDelivery(
        of: [.sms], upTo: .information, at: now, sparing: [])
      {
        rows += [try tx.claimDelivery(id, owner: "dead", at: now, leaseUntil: now + 30)]
          .compactMap { $0 }
      }
      return rows
    }
  }

  /// The same, and the lease is over.
  private func end(_ world: SmallWorld) async throws -> [Delivery] {
    let claimed = try await claim(world)
    world.clock.advance(by: 30)
    return claimed
  }

  @Test func `is tried alone and last after it has ended the process twice`() async throws {
    let world = try await alerted()
    #expect(try await end(world).count == 2)
    #expect(try await end(world).count == 2)
    // One at a time from now on, and something else goes first.
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    let arrivals = world.courier.messages.count
    try await world.services.dispatch.turn()
    let sent = world.courier.messages.dropFirst(arrivals)
    #expect(sent.map(\.priority) == [.ping, .alert, .alert])
    #expect(alerts.allSatisfy { $0.state == .done })
  }

  @Test func `waits five seconds at most for a moment without other messages`() async throws {
    let world = try await alerted()
    for _ in 0..<2 { _ = try await end(world) }
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    #expect(
      try await world.services.dispatch.claim().parcels.map(\.first.priority) == [.ping])
    #expect(try await world.services.dispatch.claim().parcels.isEmpty)
    world.clock.advance(by: 5)
    #expect(
      try await world.services.dispatch.claim().parcels.map(\.first.priority) == [.alert])
  }

  @Test func `is not given up when the process ends five times within seconds`() async throws {
    let world = try await alerted()
    for ends in 0..<6 {
      await world.restarted(node: ends + 1).engine.endFormerLeases()
      #expect(try await claim(world).count == (ends < 2 ? 2 : 0))
    }
    let end = world.clock.now + 30
    #expect(alerts.allSatisfy { $0.unanswered == 1 && $0.leaseUntil == end })
    try await world.advance(by: 30)
    #expect(alerts.allSatisfy { $0.state == .done })
  }

  @Test func `is given up after five times, and the auditor says so`() async throws {
    let world = try await alerted()
    for _ in 0..<5 { _ = try await end(world) }
    try await world.services.dispatch.turn()
    #expect(world.courier.messages.isEmpty)
    #expect(alerts.allSatisfy { $0.state == .dead && $0.lastError == Delivery.endedProcess })
    #expect(try await world.services.auditor.turn().map(\.kind).contains(.messageGivenUp))
  }

  @Test func `is not taken again while this loop has it, however long the lease is over`()
    async throws
  {
    let world = try await alerted()
    world.courier.hang()
    let arrivals = world.courier.arrivals()
    let run = Task { try await world.services.dispatch.run() }
    var iterator = arrivals.makeAsyncIterator()
    for _ in 0..<2 { _ = await iterator.next() }
    // The process stands still beyond the lease; the sends are still under way when it goes on.
    world.clock.suspend(for: 45)
    for _ in 0..<200 { await Task.yield() }
    #expect(world.courier.messages.count == 2)
    run.cancel()
    _ = try? await run.value
  }

  @Test func `an answer that came while the process stood still beats the timer`() async throws {
    let clock = ManualClock()
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let send = Task {
      try await withinTime(.seconds(24), on: clock) {
        for await _ in gate { return }
      }
    }
    for _ in 0..<50 { await Task.yield() }
    clock.suspend(for: 45)
    for _ in 0..<50 { await Task.yield() }
    open.yield()
    open.finish()
    await #expect(throws: Never.self) { try await send.value }
  }

  @Test func `is not sent when its time ends before the first attempt`() async throws {
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    try await world.perform(ActivateAlert(), by: world.p)
    world.clock.advance(by: 200_000)
    try await world.services.dispatch.turn()
    #expect(!world.courier.messages.contains { $0.priority == .ping })
    #expect(
      world.courier.messages.count { $0.priority == .alert } == 2, "an alert is never too late")
    #expect(
      ledger.rows.deliveries.first { $0.priority == .ping }?.lastError == Delivery.tooLate)
  }

  @Test func `that waited for the disk is leased from when it is claimed`() async throws {
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    let slow = Engine(
      ledger: SlowLedger(ledger: ledger, clock: world.clock), couriers: [.sms: world.courier],
      clock: world.clock)
    world.courier.hang()
    let arrivals = world.courier.arrivals()
    let loop = slow.services().dispatch
    let run = Task { try await loop.run() }
    var iterator = arrivals.makeAsyncIterator()
    _ = await iterator.next()
    #expect(alerts.allSatisfy { $0.leaseUntil == world.clock.now + 30 })
    run.cancel()
    _ = try? await run.value
  }
}

/// Every write waits 40 seconds for the disk.
private struct SlowLedger: Ledger {
  let ledger: TestLedger
  let clock: ManualClock

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    clock.advance(by: 40)
    return try await ledger.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await ledger.read(body)
  }
}
