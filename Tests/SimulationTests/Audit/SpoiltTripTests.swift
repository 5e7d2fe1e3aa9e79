import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// The row of a trip is damaged after the responders were notified that its person has not arrived.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct SpoiltTripTests {
  private static let stages: [SQLText] = [
    "UPDATE travels SET stage = 1", "UPDATE travels SET stage = 3",
  ]
  private static let ended: SQLText =
    "UPDATE travels SET ended_at = started_at + 1, end_reason = 'arrived'"
  private static let openAlerts: SQLText = "SELECT count(*) FROM alerts WHERE ended_at IS NULL"

  /// A world whose person has not arrived; no message is on its way.
  private func overdue() async throws -> (DamagedWorld, TravelData.ID) {
    let world = try await DamagedWorld()
    let small = world.small
    let trip = try await small.perform(
      StartTravel(due: small.clock.now + 600, note: "Bus 42"), by: small.p)
    try await world.pass(1_200)
    #expect(world.arrived("has not arrived") == 2)
    small.courier.forget()
    return (world, trip.id)
  }

  @Test(arguments: stages)
  func `a trip whose stage was set back ends with its alert`(_ damage: SQLText) async throws {
    let (world, trip) = try await overdue()
    let small = world.small
    try await world.damage(damage)
    #expect(try await small.engine.user(small.p).travel?.status == .overdue)
    try await small.perform(Arrive(id: trip), by: small.p)
    try await small.settle()
    #expect(small.courier.messages.map(\.title) == ["Arrived", "Arrived"])
    #expect(try await world.numbers(Self.openAlerts) == [0])
    #expect(try await world.auditor.turn() == [])
  }

  @Test(arguments: stages + ["UPDATE travels SET stage = 2, next_fire_at = due_at"])
  func `a stage that was set back follows the alert that is on`(_ damage: SQLText) async throws {
    let (world, _) = try await overdue()
    try await world.damage(damage)
    try await world.pass(1, 1, 1)
    #expect(try await world.numbers("SELECT stage FROM travels") == [4])
    #expect(try await world.numbers("SELECT count(*) FROM alerts") == [1])
    #expect(try await world.auditor.turn() == [])
  }

  @Test(
    arguments: [
      "UPDATE travels SET gen = 9223372036854775807",
      "UPDATE travels SET due_at = 4611686018427387904",
      "UPDATE travels SET overdue_at = -9223372036854775807",
    ] as [SQLText])
  func `the calls go on whatever the trip's row contains`(_ damage: SQLText) async throws {
    let (world, _) = try await overdue()
    try await world.damage(damage)
    try await world.pass(60, times: 15)
    #expect(world.arrived("has not arrived") > 0)
    #expect(!world.health.causes.map(\.code).contains("rows-failing"))
    #expect(world.health.findings["rows-unreadable:travels"] == 1)
  }

  @Test(arguments: [false, true])
  func `an alert without an open trip is a finding, and its person can end it`(
    byCheckIn: Bool
  ) async throws {
    let (world, _) = try await overdue()
    let small = world.small
    try await world.damage(Self.ended)
    try await world.pass(1, 1)
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmContradicted])
    small.courier.forget()
    if byCheckIn {
      try await small.checkIn(key: "here", by: small.p)
    } else {
      try await small.perform(DeactivateAlert(), by: small.p)
    }
    try await small.settle()
    #expect(try await world.numbers(Self.openAlerts) == [0])
    #expect(world.arrived(byCheckIn ? "Arrived" : "is safe") == 2)
    #expect(try await world.auditor.turn() == [])
  }
}
