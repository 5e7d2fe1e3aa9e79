import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A message that is spoilt` {
  /// It was sent once and the process ended; what it is about cannot be read since.
  @Test func `holds back no other, though its notification cannot be read`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(PingDependent(dependent: world.small.p), by: world.small.r2)
    try await world.damage(
      "UPDATE notifications SET at = 9223372036854775807 WHERE event = 'pingReceived'",
      """
      UPDATE deliveries SET state = 'leased', lease_owner = 'dead', lease_until = 1, attempts = 1
      WHERE state = 'ready'
      """)
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.services.dispatch.turn()
    #expect(world.arrived("ALERT") == 2)
    #expect(world.small.courier.messages.count == 3, "and it is sent itself")
    // Once: its result is stored.
    try await world.pass(31, 31)
    #expect(world.small.courier.messages.count == 3)
  }

  @Test func `holds back no other and waits an hour when it cannot even be claimed`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.damage(
      """
      CREATE TRIGGER stuck BEFORE UPDATE ON deliveries
      WHEN OLD.id = (SELECT min(id) FROM deliveries WHERE priority = 0)
        AND NEW.state IN ('leased', 'dead')
      BEGIN SELECT RAISE(ABORT, 'stuck'); END
      """)
    try await world.small.services.dispatch.turn()
    #expect(world.arrived("ALERT") == 1)
    #expect(world.health.causes.contains(.rowsAside(1)))
    try await world.damage("DROP TRIGGER stuck")
    try await world.pass(600, 3_001)
    #expect(world.arrived("ALERT") >= 2)
    #expect(!world.health.causes.contains(.rowsAside(1)))
  }

  @Test(arguments: [Int64.min, Int64.min + 10_000_000_000_000, -62_135_596_800_001])
  func `holds back no other, though its turn was before all time`(instant: Int64) async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(PingDependent(dependent: world.small.p), by: world.small.r2)
    try await world.damage("UPDATE deliveries SET next_attempt_at = \(instant)")
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.services.dispatch.turn()
    #expect(world.arrived("ALERT") == 2)
  }

  @Test func `lets the next channel take over when it cannot be read itself`() async throws {
    let world = try await DamagedWorld()
    let dead: SQLText = "SELECT count(*) FROM deliveries WHERE state = 'dead'"
    let before = try await world.numbers(dead)[0]
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.damage(
      "UPDATE deliveries SET attempts = 9223372036854775807 WHERE state = 'ready'")
    try await world.small.services.dispatch.turn()
    #expect(try await world.numbers(dead) == [before + 2])
    #expect(
      try await world.auditor.turn().map(\.kind) == [.messageUnreadable, .messageUnreadable])
  }

  @Test(
    arguments: [
      "''", "'a' || char(10) || 'b'", "CAST(x'ff00fe80' AS TEXT)",
      "replace(hex(zeroblob(999)), '0', 'k')",
    ]
      as [SQLText])
  func `is sent under its number when no header takes its key`(key: SQLText) async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.damage("UPDATE deliveries SET idempotency_key = \(key) WHERE state = 'ready'")
    try await world.small.services.dispatch.turn()
    let ids = try await world.numbers("SELECT id FROM deliveries WHERE priority = 0 ORDER BY id")
    #expect(ids.count == 2)
    #expect(
      world.small.courier.messages.map(\.idempotencyKey).sorted()
        == ids.map { "lifesignal-\($0)" }.sorted())
    #expect(
      world.small.courier.messages.flatMap(\.contents).allSatisfy {
        $0.idempotencyKey.hasPrefix("lifesignal-")
      })
  }

  @Test func `is given up when its time is over and no courier carries its kind`() async throws {
    let world = try await DamagedWorld()
    world.small.clock.advance(by: 60)
    try await world.small.perform(PingDependent(dependent: world.small.p), by: world.small.r2)
    try await world.damage("UPDATE deliveries SET kind = 'pigeon' WHERE state = 'ready'")
    try await world.pass(31, 5)
    #expect(world.health.causes == [.promisesBroken(1)])
    try await world.damage("UPDATE deliveries SET give_up_at = 1 WHERE state = 'ready'")
    try await world.pass(64, 5)
    #expect(world.health.isReady, "\(world.health)")
    #expect(
      try await world.numbers(
        """
        SELECT count(*) FROM deliveries
        WHERE state = 'dead' AND last_error = 'no courier of this kind'
        """) == [1])
  }
}
