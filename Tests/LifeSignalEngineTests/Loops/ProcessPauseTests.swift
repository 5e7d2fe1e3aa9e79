import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

/// A process that was stopped, or whose machine slept, for less than an outage takes: what came meanwhile
/// waits in the sockets and is read before anybody counts as missing.
@Suite(.timeLimit(.minutes(1))) struct ProcessPauseTests {
  /// Ten seconds before p's alarm is due.
  private func world() async throws -> (SmallWorld, TestLedger) {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_990)
    #expect(ledger.rows.alerts.isEmpty)
    return (world, ledger)
  }

  @Test(arguments: [15, 45, 110])
  func `a check-in that waited in the socket comes before its own alarm`(pause: Int) async throws {
    let (world, ledger) = try await world()
    world.clock.suspend(for: Double(pause))
    try await world.services.watch.turn()
    try await world.services.dispatch.turn()
    try await world.perform(CheckInNow(), by: world.p)
    try await world.live(for: 60)
    #expect(ledger.rows.alerts.isEmpty)
    #expect(!world.courier.messages.contains { $0.title == "Mara Lindqvist missed a check-in" })
  }

  @Test(arguments: [(12, 12), (20, 20), (100, 20)])
  func `a missed deadline waits for as long as the pause was, twenty seconds at most`(
    pause: Int, wait: Int
  ) async throws {
    let (world, ledger) = try await world()
    world.clock.suspend(for: Double(pause))
    try await world.settle()
    try await world.live(for: wait - 1)
    #expect(ledger.rows.alerts.isEmpty)
    try await world.live(for: 1)
    #expect(ledger.rows.alerts.count == 1)
    #expect(ledger.rows.heartbeat?.outage == nil)
  }

  @Test func `a process that stops again and again holds a missed deadline once`() async throws {
    let (world, ledger) = try await world()
    for _ in 0..<4 {
      world.clock.suspend(for: 15)
      try await world.settle()
    }
    #expect(ledger.rows.alerts.count == 1)
  }

  @Test func `a pause shorter than ten seconds holds nothing`() async throws {
    let (world, ledger) = try await world()
    try await world.live(for: 5)
    world.clock.suspend(for: 9)
    try await world.settle()
    #expect(ledger.rows.alerts.count == 1)
  }

  @Test func `a pause between finding the deadline and deciding holds it too`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_990)
    try await world.live(for: 9)
    let watch = try #require(ledger.rows.watches[world.p])
    world.clock.suspend(for: 30)
    #expect(try await world.engine.perform(FireDeadline(claimed: watch), by: .system) == .unchanged)
    #expect(ledger.rows.alerts.isEmpty)
  }

  @Test func `a journey waits as a check-in does`() async throws {
    let (world, ledger) = try await world()
    try await world.perform(CheckInNow(), by: world.p)
    try await world.perform(StartTravel(due: world.clock.now + 3_600, note: ""), by: world.p)
    try await world.advance(by: 3_600)
    try await world.advance(by: 590)
    world.clock.suspend(for: 30)
    try await world.settle()
    #expect(ledger.rows.alerts.isEmpty)
    try await world.live(for: 20)
    #expect(ledger.rows.alerts.map(\.kind) == [.travel])
  }

  @Test func `A pause between finding an overdue trip and deciding holds its alert`() async throws {
    let (world, ledger) = try await world()
    try await world.perform(CheckInNow(), by: world.p)
    try await world.perform(StartTravel(due: world.clock.now + 3_600, note: ""), by: world.p)
    try await world.advance(by: 3_600)
    try await world.advance(by: 590)
    try await world.live(for: 9)
    let trip = try #require(try await ledger.read { try $0.openTravel(of: world.p) })
    world.clock.suspend(for: 30)
    #expect(try await world.engine.perform(FireTravel(claimed: trip), by: System()) == .unchanged)
    #expect(ledger.rows.alerts.isEmpty)
  }

  @Test func `an alert raised by hand waits for nothing`() async throws {
    let (world, _) = try await world()
    world.clock.suspend(for: 60)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.count { $0.title.hasPrefix("ALERT") } == 2)
  }

  @Test func `the next call of an alarm that is on waits for nothing`() async throws {
    let (world, ledger) = try await world()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    let calling = try #require(ledger.rows.escalations.first)
    try await world.advance(by: 60)
    world.clock.advance(to: try #require(calling.nextFireAt) - 5)
    try await world.settle()
    world.courier.forget()
    world.clock.suspend(for: 30)
    try await world.settle()
    #expect(world.courier.messages.count { $0.title.hasPrefix("ALERT") } == 2)
  }
}
