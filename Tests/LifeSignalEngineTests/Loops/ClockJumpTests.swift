import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// A machine that was away, against a clock that was set.
@Suite(.timeLimit(.minutes(1))) struct ClockJumpTests {
  @Test func `after the machine has slept, deadlines of that time get the courtesy window`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.suspend(for: 90_000)
    // The watch loop may be the first to wake up.
    try await world.services.watch.turn()
    #expect(ledger.rows.heartbeat?.outage?.duration == 90_000)
    try await world.live(for: 20)
    #expect(ledger.rows.alerts.isEmpty)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
    try await world.advance(by: 600)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `a pause shorter than the threshold does not count as an outage`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_950)
    world.clock.suspend(for: 100)
    try await world.settle()
    try await world.live(for: 20)
    #expect(ledger.rows.heartbeat?.outage == nil)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `a clock that is set forward holds no alarm back`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.set(by: 90_000)
    try await world.settle()
    #expect(ledger.rows.heartbeat?.outage == nil)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `a clock that is set back raises no alarm twice and goes on calling`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 90_000)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
    world.clock.set(by: -50_000)
    try await world.settle()
    #expect(world.courier.messages.count { $0.title == "Mara Lindqvist missed a check-in" } == 2)
    // No responder has answered, so both are called again, each once for each call.
    try await world.advance(by: 900)
    let calls = world.courier.messages.filter { $0.title == "Mara Lindqvist missed a check-in" }
    #expect(calls.count > 2 && Set(calls.map(\.idempotencyKey)).count == calls.count)
    try await world.advance(by: 49_100)
    #expect(ledger.rows.alerts.count { $0.person == world.p } == 1)
  }

  @Test func `two loops that wake up together note one outage`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.suspend(for: 90_000)
    async let one: Void = world.services.heartbeat.turn()
    async let two = world.services.watch.turn()
    _ = try await (one, two)
    #expect(ledger.rows.heartbeat?.outage?.duration == 90_000)
  }
}
