import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// A row that is gone, or whose own value says nothing: what is kept elsewhere takes its place.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A row that is lost` {
  @Test(
    arguments: [
      // A word of another release, which may go on for as long as this one is in its place.
      ("UPDATE relations SET status = '??' WHERE owner_id = (SELECT min(id) FROM people)", 0),
      ("UPDATE relations SET status = '??' WHERE peer_id = (SELECT min(id) FROM people)", 0),
      // Numbers that no release may store.
      ("UPDATE relations SET is_responder = 7 WHERE owner_id = (SELECT min(id) FROM people)", 2),
      ("UPDATE relations SET is_dependent = -1 WHERE peer_id = (SELECT min(id) FROM people)", 2),
    ] as [(SQLText, Int)])
  func `of a relation is read by its other side, and the auditor says so`(
    damage: SQLText, unreadable: Int
  ) async throws {
    let world = try await DamagedWorld()
    let causes: [HealthReport.Cause] =
      unreadable == 0 ? [] : [.rowsUnreadable(table: "relations", unreadable)]
    try await world.damage(damage)
    let findings = try await world.auditor.turn()
    #expect(!findings.isEmpty && findings.allSatisfy { $0.kind == .relationUnknown })
    #expect(world.health.causes == causes)
    #expect(world.health.findings["relation-unknown"] == findings.count)
    try await world.pass(6)
    #expect(world.health.causes == causes, "also when the auditor's patience is over")
    try await world.pass(90_000)
    #expect(world.arrived("missed a check-in") == 2)
    for responder in [world.small.r1, world.small.r2] {
      let contact = try await world.small.engine.contact(world.small.p, of: responder)
      #expect(contact.relation == .accepted && contact.alarms.count == 1)
    }
    try await world.damage(
      "UPDATE relations SET status = 'accepted'",
      "UPDATE relations SET is_responder = 1 WHERE is_responder = 7",
      "UPDATE relations SET is_dependent = 1 WHERE is_dependent = -1")
    #expect(try await world.auditor.turn() == [])
    #expect(world.health.isReady, "\(world.health)")
  }

  @Test func `on both sides of a relation is no consent, and the auditor says so`() async throws {
    let world = try await DamagedWorld()
    try await world.damage("UPDATE relations SET status = '??'")
    try await world.pass(90_000)
    #expect(world.arrived("missed a check-in") == 0)
    #expect(world.health.findings["relation-unknown"] == 3)
    #expect(world.health.isReady, "\(world.health)")
  }

  @Test(
    arguments: [
      "UPDATE channels SET person_id = 999 WHERE id = (SELECT max(id) FROM channels)",
      "UPDATE channels SET disabled_at = -1 WHERE id = (SELECT max(id) FROM channels)",
    ])
  func `of a channel reaches no one, and the auditor names it`(damage: String) async throws {
    let world = try await DamagedWorld()
    let channel = try await world.numbers("SELECT max(id) FROM channels")
    try await world.damageKeys(damage)
    #expect(try await world.auditor.turn() == channel.map { AuditFinding(.channelDamaged, $0) })
    try await world.pass(6)
    #expect(world.health.findings["channel-damaged"] == 1)
    #expect(world.health.isReady, "\(world.health)")
  }

  @Test(
    arguments: [
      "UPDATE people SET id = 999 WHERE id = (SELECT min(id) FROM people)",
      "DELETE FROM people WHERE id = (SELECT min(id) FROM people)",
    ])
  func `of a person is a broken promise long before their deadline`(damage: String) async throws {
    let world = try await DamagedWorld()
    let person = try await world.numbers("SELECT min(id) FROM people")
    try await world.damageKeys(damage)
    let findings = try await world.auditor.turn()
    #expect(
      findings.filter { $0.kind == .personMissing }
        == person.map { AuditFinding(.personMissing, $0) })
    try await world.pass(6)
    #expect(world.health.causes == [.promisesBroken(1)])
  }

  @Test(arguments: [
    "UPDATE watches SET next_fire_at = next_fire_at + 172800000",
    "UPDATE watches SET next_fire_at = next_fire_at + 34560000000",
    "UPDATE watches SET deadline_at = NULL",
  ])
  func `of a check-in that would come due too late is repaired by its deadline`(damage: String)
    async throws
  {
    let world = try await DamagedWorld()
    try await world.pass(3_600)
    try await world.damageKeys(damage)
    let findings = try await world.auditor.turn()
    #expect(findings.contains { $0.kind == .watchWithoutTimer })
    try await world.pass(5, 5)
    #expect(try await world.auditor.turn() == [])
    try await world.pass(80_000, 3_000, 600, 60)
    #expect(world.arrived("missed a check-in") >= 2)
  }

  @Test func `of a trip that would come due too late is repaired by its end`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let due = small.clock.now + 3_600
    try await small.perform(StartTravel(due: due, note: "Bus 42"), by: small.p)
    try await world.damageKeys("UPDATE travels SET next_fire_at = next_fire_at + 172800000")
    #expect(try await world.auditor.turn().contains { $0.kind == .journeyWithoutTimer })
    try await world.pass(5, 5)
    #expect(try await world.auditor.turn() == [])
    try await world.pass(3_600, 3_600, 60)
    #expect(world.arrived("has not arrived") >= 2)
  }

  @Test func `of an alert's person does not call another person's responders`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.settle()
    let before = small.courier.messages.count
    try await world.damageKeys(
      "UPDATE alerts SET person_id = (SELECT max(id) FROM people) WHERE ended_at IS NULL")
    try await world.pass(900, 60)
    let later = small.courier.messages.dropFirst(before)
    #expect(later.contains { $0.title.contains("ALERT: Mara Lindqvist") })
    #expect(later.allSatisfy { !$0.title.contains("ALERT:") || $0.title.contains("Mara") })
  }

  @Test func `of a contact hides neither the other contacts nor their page`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let owner = try await world.numbers("SELECT min(id) FROM people")
    let damages: [SQLText] = [
      "UPDATE watches SET deadline_at = 9223372036854775807, stage = 99",
      "UPDATE watches SET interval_ms = -5",
    ]
    for damage in damages {
      try await world.damage(damage)
      let contacts = try await small.engine.answer(GetContacts(), to: Member(small.r1)).items
      #expect(contacts.map { Int64($0.id.rawValue) } == owner.map { $0 })
      #expect(world.health.causes.contains { "\($0)".contains("watches") })
    }
    try await world.auditor.turn()
    let sightings = try await small.ledger.read { try $0.auditSightings() }
    #expect(sightings.contains { $0.finding.kind == .rowUnreadable })
  }

  @Test func `of an alert that names another person than its calls is a broken promise`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.pass(90_000)
    let alert = try await world.numbers("SELECT max(id) FROM alerts WHERE ended_at IS NULL")
    try await world.damageKeys(
      "UPDATE alerts SET person_id = (SELECT max(id) FROM people) WHERE ended_at IS NULL")
    let findings = try await world.auditor.turn()
    #expect(
      findings.filter { $0.kind == .alarmContradicted }
        == alert.map { AuditFinding(.alarmContradicted, $0) })
    try await world.pass(6)
    let left = try await world.auditor.turn().filter { $0.kind.fault == .promise }
    #expect(left.map(\.kind).contains(.alarmContradicted))
    #expect(world.health.causes == [.promisesBroken(left.count)])
  }

  @Test func `of a responder is a finding at the person they watch over`() async throws {
    let world = try await DamagedWorld()
    let owner = try await world.numbers("SELECT min(id) FROM people")
    try await world.damageKeys(
      "UPDATE people SET id = 999 WHERE id = (SELECT max(id) FROM people)")
    let findings = try await world.auditor.turn()
    #expect(
      findings.filter { $0.kind == .relationUnknown }
        == owner.map { AuditFinding(.relationUnknown, $0) })
  }

  @Test func `but says the opposite of its other side is a broken promise`() async throws {
    let world = try await DamagedWorld()
    try await world.damage(
      "UPDATE relations SET status = 'requestedByMe' WHERE owner_id = (SELECT min(id) FROM people)")
    let findings = try await world.auditor.turn()
    #expect(findings.map(\.kind) == [.relationBroken, .relationBroken, .relationBroken])
    try await world.pass(6)
    #expect(world.health.causes == [.promisesBroken(3)])
  }

  @Test(
    arguments: [
      (
        "UPDATE channels SET created_at = -9223372036854775807",
        "DELETE FROM channels"
      ),
      (
        "UPDATE people SET created_at = 9223372036854775807",
        "UPDATE people SET created_at = 0"
      ),
      (
        "UPDATE watches SET plan_times = 'soon', plan_days = 127, plan_zone = 'UTC'",
        "UPDATE watches SET plan_times = NULL, plan_days = NULL, plan_zone = NULL"
      ),
      (
        "UPDATE relations SET added_at = 9223372036854775807",
        "DELETE FROM relations"
      ),
    ] as [(SQLText, SQLText)])
  func `that was spoilt, and is gone or right by now, is counted no more`(
    damage: SQLText, cure: SQLText
  ) async throws {
    let world = try await DamagedWorld()
    try await world.damage(damage)
    _ = try await world.small.engine.user(world.small.p)
    _ = try await world.small.engine.answer(GetChannels(), to: Member(world.small.p))
    _ = try await world.small.engine.answer(GetContacts(), to: Member(world.small.p)).items
    try await world.auditor.turn()
    #expect(!world.health.isReady)
    try await world.damage(cure)
    try await world.auditor.turn()
    #expect(world.health.isReady, "\(world.health)")
  }

  @Test(
    arguments: [
      "DELETE FROM relations WHERE owner_id = (SELECT min(id) FROM people)",
      "DELETE FROM relations WHERE peer_id = (SELECT min(id) FROM people)",
    ] as [SQLText])
  func `of a relation is made of its other side`(damage: SQLText) async throws {
    let world = try await DamagedWorld()
    try await world.damage(damage)
    #expect(try await world.auditor.turn().allSatisfy { $0.kind == .relationBroken })
    #expect(try await world.auditor.turn() == [])
    #expect(world.health.isReady, "\(world.health)")
    try await world.small.advance(by: 90_000)
    #expect(world.arrived("missed a check-in") == 2)
  }

  @Test func `of a watch is made again, and its person can check in`() async throws {
    let world = try await DamagedWorld()
    try await world.damage("DELETE FROM watches WHERE person_id = (SELECT min(id) FROM people)")
    #expect(try await world.auditor.turn().map(\.kind) == [.watchMissing])
    #expect(try await world.auditor.turn() == [])
    try await world.small.checkIn(key: "new", by: world.small.p)
    try await world.small.advance(by: 86_500)
    #expect(world.arrived("missed a check-in") == 0)
    try await world.small.advance(by: 600)
    #expect(world.arrived("missed a check-in") == 2)
  }

  @Test func `of a watch leaves its person an hour, and is not forgotten`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(SetCheckInInterval(seconds: 604_800), by: world.small.p)
    try await world.small.advance(by: 260_000)
    try await world.damage("DELETE FROM watches WHERE person_id = (SELECT min(id) FROM people)")
    try await world.auditor.turn()
    try await world.small.advance(by: 3_500)
    #expect(world.arrived("missed a check-in") == 0)
    try await world.small.advance(by: 701)
    #expect(world.arrived("missed a check-in") == 2)
  }

  @Test func `of a watch whose deadline is missed goes on as missed`() async throws {
    let world = try await DamagedWorld()
    try await world.small.advance(by: 90_000)
    world.small.courier.forget()
    try await world.damage("DELETE FROM watches WHERE person_id = (SELECT min(id) FROM people)")
    #expect(try await world.auditor.turn().map(\.kind) == [.watchMissing])
    try await world.small.settle()
    #expect(try await world.auditor.turn() == [])
    #expect(world.arrived("missed a check-in") == 0)
    try await world.small.checkIn(key: "here", by: world.small.p)
    #expect(try await world.numbers("SELECT count(*) FROM alerts WHERE ended_at IS NULL") == [0])
  }
}
