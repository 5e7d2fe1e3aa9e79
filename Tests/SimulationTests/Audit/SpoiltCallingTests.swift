import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// The row that says how far the calling has come cannot be read: the alert itself can.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A calling that cannot be read` {
  private static let damage: SQLText = "UPDATE escalations SET steps = '?'"

  private func alarm(of world: DamagedWorld) async throws -> AlertRecord.ID {
    AlertRecord.ID(try #require(try await world.numbers("SELECT id FROM alerts").first))
  }

  @Test func `is shown with the alert it belongs to, which can be ended`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.settle()
    try await world.damage(Self.damage)
    let alarm = try await alarm(of: world)
    for viewer in [small.p, small.r1] {
      let details = try await small.engine.alarm(alarm, for: viewer)
      #expect(details.personName == "Mara Lindqvist" && details.waiting.count == 2)
    }
    #expect(try await small.engine.contact(small.p, of: small.r1).alarms.count == 1)
    _ = try await small.engine.user(small.p)
    try await small.perform(DeactivateAlert(), by: small.p)
    #expect(try await world.numbers("SELECT count(*) FROM alerts WHERE ended_at IS NULL") == [0])
    // It comes due once more, is found late, and then it is over too.
    try await world.pass(1_000, 35, 5)
    #expect(try await world.auditor.turn() == [])
    #expect(
      try await world.numbers("SELECT count(*) FROM escalations WHERE ended_at IS NULL") == [0])
  }

  @Test func `keeps no missed person from checking in`() async throws {
    let world = try await DamagedWorld()
    try await world.small.advance(by: 90_000)
    try await world.damage(Self.damage)
    try await world.small.checkIn(key: "here", by: world.small.p)
    #expect(try await world.numbers("SELECT count(*) FROM alerts WHERE ended_at IS NULL") == [0])
  }

  @Test func `of a duress alert shows it only to those who know of it`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let sheet = try await small.printCodes(telling: [small.r1])
    try await small.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await small.settle()
    try await world.damage(Self.damage)
    let alarm = try await alarm(of: world)
    #expect(try await small.engine.contact(small.p, of: small.r1).alarms.count == 1)
    #expect(try await small.engine.contact(small.p, of: small.r2).alarms.isEmpty)
    _ = try await small.engine.alarm(alarm, for: small.r1)
    for viewer in [small.p, small.r2] {
      await #expect(throws: Refusal.alarmNotFound) {
        _ = try await small.engine.alarm(alarm, for: viewer)
      }
    }
  }

  @Test func `of a duress alert is made again immediately when help is called for again`()
    async throws
  {
    let world = try await DamagedWorld()
    let small = world.small
    let sheet = try await small.printCodes(telling: [small.r1])
    try await small.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await small.settle()
    try await world.damage(Self.damage)
    small.courier.forget()
    try await small.engine.useCheckInCode(sheet.silent[1], from: "n")
    for _ in 0..<2 { try await small.settle() }
    #expect(small.courier.messages.map(\.address) == ["+15550100002"])
    let unsettled: SQLText = "SELECT count(*) FROM check_in_codes WHERE due_at IS NOT NULL"
    #expect(try await world.numbers(unsettled) == [0])
    #expect(try await world.auditor.turn() == [])
    #expect(try await small.engine.contact(small.p, of: small.r2).alarms.isEmpty)
  }

  @Test func `that a responder has keeps them from no change of their relations`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.settle()
    try await small.perform(AcknowledgeAlarm(id: try await alarm(of: world)), by: small.r1)
    try await world.damage(Self.damage)
    try await small.perform(RemoveContact(id: small.p), by: small.r1)
    #expect(try await world.numbers("SELECT count(*) FROM relations") == [2])
  }

  @Test func `is repaired, and the responder who was overruled still cannot have the alert`()
    async throws
  {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.settle()
    let alarm = try await alarm(of: world)
    try await small.perform(AcknowledgeAlarm(id: alarm), by: small.r1)
    try await small.perform(ReleaseAlarm(id: alarm), by: small.p)
    try await world.damage(Self.damage)
    try await world.pass(1_000, 35, 5)
    #expect(try await world.auditor.turn() == [])
    try await small.perform(AcknowledgeAlarm(id: alarm), by: small.r1)
    let held: SQLText = "SELECT count(*) FROM escalations WHERE holder_id IS NOT NULL"
    #expect(try await world.numbers(held) == [0])
    try await small.perform(AcknowledgeAlarm(id: alarm), by: small.r2)
    #expect(try await world.numbers(held) == [1])
  }

  @Test func `whose policy is damaged is a finding beforehand, as long as it is there`()
    async throws
  {
    let world = try await DamagedWorld()
    let small = world.small
    func count() -> Int? { world.health.findings["rows-unreadable:escalation_plans"] }
    try await world.damage("INSERT INTO escalation_plans SELECT id, '[[[' FROM people")
    try await world.pass(1)
    #expect(count() == 3)
    try await small.perform(ActivateAlert(), by: small.p)
    try await world.pass(1, 1, 1)
    #expect(world.arrived("ALERT") == 2)
    #expect(world.health.isReady && count() == 3)
    for person in [small.p, small.r1, small.r2] {
      try await small.perform(SetEscalationPlan(plan: nil), by: person)
    }
    try await world.pass(1)
    #expect(count() == nil)
  }

  @Test func `because its order is spoilt calls out everyone`() async throws {
    let world = try await DamagedWorld()
    try await world.damage(
      "INSERT INTO escalation_plans (person_id, plan) SELECT min(id), '?' FROM people")
    try await world.pass(90_000)
    #expect(world.arrived("missed a check-in") == 2)
    #expect(world.health.isReady && world.health.findings["rows-unreadable:escalation_plans"] == 1)
  }
}
