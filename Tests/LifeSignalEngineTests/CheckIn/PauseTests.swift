import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PauseTests {
  private let day: TimeInterval = 86_400

  private func pause(_ world: SmallWorld, days: Double = 3) async throws -> Date {
    let until = world.clock.now + days * day
    try await world.perform(Pause(until: until), by: world.p)
    try await world.settle()
    return until
  }

  @Test func `a pause sends no reminders, and the countdown resumes by itself`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let until = try await pause(world)
    // Both responders are notified; the person asked for the pause and is not.
    #expect(world.courier.messages.map(\.title) == ["Check-ins paused", "Check-ins paused"])
    #expect(try await world.engine.contact(world.p, of: world.r1).pausedUntil == until)
    world.courier.forget()

    try await world.advance(by: 3 * day - 1)
    #expect(world.courier.messages.isEmpty)
    #expect(ledger.rows.alerts.isEmpty)

    try await world.advance(by: 1)
    #expect(world.courier.messages.count == 3)
    let user = try await world.engine.user(world.p)
    #expect(user.pausedUntil == nil)
    #expect(user.deadline == until + day)
    #expect(try await world.engine.contact(world.p, of: world.r1).pausedUntil == nil)

    try await world.advance(by: day + 600)
    #expect(ledger.rows.alerts.map(\.kind) == [.missedCheckIn])
  }

  @Test func `the end survives a restart, and comes once`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    _ = try await pause(world)
    world.courier.forget()
    let second = world.restarted()
    world.clock.advance(by: 3 * day + 30)
    try await second.services.heartbeat.turn()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for services in [world.services, second.services] {
        group.addTask { try await services.watch.turn() }
      }
      try await group.waitForAll()
    }
    try await second.services.dispatch.turn()
    #expect(world.courier.messages.count == 3)
    #expect(ledger.rows.notifications.count { $0.event == .dependentResumed } == 2)
  }

  @Test func `resuming arms the watch at once`() async throws {
    let world = try await SmallWorld()
    _ = try await pause(world)
    world.courier.forget()
    try await world.advance(by: day)
    try await world.perform(Resume(), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.count == 3)
    #expect(try await world.engine.user(world.p).deadline == world.clock.now + day)
    try await world.advance(by: day + 600)
    #expect(try await world.engine.user(world.p).isNonResponsive)
  }

  @Test func `an alert raised by hand reaches everybody while paused, and no pause begins in one`()
    async throws
  {
    let world = try await SmallWorld()
    _ = try await pause(world)
    world.courier.forget()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.count == 2)
    await #expect(throws: Refusal.endAlertFirst) {
      try await world.perform(Pause(until: world.clock.now + 5 * day), by: world.p)
    }
  }

  @Test func `a pause that ended during an outage neither skips an alert nor raises one early`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    _ = try await pause(world, days: 1)
    // Down from before the end of the pause until after the next deadline.
    try await world.advance(by: day - 60)
    world.clock.advance(by: day + 3_600)
    let back = world.restarted()
    try await back.settle()
    try await back.settle()
    #expect(try await back.engine.user(world.p).pausedUntil == nil)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
    try await back.advance(by: 599)
    #expect(ledger.rows.alerts.isEmpty)
    try await back.advance(by: 1)
    #expect(ledger.rows.alerts.map(\.kind) == [.missedCheckIn])
  }

  @Test func `the picture of the last weeks knows check-ins, misses and pauses`() async throws {
    let world = try await SmallWorld()
    try await world.advance(by: day + 600)
    try await world.perform(CheckInNow(), by: world.p)
    try await world.advance(by: 3_600)
    let until = try await pause(world, days: 2)
    try await world.advance(by: 2 * day)
    let calendar = try await world.engine.answer(
      GetCheckInCalendar(zone: .utc), to: Member(world.p))
    let today = Zone.utc.date(at: until)
    let last = calendar.days.filter { $0.date <= today }.suffix(4).map(\.status)
    #expect(last.suffix(2) == [.paused, .paused])
    #expect(calendar.count(.missed) == 1)
    #expect(calendar.days.count == 35)
    let others = try await world.engine.answer(
      GetCheckInCalendar(zone: .utc), to: Member(world.r1))
    #expect(others.count(.paused) == 0)
  }
}
