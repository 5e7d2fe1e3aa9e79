import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SnoozeTests {
  @Test func `a reminder comes again, and the alert comes when it would have`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let deadline = try #require(try await world.engine.user(world.p).deadline)
    await #expect(throws: Refusal.noReminderOut) {
      try await world.perform(SnoozeReminder(), by: world.p)
    }
    try await world.advance(by: deadline.timeIntervalSince(world.clock.now) - 7_200)
    #expect(world.courier.messages.count == 1)

    let answer = try await world.perform(SnoozeReminder(), by: world.p)
    #expect(answer.at == world.clock.now + 1_800)
    try await world.advance(by: 1_799)
    #expect(world.courier.messages.count == 1)
    // The due time is stored: another process goes on from there.
    let second = world.restarted()
    second.clock.advance(by: 1)
    try await second.settle()
    #expect(world.courier.messages.count == 2)
    #expect(world.courier.messages.last?.body.contains("Check in within 90 minutes.") == true)
    #expect(try await world.engine.user(world.p).deadline == deadline)

    try await second.advance(by: 5_400)
    #expect(ledger.rows.alerts.isEmpty)
    try await second.advance(by: 600)
    #expect(ledger.rows.alerts.map(\.kind) == [.missedCheckIn])
  }

  @Test func `a text asks for it too, and reads why it is too late`() async throws {
    let world = try await SmallWorld()
    let deadline = try #require(try await world.engine.user(world.p).deadline)
    let number = try await world.engine.user(world.p).phoneNumber
    func text(_ id: Reply.ID) async throws -> ReplyAnswer? {
      try await world.engine.receive(Reply(id: id, from: number, text: "LATER"))?.answer
    }
    try await world.advance(by: deadline.timeIntervalSince(world.clock.now) - 7_200)
    #expect(try await text("SM1") == .snoozed)
    try await world.advance(by: 7_200)
    #expect(try await text("SM2") == .refused(.snoozeTooLate))
  }
}
