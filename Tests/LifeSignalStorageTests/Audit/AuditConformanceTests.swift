import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

/// What an operator shall see for a while, or as long as it lasts, and what makes no server unready.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct AuditConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `an alert without a message is found after two minutes, and the server stays ready`(
    factory: LedgerFactory
  ) async throws {
    let world = try await SmallWorld(ledger: try factory.make())
    let (auditor, now) = (world.services.auditor, world.clock.now)
    #expect(try await auditor.turn() == [])
    let responders = [world.r1, world.r2]
    try await world.ledger.write { tx in
      for channel in try responders.flatMap({ try tx.channels(of: $0) }) {
        _ = try tx.apply(.disableChannel(channel.id, at: now))
      }
    }
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.advance(by: 110)
    #expect(try await auditor.turn() == [])
    try await world.advance(by: 15)
    #expect(try await auditor.turn().map(\.kind) == [.alarmWithoutMessage])
    try await world.advance(by: 6)
    try await auditor.turn()
    let health = world.services.health()
    #expect(health.isReady, "\(health)")
    #expect(health.findings["alarm-without-message"] == 1)
    try await world.perform(DeactivateAlert(), by: world.p)
    #expect(try await auditor.turn() == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `a message that was given up counts as broken for a quarter of an hour`(
    factory: LedgerFactory
  ) async throws {
    let world = try await SmallWorld(ledger: try factory.make())
    try await world.perform(SetCheckInInterval(seconds: 604_800), by: world.p)
    try await world.settle()
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    for _ in 0..<5 { try await end(world) }
    try await world.settle()
    #expect(try await world.services.auditor.turn().map(\.kind) == [.messageGivenUp])
    try await world.advance(by: 6)
    try await world.services.auditor.turn()
    #expect(world.services.health().causes == [.promisesBroken(1)])
    try await world.advance(by: 880)
    // A restart does not begin another quarter.
    let back = world.restarted()
    for seconds in [0.0, 15] {
      try await back.advance(by: seconds)
      try await back.services.auditor.turn()
    }
    let health = back.services.health()
    #expect(health.isReady, "\(health)")
    #expect(health.findings["message-ended-process"] == 1)
    try await back.advance(by: 86_400)
    #expect(try await back.services.auditor.turn() == [])
  }

  /// A process claims everything it may and ends before it stores what came of it.
  private func end(_ world: SmallWorld) async throws {
    let now = world.clock.now
    try await world.ledger.write { tx in
      _ = try tx.claimDeliveries(
        of: [.sms], owner: "dead", at: now, leaseUntil: now + 30, limit: 10)
      while let id = try tx.suspectDelivery(
        of: [.sms], upTo: .information, at: now, sparing: [])
      {
        _ = try tx.claimDelivery(id, owner: "dead", at: now, leaseUntil: now + 30)
      }
    }
    world.clock.advance(by: 30)
  }
}
