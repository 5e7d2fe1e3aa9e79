import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `What fails whenever it is tried` {
  private static let noCalls: SQLText = """
    CREATE TRIGGER no_calls BEFORE INSERT ON notifications WHEN NEW.related_alert_id IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'no'); END
    """

  @Test func `is shown after half a minute, though each try pushes it forward`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    try await world.damage(Self.noCalls)
    try await world.pass(901)
    #expect(!world.health.causes.contains(.rowsFailing(1)))
    try await world.pass(11, times: 3)
    #expect(world.health.causes.contains(.rowsFailing(1)))
    #expect(world.health.isLive, "a new start does not help")
    try await world.damage("DROP TRIGGER no_calls")
    world.small.courier.forget()
    try await world.pass(11)
    #expect(world.arrived("ALERT") == 2)
    #expect(world.health.isReady, "\(world.health)")
  }

  @Test func `an alert whose calls have stopped is found and called out again`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    try await world.damage(Self.noCalls)
    // Beyond the longest that a step of a plan may wait.
    try await world.pass(901)
    try await world.pass(30, times: 93)
    #expect(try await world.auditor.turn().map(\.kind).contains(.alarmStuck))
    try await world.damage("DROP TRIGGER no_calls")
    world.small.courier.forget()
    try await world.pass(64, 5)
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a call that is due after a gap of hours is left to its loop`() async throws {
    let world = try await DamagedWorld()
    try await world.small.perform(ActivateAlert(), by: world.small.p)
    try await world.small.settle()
    let before = try await world.numbers("SELECT gen FROM escalations")
    world.small.clock.suspend(for: 10_800)
    #expect(try await !world.auditor.turn().map(\.kind).contains(.alarmStuck))
    #expect(try await world.numbers("SELECT gen FROM escalations") == before)
    world.small.courier.forget()
    try await world.pass(5, 31)
    #expect(world.arrived("ALERT") == 2)
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a used code that no loop processes is found after a minute`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let sheet = try await small.printCodes(telling: [small.r1])
    try await world.pass(60)
    try await world.damage(
      """
      CREATE TRIGGER no_alerts BEFORE INSERT ON alerts BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    try await small.engine.useCheckInCode(sheet.silent[0], from: "n")
    for _ in 0..<8 { try await world.pass(10) }
    #expect(try await world.auditor.turn().map(\.kind) == [.codeLate])
    #expect(world.health.causes(of: .promise).contains(.rowsFailing(1)))
    try await world.damage("DROP TRIGGER no_alerts")
    try await world.pass(11, 5)
    #expect(small.courier.messages.map(\.address) == ["+15550100002"])
    #expect(try await world.auditor.turn() == [])
  }

  @Test func `a table that cannot be read keeps back nothing of the others`() async throws {
    let world = try await DamagedWorld()
    try await world.damage("ALTER TABLE pings RENAME TO lost")
    try await world.small.advance(by: 90_000)
    #expect(world.arrived("missed a check-in") == 2)
    try await world.auditor.turn()
    let codes = world.health.causes.map(\.code)
    #expect(codes.contains("table-unreadable:pings"))
    #expect(codes.contains("table-unreadable:audit ping-late"))
    try await world.damage("ALTER TABLE lost RENAME TO pings")
    try await world.pass(1)
    #expect(world.health.isReady, "\(world.health)")
  }

  @Test(
    arguments: [
      "ALTER TABLE check_ins RENAME TO lost", "ALTER TABLE check_ins RENAME COLUMN source TO lost",
      "DROP INDEX check_ins_client_key",
    ] as [SQLText])
  func `a check-in for which the schema lacks a part is reported as lost`(damage: SQLText)
    async throws
  {
    let world = try await DamagedWorld()
    try await world.damage(damage)
    await #expect(throws: LedgerError.self) {
      try await world.small.checkIn(key: "k", by: world.small.p)
    }
    #expect(world.health.causes.contains(.requestsLost(1)), "\(world.health)")
  }

  @Test func `a loop that fails at every turn is shown, and a new start is no cure`() async throws {
    let world = try await DamagedWorld()
    try await world.damage("ALTER TABLE deliveries RENAME TO lost")
    let run = Task { try await world.small.services.dispatch.run() }
    while !world.health.causes.contains(.loopFailing(.dispatch)) {
      world.small.clock.advance(by: 1)
      await Task.yield()
    }
    #expect(world.health.isLive)
    run.cancel()
    _ = try? await run.value
  }

  @Test func `an alert that reaches no one is reported as a failure of the carriers`() async throws
  {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    for _ in 0..<400 { small.courier.fail(.transient("refused")) }
    try await world.pass(5, times: 64)
    #expect(try await world.auditor.turn().map(\.kind) == [.alarmUnreached])
    #expect(world.health.causes == [.alarmsUnreached(1), .channelFailing(.sms)])
    #expect(world.health.causes(of: .promise).isEmpty && !world.health.isReady)
    small.courier.stopFailing()
    try await world.pass(300, 5)
    #expect(world.health.isReady, "\(world.health)")
  }

  @Test func `an alert whose responders have left is no carrier's fault`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    try await small.perform(ActivateAlert(), by: small.p)
    for _ in 0..<400 { small.courier.fail(.transient("refused")) }
    try await world.pass(5, times: 4)
    for responder in [small.r1, small.r2] {
      try await small.perform(RemoveContact(id: responder), by: small.p)
    }
    try await world.pass(5, times: 60)
    #expect(try await world.auditor.turn().map(\.kind) == [])
  }
}
