import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Reminders at the person's own times, through the loops.
@Suite(.timeLimit(.minutes(1))) struct OwnReminderTests {
  /// Without a courtesy window: a clock moved by hours looks like an outage.
  private func world(_ own: OwnReminders) async throws -> SmallWorld {
    let world = try await SmallWorld(
      configuration: EngineConfiguration(codeKey: Data("test".utf8), courtesyWindow: 0))
    try await world.perform(
      UpdateNotificationPreferences(NotificationPreferences(ownReminders: own)), by: world.p)
    return world
  }

  @Test func `each comes at its minute, over restarts, and the alarm still comes`() async throws {
    var world = try await world([480, 15])
    try await world.advance(by: 86_400 - 480 * 60 - 1)
    #expect(world.courier.messages.isEmpty)
    try await world.advance(by: 1)
    #expect(world.courier.messages.map(\.body) == ["Check in within 8 hours."])

    world = world.restarted()
    try await world.advance(by: 0)
    try await world.advance(by: 360 * 60)
    #expect(world.courier.messages.map(\.body).last == "Please check in within 2 hours")
    try await world.advance(by: 105 * 60 - 1)
    #expect(world.courier.messages.count == 2)

    world = world.restarted()
    try await world.advance(by: 1)
    #expect(world.courier.messages.map(\.body).last == "Check in within 15 minutes.")
    #expect(world.courier.messages.allSatisfy { $0.address == "+15550100001" })
    let events = try await world.engine.notifications(of: world.p).compactMap(\.event)
    #expect(events.count { $0 == .checkInReminder } == 2)

    try await world.advance(by: 900)
    #expect(world.courier.messages.count == 4)
    try await world.advance(by: 600)
    #expect(try await world.engine.user(world.p).isNonResponsive)
    #expect(
      world.courier.messages.dropFirst(4).map(\.address).sorted() == [
        "+15550100001", "+15550100002", "+15550100003",
      ])
  }

  @Test func `a check-in puts them off to the next deadline`() async throws {
    let world = try await world([480])
    try await world.advance(by: 50_000)
    try await world.perform(CheckInNow(), by: world.p)
    try await world.advance(by: 86_400 - 480 * 60 - 1)
    #expect(world.courier.messages.isEmpty)
    try await world.advance(by: 1)
    #expect(world.courier.messages.map(\.body) == ["Check in within 8 hours."])
  }

  @Test func `they are stored, and what is refused changes nothing`() async throws {
    let world = try await world([480, 15])
    await #expect(throws: Refusal.tooManyReminders) {
      try await world.perform(
        UpdateNotificationPreferences(NotificationPreferences(ownReminders: [5, 6, 7, 8, 9])),
        by: world.p)
    }
    #expect(try await world.engine.user(world.p).ownReminders == [480, 15])
  }
}
