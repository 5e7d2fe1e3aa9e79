import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// When any value of a row cannot be read, its person's alarm still goes out, and the operator is notified.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A person whose rows are spoilt` {
  @Test(
    arguments: [
      "UPDATE people SET created_at = 9223372036854775807, revision = 9223372036854775807",
      "UPDATE watches SET plan_times = 'soon', plan_days = 127, plan_zone = 'UTC'",
      "UPDATE relations SET added_at = 9223372036854775807, revision = 9223372036854775807",
      "UPDATE channels SET created_at = -9223372036854775807",
      "UPDATE heartbeat SET beat_at = 9223372036854775807",
    ] as [SQLText])
  func `is still alerted for, and health names the table`(damage: SQLText) async throws {
    let world = try await DamagedWorld()
    try await world.damage(damage)
    try await world.small.advance(by: 90_000)
    #expect(world.arrived("missed a check-in") == 2)
    let table = damage.text.split(separator: " ")[1]
    #expect(
      world.health.causes.contains { $0.code.hasPrefix("rows-unreadable:\(table)") }
        || table == "heartbeat")
  }

  @Test(
    arguments: [
      ("UPDATE watches SET gen = 9223372036854775807", AuditFinding.Kind.watchLate),
      ("UPDATE watches SET deadline_at = -9223372036854775807", .watchLate),
      ("UPDATE watches SET interval_ms = 9223372036854775807, stage = 9", .watchLate),
      ("UPDATE watches SET next_fire_at = 9223372036854775807", .watchLate),
    ] as [(SQLText, AuditFinding.Kind)])
  func `is alerted for once the auditor has put the watch right`(
    damage: SQLText, kind: AuditFinding.Kind
  ) async throws {
    let world = try await DamagedWorld()
    try await world.damage(damage)
    try await world.small.advance(by: 90_000)
    #expect(try await world.auditor.turn().map(\.kind).contains(kind))
    try await world.pass(5, 5)
    #expect(world.arrived("missed a check-in") >= 2)
  }

  @Test func `keeps what this release does not know`() async throws {
    let world = try await DamagedWorld()
    try await world.damage("UPDATE people SET phone_region = 'QQ'")
    try await world.small.perform(
      UpdateProfile(Profile(firstName: "Mara", lastName: "Lind")), by: world.small.p)
    #expect(
      try await world.numbers("SELECT count(*) FROM people WHERE phone_region = 'QQ'") == [3])
  }

  @Test func `can end an alert of a kind this release does not know, and others hear of it`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.damage("UPDATE alerts SET kind = 'fall'")
    try await world.small.advance(by: 1)
    #expect(world.arrived("ALERT") == 2)
    #expect(
      try await world.small.engine.contact(world.small.p, of: world.small.r1).alarms.count == 1)
    try await world.small.perform(DeactivateAlert(), by: world.small.p)
    #expect(try await world.numbers("SELECT count(*) FROM alerts WHERE ended_at IS NULL") == [0])
  }

  @Test(
    arguments: [
      "UPDATE notifications SET event = 'tomorrow', type = 'tomorrow'",
      "UPDATE check_ins SET source = 'tomorrow'", "UPDATE relations SET status = 'tomorrow'",
      "UPDATE pings SET status = 'tomorrow', closed_at = 1",
      "UPDATE alerts SET end_reason = 'tomorrow', ended_at = 1",
    ] as [SQLText])
  func `can use the app though another release has stored what this one does not know`(
    damage: SQLText
  ) async throws {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.checkIn(key: "one", by: small.p)
    try await small.perform(PingDependent(dependent: small.p), by: small.r2)
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.settle()
    try await world.damage(damage)
    _ = try await small.engine.user(small.p)
    _ = try await small.engine.answer(GetContacts(), to: Member(small.p)).items
    _ = try await small.engine.notifications(of: small.p)
    try await small.checkIn(key: "two", by: small.p)
  }
}
