import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// Damaged rows neither send an all-clear that may be false nor hold a true one.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `An all-clear beside a damaged row` {
  @Test func `waits while another alert is on whose escalation cannot be read`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.advance(by: 90_000)
    #expect(try await world.numbers("SELECT count(*) FROM alerts WHERE ended_at IS NULL") == [2])
    try await world.damage(
      """
      UPDATE escalations SET steps = '?'
      WHERE alert_id = (SELECT id FROM alerts WHERE kind = 'missedCheckIn')
      """)
    small.courier.forget()
    try await small.perform(DeactivateAlert(), by: small.p)
    try await small.settle()
    try await small.advance(by: 60)
    #expect(world.arrived("is safe") == 0)
    try await small.checkIn(key: "here", by: small.p)
    try await small.settle()
    try await small.advance(by: 60)
    #expect(world.arrived("is safe") == 2)
  }

  @Test func `waits for no message whose channel does not exist`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    try await world.damage("UPDATE deliveries SET kind = '?' WHERE priority = 0")
    try await small.perform(DeactivateAlert(), by: small.p)
    try await small.settle()
    #expect(world.arrived("is safe") == 2)
  }

  @Test func `is sent immediately although a duress alert cannot be read`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let sheet = try await small.printCodes(telling: [small.r1])
    try await small.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await small.settle()
    try await world.damage("UPDATE escalations SET steps = '?'")
    try await small.perform(ActivateAlert(), by: small.p)
    try await small.settle()
    small.courier.forget()
    try await small.perform(DeactivateAlert(), by: small.p)
    try await small.settle()
    #expect(
      small.courier.messages.count == 2, "a missing message would show that something holds it")
    // The record of contacts still shows who may know.
    #expect(world.arrived("is safe") == 1 && world.arrived("DURESS ALERT") == 1)
  }

  @Test func `follows an alert whose message lost its entry in the notification centre`()
    async throws
  {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    try await world.damage(
      "UPDATE deliveries SET channel_rank = 1, notification_id = NULL WHERE priority = 0")
    try await small.perform(DeactivateAlert(), by: small.p)
    try await small.settle()
    try await small.advance(by: 60)
    #expect(world.arrived("ALERT") == 2 && world.arrived("is safe") == 2)
  }
}
