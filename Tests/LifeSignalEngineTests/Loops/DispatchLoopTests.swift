import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct DispatchLoopTests {
  /// A world in which one alert waits in the outbox for two responders.
  private func alerted(
    _ ledger: TestLedger, limits: DispatchLoop.Limits = DispatchLoop.Limits()
  ) async throws -> SmallWorld {
    let world = try await SmallWorld(ledger: ledger, limits: limits)
    try await world.perform(ActivateAlert(), by: world.p)
    return world
  }

  private func rows(_ ledger: TestLedger) -> [Delivery] {
    ledger.rows.deliveries.filter { $0.priority == .alert }
  }

  @Test func `a transient failure is tried again with the same key`() async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    world.courier.fail(.transient("busy"), .transient("busy", retryAfter: .seconds(40)))
    try await world.services.dispatch.turn()
    let failed = rows(ledger)
    #expect(failed.allSatisfy { $0.state == .ready && $0.lastError == "busy" })
    #expect(failed.contains { $0.nextAttemptAt >= world.clock.now + 40 })

    try await world.advance(by: 41)
    #expect(rows(ledger).allSatisfy { $0.state == .done && $0.attempts == 2 })
    let keys = Dictionary(grouping: world.courier.messages, by: \.idempotencyKey)
    #expect(keys.count == 2)
    #expect(keys.values.allSatisfy { $0.map(\.attempt) == [1, 2] })
  }

  @Test func `a dead address ends the row and switches the channel off`() async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    world.courier.fail(.addressGone("unknown"))
    try await world.services.dispatch.turn()
    let dead = try #require(rows(ledger).first { $0.state == .dead })
    #expect(dead.lastError == "unknown")
    #expect(ledger.rows.channels.first { $0.id == dead.channel }?.disabledAt != nil)

    world.courier.forget()
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.services.dispatch.turn()
    #expect(world.courier.messages.count == 1)
  }

  /// Whether the carrier says that it had died before anything was heard of it, or after everything.
  @Test(arguments: [true, false])
  func `an address that has come back since it was found dead stays on`(isOn: Bool) async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    let heard = ledger.rows.channels.map { max($0.createdAt, $0.heardAt ?? $0.createdAt) }
    let died = try #require(isOn ? heard.min()?.addingTimeInterval(-1) : heard.max())
    world.courier.fail(.addressGone("unknown", since: died))
    try await world.services.dispatch.turn()
    let dead = try #require(rows(ledger).first { $0.state == .dead })
    #expect(ledger.rows.channels.first { $0.id == dead.channel }?.isOn == isOn)
  }

  @Test func `an error about a former number leaves the new one on`() async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    let row = try #require(rows(ledger).first)
    let engine = Engine(
      ledger: ledger, couriers: [.sms: MovingCourier(ledger: ledger, from: row.address)],
      clock: world.clock)
    try await engine.services().dispatch.turn()
    let channel = try #require(ledger.rows.channels.first { $0.id == row.channel })
    #expect(channel.address == MovingCourier.new && channel.disabledAt == nil)
    #expect(rows(ledger).contains { $0.id == row.id && $0.state == .dead })
    // The other one's number is gone in earnest.
    let other = try #require(rows(ledger).last)
    #expect(ledger.rows.channels.first { $0.id == other.channel }?.disabledAt != nil)
  }

  @Test func `after a day of failures the row is dead, not forgotten`() async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    for _ in 0..<300 {
      world.courier.fail(.transient("busy"), .transient("busy"))
      try await world.services.dispatch.turn()
      world.clock.advance(by: 300)
    }
    #expect(rows(ledger).allSatisfy { $0.state == .dead && $0.lastError == "busy" })
  }

  @Test func `a delivery whose lease has lapsed is tried again`() async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    // Claimed by a process that dies before it sends.
    let claimed = try await ledger.write { [now = world.clock.now] tx in
      try tx.claimDeliveries(
        of: [.sms], owner: "dead", at: now, leaseUntil: now + 30, limit: 10)
    }
    #expect(claimed.count == 2)
    try await world.advance(by: 29)
    #expect(world.courier.messages.isEmpty)
    try await world.advance(by: 1)
    #expect(world.courier.messages.map(\.attempt) == [2, 2])
    #expect(rows(ledger).allSatisfy { $0.state == .done })

    // The dead one comes back and finds that nothing is its own any more.
    let late = try await ledger.write { [now = world.clock.now] tx in
      try claimed.map {
        try tx.settle($0.id, owner: "dead", attempt: $0.attempts, .sent(at: now))
      }
    }
    #expect(late == [false, false])
  }

  @Test func `a message in progress when the process was killed is sent at the next start`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    let claimed = try await ledger.write { [now = world.clock.now] tx in
      try tx.claimDeliveries(
        of: [.sms], owner: "dead", at: now, leaseUntil: now + 30, limit: 10)
    }
    let back = world.restarted()
    await back.engine.endFormerLeases()
    try await back.services.dispatch.turn()
    #expect(world.courier.messages.map(\.attempt) == [2, 2])
    #expect(
      Set(world.courier.messages.map(\.idempotencyKey)) == Set(claimed.map(\.idempotencyKey)))
    #expect(rows(ledger).allSatisfy { $0.state == .done })
  }

  @Test func `two loops racing send each message once`() async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    let other = world.restarted()
    async let one = world.services.dispatch.turn()
    async let two = other.services.dispatch.turn()
    _ = try await (one, two)
    #expect(world.courier.messages.count == 2)
  }

  @Test func `a hand is free once the carrier has the message, up to so many unmarked`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    let slow = SlowMarks(inner: ledger)
    let engine = Engine(ledger: slow, couriers: [.sms: world.courier], clock: world.clock)
    let loop = engine.services(
      limits: DispatchLoop.Limits(concurrencyPerKind: 1, claim: 1, unmarked: 1)
    ).dispatch
    let run = Task { try await loop.run() }
    while slow.waiting < 1 { await Task.yield() }
    for _ in 1...200 { await Task.yield() }
    #expect(world.courier.messages.count == 1)
    slow.letPass()
    while world.courier.messages.count < 2 { await Task.yield() }
    run.cancel()
    _ = try? await run.value

    let other = TestLedger()
    let again = try await alerted(other)
    let held = SlowMarks(inner: other)
    let two = Engine(ledger: held, couriers: [.sms: again.courier], clock: again.clock)
    let both = two.services(
      limits: DispatchLoop.Limits(concurrencyPerKind: 1, claim: 1, unmarked: 2)
    ).dispatch
    let sending = Task { try await both.run() }
    // The first is not marked yet, and its hand has sent the second.
    while held.waiting < 2 { await Task.yield() }
    #expect(again.courier.messages.count == 2)
    held.letPass()
    sending.cancel()
    _ = try? await sending.value
  }

  @Test func `alerts go before reminders`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(
      ledger: ledger, limits: DispatchLoop.Limits(concurrencyPerKind: 1, claim: 1))
    world.clock.advance(by: 86_400 - 7_200)
    try await world.services.watch.turn()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.services.dispatch.turn()
    #expect(world.courier.messages.map(\.priority) == [.alert, .alert, .reminder])
  }

  @Test func `a courier that never answers is cut off before its lease ends`() async throws {
    let ledger = TestLedger()
    let world = try await alerted(ledger)
    world.courier.hang()
    let arrivals = world.courier.arrivals()
    let turn = Task { try await world.services.dispatch.turn() }
    var count = 0
    for await _ in arrivals {
      count += 1
      if count == 2 { break }
    }
    world.courier.hang(false)
    // The courier's time is up on whatever instant its sleeper asked for.
    while rows(ledger).contains(where: { $0.attempts == 1 && $0.state == .leased }) {
      world.clock.advance(by: 24)
      await Task.yield()
    }
    _ = try await turn.value
    #expect(rows(ledger).allSatisfy { $0.attempts >= 1 && $0.state != .leased })
  }

  @Test func `a courier that gives up by itself has failed, not been cancelled`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let engine = Engine(
      ledger: ledger, couriers: [.sms: QuittingCourier()], clock: world.clock)
    try await world.perform(ActivateAlert(), by: world.p)
    try await engine.services().dispatch.turn()
    #expect(rows(ledger).allSatisfy { $0.state == .ready && $0.lastError == "CancellationError" })
  }
}

