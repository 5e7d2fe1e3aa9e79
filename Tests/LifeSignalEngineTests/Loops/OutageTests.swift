import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct OutageTests {
  @Test func `deadlines that passed while the server was down get a courtesy window`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: 90_000)

    let back = world.restarted()
    try await back.settle()
    #expect(ledger.rows.alerts.isEmpty)
    let reminder = try #require(world.courier.messages.first { $0.address == "+15550100001" })
    #expect(reminder.title == "Check-in due")

    try await back.advance(by: 599)
    #expect(ledger.rows.alerts.isEmpty)
    try await back.advance(by: 1)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `the watch loop knows of the outage before its first claim`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: 90_000)
    try await world.restarted().services.watch.turn()
    #expect(ledger.rows.alerts.isEmpty)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
  }

  @Test func `a second crash inside the window does not take it away`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: 90_000)
    // Up long enough to note the outage, killed before the first claim.
    try await world.restarted().services.heartbeat.turn()

    let back = world.restarted(node: 2)
    try await back.advance(by: 11)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 0)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
  }

  @Test func `an outage right after an outage is one with it`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: 90_000)
    // Up long enough to note the first outage, killed before the first claim, and down again.
    try await world.restarted().services.heartbeat.turn()
    world.clock.advance(by: 300)

    let back = world.restarted(node: 2)
    try await back.settle()
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 0)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
  }

  @Test func `a time in which nothing could be stored is an outage too`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_000)
    try await world.services.heartbeat.turn()
    ledger.failWrites(.unavailable("The disk is full."))
    try? await world.services.heartbeat.turn()
    world.clock.advance(by: 2_000)

    try await world.services.watch.turn()
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 0)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
  }

  @Test func `a clock set forward is no outage`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_000)
    try await world.services.heartbeat.turn()
    world.clock.advance(by: 2_000)
    try await world.services.heartbeat.turn()
    try await world.services.watch.turn()
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  /// The server serves all the while: the watch beats for it, and readiness goes on naming it.
  @Test func `a heartbeat loop that stands still is no outage and delays no alarm`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let watch = try #require(ledger.rows.watches[world.p])
    let due = try #require(watch.deadline) + watch.grace
    world.clock.advance(to: due - 300)
    try await world.services.heartbeat.turn()
    for _ in 0..<600 {
      world.clock.suspend(for: 1)
      try await world.services.watch.turn()
    }
    #expect(ledger.rows.heartbeat?.outage == nil)
    #expect(ledger.rows.alerts.first { $0.person == world.p }?.startedAt == due)
    #expect(world.services.health().causes.contains(.loopStalled(.heartbeat)))
  }

  @Test func `a short restart grants nothing`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_950)
    let back = world.restarted()
    try await back.advance(by: 60)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `the window can be switched off`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(
      ledger: ledger,
      configuration: EngineConfiguration(codeKey: Data("test".utf8), courtesyWindow: 0))
    world.clock.advance(by: 90_000)
    try await world.restarted().settle()
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `a manual alert never waits`() async throws {
    let world = try await SmallWorld()
    world.clock.advance(by: 90_000)
    let back = world.restarted()
    try await back.perform(ActivateAlert(), by: world.p)
    try await back.services.dispatch.turn()
    #expect(world.courier.messages.count { $0.title.hasPrefix("ALERT") } == 2)
  }
}
