import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PlanTests {
  @Test func `times of day remind and alarm like an interval`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let zone = try #require(Zone("America/New_York"))
    let times = CheckInTimes(
      times: [try #require(TimeOfDay("08:00")), try #require(TimeOfDay("20:00"))], zone: zone)
    try await world.perform(SetPlan(plan: .times(times)), by: world.p)
    let deadline = try #require(try await world.engine.user(world.p).deadline)
    #expect(times.first(after: deadline - 1) == deadline)
    #expect(try await world.engine.user(world.p).checkInPlan == .times(times))
    #expect(try await world.engine.contact(world.p, of: world.r1).deadline == deadline)

    try await world.advance(by: deadline.timeIntervalSince(world.clock.now) - 7_200)
    #expect(world.courier.messages.map(\.body) == ["Please check in within 2 hours"])
    // Answering the reminder answers the time it was about.
    try await world.perform(CheckInNow(), by: world.p)
    let next = try #require(try await world.engine.user(world.p).deadline)
    #expect(next == times.first(after: deadline))
    try await world.advance(by: next.timeIntervalSince(world.clock.now) + 600)
    #expect(ledger.rows.alerts.map(\.kind) == [.missedCheckIn])
  }

  @Test func `a check-in hours before its time raises no alert, and the calendar agrees`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    // Six hours from now and every day, by UTC.
    let due = world.clock.now + 6 * 3_600
    let times = CheckInTimes(times: [Zone.utc.reading(at: due).time], zone: .utc)
    try await world.perform(SetPlan(plan: .times(times)), by: world.p)
    try await world.advance(by: 1_800)
    try await world.perform(CheckInNow(), by: world.p)
    let next = try #require(try await world.engine.user(world.p).deadline)
    #expect(next == times.first(after: due))
    world.courier.forget()
    try await world.advance(by: 6 * 3_600 + 3_600)
    #expect(world.courier.messages.isEmpty && ledger.rows.alerts.isEmpty)
    let calendar = try await world.engine.answer(
      GetCheckInCalendar(zone: .utc), to: Member(world.p))
    #expect(calendar.count(.missed) == 0)
    // The day after it is watched as ever.
    try await world.advance(by: next.timeIntervalSince(world.clock.now) + 600)
    #expect(ledger.rows.alerts.map(\.kind) == [.missedCheckIn])
  }

  @Test func `older check-ins come page by page`() async throws {
    let world = try await SmallWorld()
    for _ in 0..<7 {
      try await world.advance(by: 60)
      try await world.perform(CheckInNow(), by: world.p)
    }
    let newest = try await world.engine.checkIns(of: world.p, limit: 3)
    let older = try await world.engine.answer(
      GetOlderCheckIns(than: try #require(newest.last), limit: 3), to: Member(world.p)
    ).items
    let all = try await world.engine.checkIns(of: world.p)
    #expect(newest + older == Array(all.prefix(6)))
  }
}