/// Its own client was cancelled from within.
private struct QuittingCourier: Courier {
  func deliver(_ message: CourierMessage) async throws { throw CancellationError() }
}

/// Finds every number gone; one of them has been changed while it was tried.
private struct MovingCourier: Courier {
  static let new = "+15550109999"
  let ledger: TestLedger
  let from: String

  func deliver(_ message: CourierMessage) async throws {
    let owners = ledger.rows.channels.filter { $0.address == from }.map(\.person)
    if message.address == from {
      try await ledger.write { [from] tx in
        for person in owners { _ = try tx.apply(.moveChannels(person, from: from, to: Self.new)) }
      }
    }
    throw CourierFailure.addressGone("unknown")
  }
}

/// Answers a write that marks a message as sent only when it is let pass.
private final class SlowMarks: Ledger {
  private struct State {
    var waiting = 0
    var isOpen = false
  }

  private let inner: TestLedger
  private let state = Mutex(State())

  init(inner: TestLedger) {
    self.inner = inner
  }

  /// How many marks have waited or are waiting.
  var waiting: Int { state.withLock { $0.waiting } }
  func letPass() { state.withLock { $0.isOpen = true } }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    let (result, isMark) = try await inner.write(in: lane) { (transaction) throws -> (R, Bool) in
      func done() throws -> Int {
        try transaction.people(after: nil, limit: .max).reduce(0) { count, person in
          count
            + (try transaction.deliveries(of: person, limit: .max).count { $0.state == .done })
        }
      }
      let before = try done()
      let result = try body(transaction)
      return (result, try done() > before)
    }
    if isMark {
      state.withLock { $0.waiting += 1 }
      while !state.withLock({ $0.isOpen }) { await Task.yield() }
    }
    return result
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await inner.read(body)
  }
}
