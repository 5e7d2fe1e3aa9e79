import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// The last message that a responder gets about an alert is true, also when a carrier was down.
@Suite(.timeLimit(.minutes(1))) struct LastMessageTests {
  private let call = "ALERT: Mara Lindqvist needs help!"
  private let allClear = "Mara Lindqvist is safe"

  /// The next two messages fail, and are tried again a minute later.
  private func failTwice(_ world: SmallWorld) async throws {
    let busy = CourierFailure.transient("busy", retryAfter: .seconds(60))
    world.courier.fail(busy, busy)
    try await world.settle()
    world.courier.forget()
  }

  private func titles(_ world: SmallWorld, to address: String) -> [String] {
    world.courier.messages.filter { $0.address == address }.map(\.title)
  }

  @Test func `an all-clear that waits is not sent while a newer alert is on`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    try await world.perform(DeactivateAlert(), by: world.p)
    try await failTwice(world)
    world.clock.advance(by: 1)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.advance(by: 120)
    #expect(titles(world, to: "+15550100002") == [call])
    #expect(titles(world, to: "+15550100003") == [call])
    #expect(ledger.rows.deliveries.count { $0.priority == .recovery && $0.isWithdrawn } == 2)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.advance(by: 60)
    #expect(titles(world, to: "+15550100002") == [call, allClear])
    #expect(titles(world, to: "+15550100003") == [call, allClear])
  }

  @Test func `nor one that waits because its address had too many messages`() async throws {
    let world = try await SmallWorld()
    for _ in 0..<6 {
      try await world.perform(ActivateAlert(), by: world.p)
      try await world.settle()
      try await world.perform(DeactivateAlert(), by: world.p)
      try await world.settle()
      world.clock.advance(by: 1)
    }
    world.courier.forget()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    try await world.advance(by: 120)
    #expect(titles(world, to: "+15550100002") == [call])
    #expect(titles(world, to: "+15550100003") == [call])
  }

  @Test(arguments: [true, false])
  func `that someone is on it is not sent after they no longer have the alert`(
    isOverruled: Bool
  ) async throws {
    let world = try await SmallWorld()
    let alert = try await world.engine.raiseAlert(of: world.p)
    try await world.settle()
    try await world.perform(AcknowledgeAlarm(id: alert.id), by: world.r1)
    try await failTwice(world)
    try await world.perform(
      ReleaseAlarm(id: alert.id), by: isOverruled ? world.p : world.r1)
    try await world.advance(by: 120)
    #expect(!world.courier.messages.isEmpty)
    #expect(world.courier.messages.allSatisfy { !$0.body.contains("and is on it") })
  }

  @Test func `that someone is on it is sent late while it is true`() async throws {
    let world = try await SmallWorld()
    let alert = try await world.engine.raiseAlert(of: world.p)
    try await world.settle()
    try await world.perform(AcknowledgeAlarm(id: alert.id), by: world.r1)
    try await failTwice(world)
    try await world.advance(by: 120)
    #expect(world.courier.messages.count { $0.body.contains("is on it") } == 2)
  }

  @Test func `an all-clear waits for the message that it answers`() async throws {
    let world = try await SmallWorld()
    try await world.perform(ActivateAlert(), by: world.p)
    try await failTwice(world)
    world.clock.advance(by: 1)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.isEmpty)
    try await world.advance(by: 120)
    #expect(titles(world, to: "+15550100002") == [call, allClear])
    #expect(titles(world, to: "+15550100003") == [call, allClear])
  }

  @Test func `and does not where another channel has carried it`() async throws {
    let world = try await SmallWorld()
    let r1 = world.r1
    try await world.ledger.write { tx in
      _ = try tx.insert(
        Channel(
          id: "900", person: r1, kind: .sms, address: "+15550999", createdAt: .distantFuture))
    }
    try await world.perform(ActivateAlert(), by: world.p)
    let busy = CourierFailure.transient("busy", retryAfter: .seconds(60))
    world.courier.fail(busy, busy)
    try await world.settle()
    #expect(titles(world, to: "+15550999") == [call])
    world.courier.forget()
    world.clock.advance(by: 1)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.settle()
    #expect(titles(world, to: "+15550100002") == [allClear])
    try await world.advance(by: 120)
    #expect(titles(world, to: "+15550100002") == [allClear])
    #expect(titles(world, to: "+15550100003") == [call, allClear])
  }

  @Test func `an all-clear still follows its alert when the server was down for days`() async throws
  {
    let world = try await SmallWorld()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.perform(DeactivateAlert(), by: world.p)
    world.clock.advance(by: 200_000)
    try await world.services.dispatch.turn()
    #expect(titles(world, to: "+15550100002") == [call, allClear])
    #expect(titles(world, to: "+15550100003") == [call, allClear])
  }

  @Test(arguments: [true, false])
  func `an all-clear that waits for an hour is looked at once a minute, and follows any result`(
    isRefused: Bool
  ) async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    let busy = CourierFailure.transient("busy", retryAfter: .seconds(7_200))
    world.courier.fail(busy, busy)
    try await world.settle()
    world.courier.forget()
    try await world.perform(DeactivateAlert(), by: world.p)
    func pauses() -> [TimeInterval] {
      ledger.rows.deliveries.filter { $0.priority == .recovery && $0.state == .ready }
        .map { $0.nextAttemptAt.timeIntervalSince(world.clock.now) }
    }
    try await world.settle()
    #expect(pauses() == [15, 15])
    try await world.advance(by: 3_600)
    #expect(pauses() == [60, 60])
    let refused = CourierFailure.rejected("refused")
    if isRefused { world.courier.fail(refused, refused) }
    try await world.advance(by: 3_600)
    #expect(titles(world, to: "+15550100002") == [call, allClear])
  }

  @Test func `an all-clear waits for no other one that its recipient has muted`() async throws {
    let world = try await SmallWorld()
    try await world.perform(
      UpdateNotificationPreferences(NotificationPreferences(checkInNotifications: false)),
      by: world.r1)
    try await world.advance(by: 87_000)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.settle()
    world.courier.forget()
    try await world.perform(CheckInNow(), by: world.p)
    try await world.settle()
    try await world.advance(by: 60)
    #expect(titles(world, to: "+15550100002") == [allClear])
    #expect(titles(world, to: "+15550100003") == ["Checked in"])
  }
}
