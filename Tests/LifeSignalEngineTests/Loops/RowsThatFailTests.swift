import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

@testable import LifeSignalEngine

/// What is done row by row after it failed together, and what is done again.
@Suite(.timeLimit(.minutes(1))) struct `Rows that fail` {
  private let ledger = TestLedger()

  private func inFlight(_ priority: Delivery.Priority) -> Int {
    ledger.rows.deliveries.count { $0.priority == priority && $0.state == .leased }
  }

  @Test func `a due row that the disk refuses holds back none beside it`() async throws {
    let world = try await SmallWorld(ledger: ledger)
    for responder in [world.r1, world.r2] {
      try await world.perform(SetCheckInInterval(seconds: 86_400), by: responder)
    }
    try await world.services.heartbeat.turn()
    world.clock.advance(by: 87_000)
    try await world.services.heartbeat.turn()
    ledger.failWrites(.unavailable("refused"))
    try await world.services.watch.turn()
    #expect(ledger.rows.watches.values.count { $0.stage == .missed } == 2)
    try await world.services.watch.turn()
    #expect(ledger.rows.watches.values.count { $0.stage == .missed } == 3)
  }

  @Test func `a batch in which every row fails holds back no other batch`() async throws {
    let world = try await SmallWorld(ledger: ledger)
    for responder in [world.r1, world.r2] {
      try await world.perform(SetCheckInInterval(seconds: 86_400), by: responder)
    }
    try await world.services.heartbeat.turn()
    world.clock.advance(by: 87_000)
    try await world.services.heartbeat.turn()
    ledger.failWrites(.unavailable("refused"))
    try await WatchLoop(engine: world.engine, batch: 1).turn()
    #expect(ledger.rows.watches.values.count { $0.stage == .missed } == 3)
  }

  @Test func `a turn in which every row fails says that the ledger does`() async throws {
    let world = try await SmallWorld(ledger: ledger)
    try await world.services.heartbeat.turn()
    world.clock.advance(by: 87_000)
    try await world.services.heartbeat.turn()
    ledger.failWrites(.unavailable("refused"))
    await #expect(throws: LedgerError.unavailable("refused")) {
      try await WatchLoop(engine: world.engine, batch: 1).turn()
    }
  }

  @Test func `a claim row by row keeps what it has when a later row fails`() async throws {
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    // The claim, which rows there are, the first row, the second row.
    ledger.failWrites(.corrupt("spoilt"), nil, nil, .unavailable("refused"))
    #expect(try await world.services.dispatch.claim().parcels.count == 1)
    #expect(inFlight(.alert) == 1)
    #expect(try await world.services.dispatch.claim().parcels.count == 1)
  }

  @Test func `a claim row by row leaves the hands of alerts free`() async throws {
    let world = try await SmallWorld(
      ledger: ledger, limits: DispatchLoop.Limits(concurrencyPerKind: 2, alarmHands: 1))
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    ledger.failWrites(.corrupt("spoilt"))
    _ = try await world.services.dispatch.claim()
    #expect(inFlight(.ping) == 1)
    try await world.perform(ActivateAlert(), by: world.p)
    ledger.failWrites(.corrupt("spoilt"))
    _ = try await world.services.dispatch.claim()
    #expect(inFlight(.alert) == 1)
  }

  @Test func `a result whose consequences cannot be read is stored alone`() async throws {
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    // The claim, the result with what belongs to it.
    ledger.failWrites(nil, .corrupt("spoilt"))
    try await world.services.dispatch.turn()
    #expect(ledger.rows.deliveries.filter { $0.priority == .ping }.map(\.state) == [.done])
    try await world.advance(by: 31)
    #expect(world.courier.messages.count == 1)
  }

  @Test func `a row that a set-back could not bring forward is tried again at the next beat`()
    async throws
  {
    let world = try await SmallWorld(ledger: ledger)
    world.clock.set(by: 36_000)
    try await world.settle()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    world.clock.set(by: -36_000)
    // The beat, messages, escalations.
    ledger.failWrites(nil, nil, .unavailable("refused"))
    try await world.services.heartbeat.turn()
    let latest = world.clock.now + EscalationRules.firstPause
    #expect(try #require(ledger.rows.escalations.first?.nextFireAt) > latest)
    try await world.services.heartbeat.turn()
    #expect(try #require(ledger.rows.escalations.first?.nextFireAt) <= latest)
  }
}
