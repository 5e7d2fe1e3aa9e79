import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// Rows are taken away or spoilt behind the engine's back, one promise after the other: each time the
/// auditor finds it, puts it back where it is kept, and the message arrives.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A broken promise` {
  @Test func `a missed check-in without an alert, because its rows are gone`() async throws {
    let world = try await DamagedWorld()
    try await world.small.advance(by: 90_000)
    try await world.damage(
      "DELETE FROM alerts", "DELETE FROM notifications", "DELETE FROM deliveries")
    world.small.courier.forget()
    #expect(
      try await world.auditor.turn() == [AuditFinding(.missedWithoutAlarm, world.p)])
    try await world.small.settle()
    #expect(world.arrived("missed a check-in") == 2)
    #expect(try await world.auditor.turn() == [])
    #expect(world.auditor.report.repaired == [.missedWithoutAlarm: 1])
  }

  @Test func `a missed check-in whose alert ended although no one ended it`() async throws {
    let world = try await DamagedWorld()
    try await world.small.advance(by: 90_000)
    try await world.damage("UPDATE alerts SET ended_at = started_at, end_reason = 'checkedIn'")
    world.small.courier.forget()
    #expect(
      try await world.auditor.turn() == [AuditFinding(.missedWithoutAlarm, world.p)])
    try await world.small.settle()
    #expect(world.arrived("missed a check-in") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a journey overdue and no alarm`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(
      StartTravel(due: world.small.clock.now + 3_600, note: "Ridge path"), by: world.small.p)
    try await world.small.advance(by: 3_600)
    try await world.small.advance(by: 600)
    try await world.damage(
      "DELETE FROM alerts", "DELETE FROM notifications", "DELETE FROM deliveries")
    world.small.courier.forget()
    #expect(try await world.auditor.turn().map(\.kind) == [.journeyWithoutAlarm])
    try await world.small.settle()
    #expect(world.arrived("has not arrived") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a check-in whose timer is gone`() async throws {
    let world = try await DamagedWorld()
    try await world.damage("UPDATE watches SET next_fire_at = NULL")
    #expect(try await world.auditor.turn().count == 3)
    #expect(try await world.auditor.turn() == [])
    try await world.small.advance(by: 90_000)
    #expect(world.arrived("missed a check-in") == 2)
  }

  @Test func `a journey whose timer is gone`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(
      StartTravel(due: world.small.clock.now + 3_600, note: ""), by: world.small.p)
    try await world.damage("UPDATE travels SET next_fire_at = NULL")
    #expect(try await world.auditor.turn().map(\.kind) == [.journeyWithoutTimer])
    #expect(try await world.auditor.turn() == [])
    try await world.small.advance(by: 4_200)
    #expect(world.arrived("has not arrived") == 2)
  }

  @Test func `an alert that notified no one`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.damage("DELETE FROM notifications", "DELETE FROM deliveries")
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmUnheard, .alarmUntold])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `an alert whose person was not notified, for which no one else is called`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    world.small.courier.forget()
    try await world.damage("DELETE FROM notifications WHERE event = 'alertActivated'")
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmUntold])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 0)
    #expect(try await world.auditor.turn() == [])
  }

  @Test(
    arguments: [
      "DELETE FROM escalations",
      "UPDATE escalations SET next_fire_at = NULL, ended_at = 1",
      "UPDATE escalations SET next_fire_at = NULL",
      "UPDATE alerts SET ended_at = -1",
      "UPDATE alerts SET ended_at = started_at + 1",
    ] as [SQLText])
  func `an alert for which no one would be called again`(damage: SQLText) async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    try await world.damage(damage)
    world.small.courier.forget()
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmUncalled])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
    try await world.small.perform(DeactivateAlert(), by: world.small.p)
    let person = world.small.p
    #expect(try await world.ledger.read { try $0.openAlerts(of: person) } == [])
  }

  @Test func `lost messages of an alert are sent again, and the finding is a broken promise`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    world.small.courier.forget()
    try await world.damage("DELETE FROM deliveries")
    try await world.small.advance(by: 115)
    #expect(try await world.auditor.turn() == [])
    try await world.small.advance(by: 10)
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmUnheard])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `an alert that is half ended stays ended where its person has raised another`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    try await world.damage("UPDATE alerts SET ended_at = -1")
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    #expect(try await world.auditor.turn() == [])
    let person = world.small.p
    #expect(try await world.ledger.read { try $0.openAlerts(of: person).count } == 1)
  }

  @Test func `an unreadable escalation starts again with everyone`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    try await world.damage("UPDATE escalations SET steps = '?'")
    world.small.courier.forget()
    try await world.small.advance(by: 940)
    #expect(world.arrived("ALERT") == 0)
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmLate])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test(
    arguments: [
      ["DELETE FROM escalations"],
      ["DELETE FROM escalations", "DELETE FROM sealed_entries"],
      ["DELETE FROM escalations", "DELETE FROM check_in_codes", "DELETE FROM check_in_sheets"],
      ["UPDATE escalations SET steps = '?'"],
      ["UPDATE escalations SET next_fire_at = NULL"],
    ] as [[SQLText]])
  func `a duress alert whose escalation is lost is called again, and reaches no one else`(
    damage: [SQLText]
  ) async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let sheet = try await small.printCodes(telling: [small.r1])
    try await small.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await small.settle()
    #expect(small.courier.messages.map(\.address) == ["+15550100002"])
    let before = try await small.engine.notifications(of: small.p)
    for statement in damage { try await world.damage(statement) }
    // Past its next call, and what of it cannot be read is late by then.
    small.clock.advance(by: 335)
    small.courier.forget()
    #expect(try await world.auditor.turn().count == 1)
    try await small.settle()
    #expect(small.courier.messages.map(\.address) == ["+15550100002"])
    #expect(small.courier.messages.first?.body.contains("Do not call") == true)
    #expect(try await world.auditor.turn() == [])
    #expect(try await small.engine.notifications(of: small.p) == before)
    #expect(try await small.engine.contact(small.p, of: small.r1).alarms.count == 1)
    #expect(try await small.engine.contact(small.p, of: small.r2).alarms.isEmpty)
  }

  @Test(
    arguments: [
      "UPDATE escalations SET steps = '?'", "UPDATE alerts SET end_reason = '?'",
      "UPDATE deliveries SET state = '?'",
    ] as [SQLText])
  func `unreadable rows of a duress alert lock out no browser, and show nothing`(
    damage: SQLText
  ) async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let browser = PushSubscription(
      endpoint: "https://push.example/1", key: Data([4]) + Data(repeating: 7, count: 64),
      secret: Data(repeating: 9, count: 16), origin: "https://lifesignal.example")
    for person in [small.r1, small.r2] {
      try await small.perform(SubscribePush(browser), by: person)
    }
    // After a day a page says again that its browser is there.
    try await small.advance(by: 86_401)
    let sheet = try await small.printCodes(telling: [small.r1])
    try await small.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await small.settle()
    let before = try await small.engine.rehearsal(of: small.p)
    try await world.damage(damage)
    #expect(try await small.engine.rehearsal(of: small.p) == before)
    _ = try await small.engine.answer(GetChannels(), to: Member(small.p))
    for person in [small.r1, small.r2] {
      try await small.perform(SubscribePush(browser), by: person)
      #expect(try await small.engine.isSubscribed(browser, of: person))
    }
  }

  @Test func `a calling that waits for an instant no rule gives goes on where it was`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    try await world.damage("UPDATE escalations SET next_fire_at = next_fire_at + 200000000")
    world.small.courier.forget()
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmLate])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a check-in that cannot be read comes due as an alarm`() async throws {
    let world = try await DamagedWorld()
    try await world.damage("UPDATE watches SET stage = 9")
    try await world.small.advance(by: 90_000)
    #expect(world.arrived("missed a check-in") == 0)
    #expect(try await world.auditor.turn() == [AuditFinding(.watchLate, world.p)])
    try await world.small.settle()
    #expect(world.arrived("missed a check-in") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a check-in that fails whenever it is tried is found, shown, and unready`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.damage(
      "CREATE TRIGGER no_alerts BEFORE INSERT ON alerts BEGIN SELECT RAISE(ABORT, 'no'); END")
    world.small.clock.advance(by: 90_000)
    try await world.small.services.watch.turn()
    // Pushed forward each time, so by its timer it is never late.
    for _ in 0..<4 {
      try await world.small.advance(by: 10)
      #expect(try await world.auditor.turn() == [AuditFinding(.watchLate, world.p)])
    }
    let health = world.small.services.health()
    #expect(health.causes == [.promisesBroken(1), .schemaDamaged(1), .rowsFailing(1)])
    #expect(!health.isReady && health.isLive)
    let stored = try await world.ledger.read { try $0.auditSightings() }
    #expect(stored.map(\.finding) == [AuditFinding(.watchLate, world.p)])

    try await world.damage("DROP TRIGGER no_alerts")
    try await world.small.advance(by: 11)
    #expect(world.arrived("missed a check-in") == 2)
    #expect(try await world.auditor.turn() == [])
    #expect(world.small.services.health().isReady)
    #expect(try await world.ledger.read { try $0.auditSightings() } == [])
  }

  @Test func `a person in a region this release does not know is alerted for like any other`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.damage("UPDATE people SET phone_region = 'nowhere' WHERE first_name = 'Mara'")
    try await world.small.advance(by: 90_000)
    #expect(world.arrived("missed a check-in") == 2)
    #expect(try await world.auditor.turn() == [])
    #expect(world.small.services.health().isReady)
  }

  @Test func `a journey that cannot be read comes due as an alarm`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(
      StartTravel(due: world.small.clock.now + 3_600, note: ""), by: world.small.p)
    try await world.damage("UPDATE travels SET stage = 9")
    try await world.small.advance(by: 5_000)
    #expect(try await world.auditor.turn().map(\.kind) == [.journeyLate])
    try await world.small.settle()
    #expect(world.arrived("has not arrived") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a message that no courier takes`() async throws {
    let world = try await DamagedWorld()
    world.small.clock.advance(by: 60)
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    world.small.clock.advance(by: 31)
    #expect(
      try await world.auditor.turn().map(\.kind) == [.deliveryLate, .deliveryLate])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a message for a channel without a courier stays shown`() async throws {
    let world = try await DamagedWorld()
    world.small.clock.advance(by: 60)
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.damage("UPDATE deliveries SET kind = 'pigeon'")
    try await world.small.advance(by: 31)
    #expect(try await world.auditor.turn().count == 2)
    try await world.small.advance(by: 5)
    #expect(try await world.auditor.turn().count == 2)
    #expect(world.small.services.health().causes == [.promisesBroken(2)])
  }

  @Test(
    arguments: [
      "UPDATE deliveries SET next_attempt_at = next_attempt_at + 200000000 WHERE state = 'ready'",
      "UPDATE deliveries SET next_attempt_at = next_attempt_at + 4000000 WHERE state = 'ready'",
      """
      UPDATE deliveries SET state = 'leased', lease_owner = 'dead',
        lease_until = next_attempt_at + 3600000 WHERE state = 'ready'
      """,
      """
      UPDATE deliveries SET state = 'leased', lease_owner = 'dead', lease_until = NULL
      WHERE state = 'ready'
      """,
      "UPDATE deliveries SET state = '' WHERE state = 'ready'",
    ] as [SQLText])
  func `a message that waits for an instant no rule gives, or in no state there is`(damage: SQLText)
    async throws
  {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.damage(damage)
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 0)
    #expect(
      try await world.auditor.turn().map(\.kind) == [.deliveryStranded, .deliveryStranded])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a message that arrived is not sent again, whatever became of its state`()
    async throws
  {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    try await world.damage("UPDATE deliveries SET state = '' WHERE priority = 0")
    #expect(try await world.auditor.turn() == [])
    try await world.small.settle()
    #expect(world.arrived("ALERT") == 2)
  }

  @Test func `when there are more rows than one audit reads, the next one continues`() async throws
  {
    let world = try await DamagedWorld()
    try await world.small.advance(by: 700_000)
    try await world.small.settle()
    try await world.damage("DELETE FROM alerts")
    let narrow = world.small.engine.services(audit: AuditLoop.Limits(rows: 1)).auditor
    var found: Set<AuditFinding> = []
    for _ in 0..<4 { found.formUnion(try await narrow.turn()) }
    #expect(found.count == 3)
    try await world.small.settle()
    for _ in 0..<4 { try await narrow.turn() }
    #expect(try await narrow.turn() == [])
  }

  @Test func `all is well on days like any other`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    for day in 0..<8 {
      for _ in 0..<12 {
        try await small.advance(by: 7_200)
        try await small.settle()
        #expect(try await world.auditor.turn() == [])
      }
      try await small.perform(CheckInNow(), by: small.p)
      if day % 2 == 0 { try await small.perform(ActivateAlert(), by: small.p) }
      if day % 2 == 1 { try await small.perform(DeactivateAlert(), by: small.p) }
      if day == 3 { try await small.perform(Pause(until: small.clock.now + 90_000), by: small.r1) }
      try await small.perform(PingDependent(dependent: small.p), by: small.r2)
      try await small.settle()
      #expect(try await world.auditor.turn() == [])
      try await small.services.sweep.turn()
    }
    #expect(small.services.health().isReady)
  }
}

extension DamagedWorld {
  fileprivate var p: Int64 { small.p.int64 ?? 0 }
}
