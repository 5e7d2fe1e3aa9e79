import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

/// Things that speak, through the door.
@Suite(.timeLimit(.minutes(1))) struct `Things that speak` {
  private func kettle(
    in world: SmallWorld, _ settings: ThingSettings = ThingSettings(name: "Kettle", kind: .plug)
  ) async throws -> ThingKey {
    let key = try await world.perform(AddThing(settings: settings), by: world.p)
    try await world.settle()
    return key
  }

  @discardableResult
  private func say(
    _ signal: ThingSignal, _ token: String, in world: SmallWorld
  ) async throws -> SignalAnswer {
    try await world.engine.hear(signal, token: token)
  }

  private func checkIns(_ world: SmallWorld) async throws -> [CheckInRecord] {
    try await world.engine.checkIns(of: world.p)
  }

  // MARK: Signs

  @Test func `a sign checks in, and the deadline moves`() async throws {
    let world = try await SmallWorld()
    let key = try await kettle(in: world)
    try await world.advance(by: 80_000)
    try await say(.success, key.token, in: world)
    #expect(try await checkIns(world).first?.source == .automatic)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    try await world.advance(by: 80_000)
    #expect(try await world.engine.user(world.p).alarms.isEmpty)
    #expect(
      try await world.engine.answer(GetThings(), to: Member(world.p)).things.first?.heardAt != nil)
  }

  @Test func `a token in capitals is the same token`() async throws {
    let world = try await SmallWorld()
    let key = try await kettle(in: world)
    #expect(UUID(uuidString: key.token) != nil)
    await #expect(throws: Never.self) {
      try await say(.success, key.token.uppercased(), in: world)
    }
  }

  @Test func `the token is stored nowhere`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let key = try await kettle(in: world)
    #expect(ledger.rows.count("things") == 1)
    #expect(!ledger.rows.texts.lowercased().contains(key.token))
  }

  @Test func `an unknown, a former and a switched-off token get the same answer`() async throws {
    let world = try await SmallWorld()
    let key = try await kettle(in: world)
    let new = try await world.perform(RotateThing(id: key.id), by: world.p)
    #expect(new.id == key.id && new.token != key.token)
    try await say(.success, new.token, in: world)
    for token in [key.token, UUID().uuidString, ""] {
      await #expect(throws: Refusal.thingNotFound) { try await say(.success, token, in: world) }
    }
    try await world.perform(
      EditThing(id: key.id, settings: ThingSettings(name: "Kettle", kind: .plug, isOn: false)),
      by: world.p)
    await #expect(throws: Refusal.thingNotFound) {
      try await say(.success, new.token, in: world)
    }
  }

  @Test func `a person's link checks in though their things are silent, and is renewed`()
    async throws
  {
    let world = try await SmallWorld()
    _ = try await kettle(in: world)
    try await world.perform(
      SetEvidenceRule(rule: EvidenceRule(match: .all, zone: .utc)), by: world.p)
    let link = try await kettle(in: world, ThingSettings(name: "Link", kind: .link))
    try await world.advance(by: 3_600)
    try await say(.success, link.token, in: world)
    #expect(try await checkIns(world).first?.source == .automatic)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    let new = try await world.perform(RotateThing(id: link.id), by: world.p)
    await #expect(throws: Refusal.thingNotFound) {
      try await say(.success, link.token, in: world)
    }
    await #expect(throws: Never.self) { try await say(.success, new.token, in: world) }
  }

  // MARK: Alarms

  @Test func `a sign after a missed deadline is shown to responders and ends nothing`()
    async throws
  {
    let world = try await SmallWorld()
    let key = try await kettle(in: world)
    try await world.advance(by: 86_400)
    try await world.advance(by: 600)
    let alarm = try #require(try await world.engine.user(world.p).alarms.first?.id)
    let before = try await checkIns(world)
    try await world.advance(by: 60)
    try await say(.success, key.token, in: world)
    #expect(try await checkIns(world) == before)
    #expect(try await world.engine.user(world.p).alarms.map(\.id) == [alarm])
    let seen = try await world.engine.alarmTimeline(alarm, for: world.r1)
    let sign = seen.entries.first { $0.kind == .thingHeard }
    #expect(sign?.details.evidence == .plug)
    #expect(sign?.at == world.clock.now)
  }

  @Test func `a sign never ends an alert raised by hand`() async throws {
    let world = try await SmallWorld()
    let key = try await kettle(in: world)
    try await world.advance(by: 3_600)
    try await world.perform(ActivateAlert(), by: world.p)
    try await say(.success, key.token, in: world)
    #expect(try await world.engine.user(world.p).manualAlertActive)
    #expect(try await checkIns(world).first?.timestamp == world.clock.now)
  }

  // MARK: Storms

  @Test func `ten minutes of one sign each second cost one write a minute`() async throws {
    let ledger = CountingLedger(TestLedger())
    let world = try await SmallWorld(ledger: ledger)
    let key = try await kettle(in: world)
    let before = ledger.commits
    for _ in 0..<600 {
      world.clock.advance(by: 1)
      try await say(.success, key.token, in: world)
    }
    #expect(ledger.commits - before <= 10)
    #expect(ledger.commits - before > 0)
  }

  @Test func `a token that storms slows down itself alone`() async throws {
    let world = try await SmallWorld()
    let loud = try await kettle(in: world)
    let calm = try await kettle(in: world, ThingSettings(name: "Door", kind: .door))
    for _ in 0..<120 { try await say(.success, loud.token, in: world) }
    await #expect(throws: Refusal.self) { try await say(.success, loud.token, in: world) }
    await #expect(throws: Never.self) {
      try await say(.success, calm.token, in: world)
      try await world.perform(CheckInNow(), by: world.p)
    }
    world.clock.advance(by: 60)
    await #expect(throws: Never.self) { try await say(.success, loud.token, in: world) }
  }

  // MARK: The account

  @Test func `an export has the things and no token of theirs`() async throws {
    let world = try await SmallWorld()
    let key = try await kettle(in: world)
    let zone = try #require(Zone("Europe/Berlin"))
    let rule = EvidenceRule(match: .all, zone: zone)
    try await world.perform(SetEvidenceRule(rule: rule), by: world.p)
    let export = try await world.engine.export(of: world.p)
    #expect(export.things == (try await world.engine.answer(GetThings(), to: Member(world.p))))
    #expect(export.things.rule == rule)
    let text = String(decoding: try export.document(), as: UTF8.self)
    #expect(text.contains("Kettle") && !text.lowercased().contains(key.token))
  }

  @Test func `others have no part in them`() async throws {
    let world = try await SmallWorld()
    let key = try await kettle(in: world)
    #expect(try await world.engine.answer(GetThings(), to: Member(world.r1)).things.isEmpty)
    await #expect(throws: Refusal.thingNotFound) {
      try await world.perform(RemoveThing(id: key.id), by: world.r1)
    }
    try await world.perform(RemoveThing(id: key.id), by: world.p)
    #expect(try await world.engine.answer(GetThings(), to: Member(world.p)).things.isEmpty)
  }
}

/// Counts the transactions that were begun in order to write.
private final class CountingLedger: Ledger {
  private let base: any Ledger
  private let count = Mutex(0)

  init(_ base: any Ledger) { self.base = base }

  var commits: Int { count.withLock { $0 } }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    count.withLock { $0 += 1 }
    return try await base.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await base.read(body)
  }
}
