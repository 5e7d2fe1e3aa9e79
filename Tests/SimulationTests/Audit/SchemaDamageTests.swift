import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// Another program changes the schema, or a row, beside the running server.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct SchemaDamageTests {
  @Test(arguments: [
    "DROP INDEX alerts_open", "DROP TABLE requests",
    "CREATE UNIQUE INDEX foreign_one ON alerts(kind) WHERE ended_at IS NULL",
    "CREATE TRIGGER foreign_one BEFORE INSERT ON deliveries BEGIN SELECT raise(IGNORE); END",
  ])
  func `A changed schema is reported before it costs an alert`(damage: String) async throws {
    let world = try await DamagedWorld()
    #expect(world.health.isReady)
    try await world.damageKeys(damage)
    try await world.pass(1)
    #expect(world.health.causes == [.schemaDamaged(1)])
  }

  @Test func `A deadline is missed and reported without the heartbeat's table`() async throws {
    let world = try await DamagedWorld()
    try await world.damageKeys("DROP TABLE heartbeat")
    for _ in 0..<30 {
      world.small.clock.advance(by: 3_600)
      _ = try? await world.small.services.watch.turn()
      try await world.small.services.dispatch.turn()
    }
    #expect(world.arrived("missed a check-in") >= 2)
  }

  @Test func `A holder who watches over no one keeps no one from being called`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    // The auditor leaves calls to their loop in the first half minute.
    try await world.pass(35)
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.settle()
    let alarm = AlertRecord.ID(try #require(try await world.numbers("SELECT id FROM alerts").first))
    try await small.perform(AcknowledgeAlarm(id: alarm), by: small.r1)
    try await small.settle()
    let before = world.arrived("ALERT")
    try await world.damageKeys("UPDATE escalations SET holder_id = -5")
    let findings = try await world.auditor.turn()
    #expect(findings.map(\.kind) == [.alarmStuck])
    try await world.pass(1, 1)
    #expect(world.arrived("ALERT") > before)
    let held: SQLText = "SELECT count(*) FROM escalations WHERE holder_id IS NOT NULL"
    #expect(try await world.numbers(held) == [0])
    #expect(try await world.auditor.turn() == [])
  }
}
