import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

/// A server that starts by a wrong wall clock, which is set right a little later.
@Suite(.timeLimit(.minutes(1))) struct BootClockTests {
  private func world() async throws -> (SmallWorld, TestLedger) {
    let ledger = TestLedger()
    return (try await SmallWorld(ledger: ledger), ledger)
  }

  private func alarms(_ ledger: TestLedger, of world: SmallWorld) -> Int {
    ledger.rows.alerts.count { $0.person == world.p }
  }

  @Test(arguments: [false, nil])
  func `behind at first, deadlines of the power cut get the courtesy once it is right`(
    isSynchronised: Bool?
  ) async throws {
    let (world, ledger) = try await world()
    let cut = world.clock.now
    world.clock.boot(isSynchronised: isSynchronised)
    world.clock.set(by: -1_200)
    let back = world.restarted()
    try await back.live(for: 3)
    #expect(ledger.rows.heartbeat == Heartbeat(beatAt: cut))

    world.clock.set(by: 91_200)
    world.clock.synchronise()
    // Before the heart has beaten.
    try await back.services.watch.turn()
    try await back.live(for: 30)
    #expect(alarms(ledger, of: world) == 0)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
    #expect(ledger.rows.heartbeat?.outage?.start == cut)
    try await back.live(for: 600)
    #expect(alarms(ledger, of: world) == 1)
  }

  @Test func `behind at first, a short power cut grants nothing once it is right`() async throws {
    let (world, ledger) = try await world()
    try await world.advance(by: 86_950)
    world.clock.boot(isSynchronised: false)
    world.clock.set(by: -3_600)
    let back = world.restarted()
    try await back.live(for: 3)
    world.clock.set(by: 3_660)
    try await back.live(for: 3)
    #expect(ledger.rows.heartbeat?.outage == nil)
    #expect(alarms(ledger, of: world) == 1)
  }

  @Test func `no one keeps it right, so set forward by an hour it may have been behind`()
    async throws
  {
    let (world, ledger) = try await world()
    try await world.advance(by: 86_000)
    world.clock.synchronise(false)
    world.clock.set(by: 3_600)
    try await world.settle()
    #expect(alarms(ledger, of: world) == 0)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
  }

  @Test func `behind the latest beat, it takes that beat back once it is believed`() async throws {
    let (world, ledger) = try await world()
    world.clock.boot(isSynchronised: false)
    world.clock.set(by: -1_200)
    let back = world.restarted()
    try await back.live(for: 599)
    #expect(try #require(ledger.rows.heartbeat).beatAt > world.clock.now)
    try await back.live(for: 1)
    #expect(ledger.rows.heartbeat?.beatAt == world.clock.now)
  }

  // MARK: Far ahead

  private static let ahead: TimeInterval = 50 * 365 * 86_400

  @Test func `far ahead it alerts no one, and all is as before when it is right`() async throws {
    let (world, ledger) = try await world()
    let watch = try #require(ledger.rows.watches[world.p])
    world.clock.boot(isSynchronised: false)
    world.clock.set(by: Self.ahead)
    let back = world.restarted()
    try await back.live(for: 30)
    #expect(alarms(ledger, of: world) == 0)
    #expect(ledger.rows.watches[world.p] == watch)
    #expect(back.services.health().causes.contains(.clockDoubted))

    world.clock.set(by: -Self.ahead)
    world.clock.synchronise()
    try await back.live(for: 30)
    #expect(ledger.rows.watches[world.p] == watch)
    #expect(!back.services.health().causes.contains(.clockDoubted))
    try await back.live(for: 600)
    try await back.advance(by: 87_000)
    #expect(alarms(ledger, of: world) == 1)
  }

  @Test func `set far ahead while it runs, it alerts no one`() async throws {
    let (world, ledger) = try await world()
    try await world.live(for: 2)
    world.clock.synchronise(false)
    world.clock.set(by: Self.ahead)
    // Before the heart has beaten.
    try await world.services.watch.turn()
    try await world.live(for: 30)
    #expect(alarms(ledger, of: world) == 0)
  }

  @Test func `far ahead an alert raised by hand leaves at once`() async throws {
    let (world, _) = try await world()
    world.clock.boot(isSynchronised: false)
    world.clock.set(by: Self.ahead)
    let back = world.restarted()
    try await back.live(for: 1)
    try await back.perform(ActivateAlert(), by: world.p)
    try await back.services.dispatch.turn()
    #expect(world.courier.messages.count { $0.title.hasPrefix("ALERT") } == 2)
  }

  @Test func `a server that was off for two months is believed after an hour`() async throws {
    let (world, ledger) = try await world()
    world.clock.boot(isSynchronised: nil)
    world.clock.set(by: 60 * 86_400)
    let back = world.restarted()
    try await back.live(for: 1)
    #expect(ledger.rows.watches[world.p]?.stage != .courtesy)
    world.clock.suspend(for: 3_600)
    try await back.live(for: 30)
    #expect(ledger.rows.watches[world.p]?.stage == .courtesy)
    try await back.live(for: 600)
    #expect(alarms(ledger, of: world) == 1)
  }

  @Test func `a check-in made while it was far ahead does not put the next one off for ever`()
    async throws
  {
    let (world, ledger) = try await world()
    world.clock.boot(isSynchronised: false)
    world.clock.set(by: Self.ahead)
    let back = world.restarted()
    try await back.live(for: 2)
    try await back.perform(CheckInNow(), by: world.p)
    world.clock.set(by: -Self.ahead)
    try await back.live(for: 2)
    let deadline = try #require(ledger.rows.watches[world.p]?.deadline)
    #expect(deadline <= world.clock.now + 86_400 && deadline > world.clock.now + 86_000)
    world.clock.synchronise()
    try await back.live(for: 600)
    try await back.advance(by: 87_000)
    #expect(alarms(ledger, of: world) == 1)
  }

  // MARK: What cannot be undone

  private func signIn(_ world: SmallWorld) async throws {
    let session = Session(
      id: SessionID(rawValue: "7"), person: world.p, tokenHash: CredentialHash.token("token"),
      createdAt: world.clock.now, expiresAt: world.clock.now + 30 * 86_400)
    _ = try await world.ledger.write { try $0.insert(session) }
  }

  @Test func `far ahead it signs no one out and sweeps nothing`() async throws {
    let (world, ledger) = try await world()
    try await signIn(world)
    world.clock.boot(isSynchronised: false)
    world.clock.set(by: Self.ahead)
    let back = world.restarted()
    try await back.live(for: 700)
    #expect(try await back.engine.session(token: "token")?.person == world.p)
    #expect(try await back.services.sweep.turn() == 0)
    #expect(ledger.rows.sessions.count == 1)
  }

  @Test func `nothing is swept in the first ten minutes`() async throws {
    let (world, ledger) = try await world()
    try await signIn(world)
    world.clock.boot(isSynchronised: true)
    world.clock.set(by: 60 * 86_400)
    let back = world.restarted()
    try await back.live(for: 590)
    #expect(try await back.services.sweep.turn() == 0)
    try await back.live(for: 10)
    #expect(try await back.services.sweep.turn() > 0)
    #expect(ledger.rows.sessions.isEmpty)
  }

  @Test func `nothing is swept by a clock behind the latest beat`() async throws {
    let (world, _) = try await world()
    world.clock.set(by: 60 * 86_400)
    try await world.settle()
    world.clock.set(by: -86_400)
    #expect(try await world.services.sweep.turn() == 0)
    try await world.settle()
    #expect(try await world.services.sweep.turn() > 0)
  }
}
