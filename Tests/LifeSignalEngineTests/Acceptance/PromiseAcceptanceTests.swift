import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Items 27 and 28 of the acceptance checklist.
@Suite(.timeLimit(.minutes(1))) struct PromiseAcceptanceTests {
  @Test func `27: reminder and expiry fire once, also after a restart`() async throws {
    let ledger = TestLedger()
    // Without a courtesy window: a clock moved by hours looks like an outage.
    var world = try await SmallWorld(
      ledger: ledger,
      configuration: EngineConfiguration(codeKey: Data("test".utf8), courtesyWindow: 0))
    // Not as far as the second call.
    for (number, seconds) in ([79_200, 7_200, 600, 0, 299] as [TimeInterval]).enumerated() {
      world = world.restarted(node: number + 1)
      try await world.advance(by: seconds)
    }
    func count(_ event: NotificationEvent) -> Int {
      ledger.rows.notifications.count { $0.person == world.p && $0.event == event }
    }
    #expect(count(.checkInReminder2Hours) == 1)
    // The deadline's own reminder, and that the responders have been told.
    #expect(count(.checkInExpired) == 2)
    #expect(
      ledger.rows.notifications.count { $0.event == .dependentNonResponsive } == 2)
  }

  @Test func `27: a person who wants no message themselves is missed all the same`() async throws {
    let world = try await SmallWorld()
    try await world.perform(
      UpdateNotificationPreferences(
        NotificationPreferences(isNotificationsEnabled: false, alertNotifications: false)),
      by: world.p)
    try await world.advance(by: 87_000)
    #expect(
      world.courier.messages.map(\.address).sorted() == ["+15550100002", "+15550100003"])
  }

  @Test func `28: an alert reaches every responder, and raising it again is the same alert`()
    async throws
  {
    let world = try await SmallWorld()
    let first = try await world.perform(ActivateAlert(), by: world.p)
    let second = try await world.perform(ActivateAlert(), by: world.p)
    #expect(first == second)
    try await world.settle()
    #expect(
      world.courier.messages.map(\.address).sorted() == ["+15550100002", "+15550100003"])
  }
}
