import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// The main job: a missed check-in reaches the responders.
@Suite(.timeLimit(.minutes(1))) struct MissedCheckInTests {
  private func events(_ world: SmallWorld, _ person: Person.ID) async throws -> [String] {
    try await world.engine.notifications(of: person).reversed().compactMap(\.event?.rawValue)
  }

  @Test func `reminder, deadline, grace, alarm, outbox, courier`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)

    try await world.advance(by: 86_400 - 7_200)
    #expect(world.courier.messages.map(\.body) == ["Please check in within 2 hours"])

    try await world.advance(by: 7_200)
    #expect(world.courier.messages.count == 2)
    #expect(try await world.engine.contact(world.p, of: world.r1).isNonResponsive == false)

    try await world.advance(by: 599)
    #expect(world.courier.messages.count == 2)
    #expect(try await world.engine.user(world.p).isNonResponsive == false)

    try await world.advance(by: 1)
    #expect(try await world.engine.user(world.p).isNonResponsive)
    #expect(try await world.engine.contact(world.p, of: world.r1).isNonResponsive)
    #expect(
      world.courier.messages.dropFirst(2).map(\.address).sorted() == [
        "+15550100001", "+15550100002", "+15550100003",
      ])
    #expect(try await events(world, world.r1).last == "dependentNonResponsive")
    #expect(try await events(world, world.r2).last == "dependentNonResponsive")
    #expect(ledger.rows.deliveries.allSatisfy { $0.state == .done || $0.isWithdrawn })

    // It is one alert, and it calls no one once a responder has answered it.
    let alarm = try #require(try await world.engine.user(world.p).alarms.first)
    try await world.perform(AcknowledgeAlarm(id: alarm.id), by: world.r1)
    try await world.settle()
    let count = world.courier.messages.count
    try await world.advance(by: 3_599)
    #expect(world.courier.messages.count == count)
    try await world.advance(by: 400_000)
    #expect(ledger.rows.alerts.count == 1)
  }

  @Test func `a check-in in time keeps everybody quiet`() async throws {
    let world = try await SmallWorld()
    for _ in 0..<5 {
      try await world.advance(by: 70_000)
      try await world.perform(CheckInNow(), by: world.p)
    }
    #expect(world.courier.messages.isEmpty)
    #expect(try await events(world, world.r1).contains("dependentNonResponsive") == false)
  }

  @Test func `a check-in afterwards tells the alarmed and starts over`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 87_000)
    world.courier.forget()

    try await world.checkIn(key: "again", by: world.p)
    try await world.settle()
    #expect(world.courier.messages.map(\.title) == ["Checked in", "Checked in"])
    #expect(try await world.engine.contact(world.p, of: world.r1).isNonResponsive == false)
    #expect(ledger.rows.alerts.first?.endReason == .checkedIn)

    try await world.advance(by: 87_000)
    #expect(ledger.rows.alerts.count == 2)
    #expect(try await events(world, world.r1).count { $0 == "dependentNonResponsive" } == 2)
  }

  @Test func `a restart between deadline and alarm changes nothing`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_400)
    let second = world.restarted()
    try await second.settle()
    try await second.advance(by: 600)
    let third = second.restarted(node: 2)
    try await third.settle()
    #expect(ledger.rows.alerts.count == 1)
    #expect(world.courier.messages.count { $0.title == "Mara Lindqvist missed a check-in" } == 2)
  }

  @Test func `two loops racing give one alarm`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let other = world.restarted()
    world.clock.advance(by: 87_000)
    let claimed = try #require(ledger.rows.watches[world.p])
    // Both have read the row before either writes.
    async let one = world.engine.perform(FireDeadline(claimed: claimed), by: .system)
    async let two = other.engine.perform(FireDeadline(claimed: claimed), by: .system)
    let outcomes = try await [one, two]
    #expect(outcomes.count { $0 == .unchanged } == 1)
    #expect(ledger.rows.alerts.count == 1)
    #expect(ledger.rows.notifications.count { $0.event == .dependentNonResponsive } == 2)
  }

  @Test func `a check-in that wins against the alarm prevents it`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: 87_000)
    let claimed = try #require(ledger.rows.watches[world.p])
    try await world.perform(CheckInNow(), by: world.p)
    let outcome = try await world.engine.perform(FireDeadline(claimed: claimed), by: .system)
    #expect(outcome == .unchanged)
    #expect(ledger.rows.alerts.isEmpty)
  }

  @Test func `a check-in that slips in between reading and writing prevents the alarm`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: 87_000)
    try ledger.letRivalWin(over: world.p) { [now = world.clock.now] row in
      row.gen += 1
      row.lastCheckIn = now
      row.deadline = now + 86_400
      row.stage = .deadline
      row.nextFireAt = now + 86_400
    }
    try await world.services.watch.turn()
    #expect(ledger.rows.watches[world.p]?.stage == .deadline)
    #expect(ledger.rows.alerts.isEmpty)
    #expect(!ledger.rows.notifications.contains { $0.event == .dependentNonResponsive })
  }

  @Test func `a row that cannot be written is pushed forward and delays no other`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    // All three are due.
    try await world.perform(SetCheckInInterval(seconds: 86_400), by: world.r1)
    try await world.perform(SetCheckInInterval(seconds: 86_400), by: world.r2)
    ledger.refuseWrites { [p = world.p] tx in try tx.watch(of: p)?.stage == .missed }
    world.clock.advance(by: 87_000)
    try await world.services.watch.turn()
    #expect(ledger.rows.watches[world.r1]?.stage == .missed)
    #expect(ledger.rows.watches[world.r2]?.stage == .missed)
    #expect(ledger.rows.watches[world.p]?.nextFireAt == world.clock.now + 10)

    ledger.refuseWrites(nil)
    try await world.advance(by: 10)
    #expect(ledger.rows.watches[world.p]?.stage == .missed)
    #expect(world.courier.messages.contains { $0.title == "Mara Lindqvist missed a check-in" })
  }

  @Test func `a ledger that is away keeps the alarm for when it is back`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: 87_000)
    try await world.services.dispatch.turn()
    ledger.failWrites(.unavailable("disk full"), .unavailable("disk full"))
    await #expect(throws: LedgerError.self) { try await world.services.watch.turn() }
    await #expect(throws: LedgerError.self) { try await world.services.watch.turn() }
    try await world.settle()
    #expect(ledger.rows.watches[world.p]?.stage == .missed)
  }

  @Test func `a lost race is decided again`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    ledger.failWrites(.conflict("row"), .conflict("row"))
    try await world.checkIn(key: "k", by: world.p)
    #expect(try await world.engine.checkIns(of: world.p).count == 2)

    ledger.failWrites(.conflict("row"), .conflict("row"), .conflict("row"))
    await #expect(throws: LedgerError.conflict("row")) {
      try await world.checkIn(key: "l", by: world.p)
    }
  }
}
