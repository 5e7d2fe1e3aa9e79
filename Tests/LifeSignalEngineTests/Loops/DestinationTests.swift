import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Synchronization
import Testing

/// Rate limits, bundles and slow carriers: none of them holds back an alarm.
@Suite(.timeLimit(.minutes(1))) struct DestinationTests {
  private struct Outbox {
    let ledger = TestLedger()
    let clock = ManualClock()
    let carrier: FakeCarrier
    let engine: Engine
    let loop: DispatchLoop

    init(
      limits: DispatchLoop.Limits = DispatchLoop.Limits(),
      others: [ChannelKind: any Courier] = [:]
    ) {
      carrier = FakeCarrier(clock: clock)
      engine = Engine(
        ledger: ledger, couriers: others.merging([.sms: carrier]) { $1 }, clock: clock,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      loop = engine.services(limits: limits).dispatch
    }

    func promise(
      _ ids: ClosedRange<Int64>, _ priority: Delivery.Priority, to address: String = "a",
      kind: ChannelKind = .sms
    ) async throws {
      let now = clock.now
      try await ledger.write { tx in
        try tx.insertStranger("1", at: now)
        for id in ids {
          _ = try tx.insert(
            Delivery(
              id: Delivery.ID(id), dedupeKey: "k\(id)", idempotencyKey: "i\(id)", person: "1",
              notification: nil, channel: "1", kind: kind, address: address, title: "T\(id)",
              body: "B\(id)", priority: priority, createdAt: now, nextAttemptAt: now,
              giveUpAt: now + 86_400))
        }
      }
    }

    func states() -> [Delivery.State] {
      ledger.rows.deliveries.sorted { $0.id < $1.id }.map(\.state)
    }
  }

  @Test func `messages that wait for one address go together, alerts never do`() async throws {
    let outbox = Outbox()
    try await outbox.promise(1...2, .alert)
    try await outbox.promise(3...3, .reminder)
    try await outbox.promise(4...5, .information)
    try await outbox.promise(6...6, .information, to: "b")
    try await outbox.loop.turn()
    let messages = outbox.carrier.log.map(\.message)
    #expect(messages.count == 4)
    #expect(Set(messages.map(\.body)) == ["B1", "B2", "B3\nB4\nB5", "B6"])
    let bundle = try #require(messages.first { $0.body.contains("\n") })
    #expect(bundle.title == "T3" && bundle.priority == .reminder)
    #expect(bundle.idempotencyKey.hasPrefix("lifesignal-bundle-"))
    #expect(bundle.contents.map(\.idempotencyKey) == ["i3", "i4", "i5"])
    #expect(bundle.contents.allSatisfy { $0.attempt == 1 })
    #expect(outbox.states().allSatisfy { $0 == .done })
  }

  @Test func `a bundle keeps its key while it is the same, and gets another when it grows`()
    async throws
  {
    let outbox = Outbox()
    outbox.carrier.goDown()
    try await outbox.promise(1...2, .reminder)
    try await outbox.loop.turn()
    outbox.clock.advance(by: 300)
    try await outbox.loop.turn()
    let keys = outbox.carrier.log.map(\.message.idempotencyKey)
    #expect(keys.count >= 2 && Set(keys).count == 1)
    outbox.carrier.goDown(false)
    try await outbox.promise(3...3, .reminder)
    outbox.clock.advance(by: 300)
    try await outbox.loop.turn()
    let last = try #require(outbox.carrier.log.last?.message)
    #expect(last.body == "B1\nB2\nB3" && !keys.contains(last.idempotencyKey))
  }

  @Test func `one address gets five at once, then three a minute, and every alarm at once`()
    async throws
  {
    let outbox = Outbox()
    for id in 1...8 as ClosedRange<Int64> {
      try await outbox.promise(id...id, .reminder)
      try await outbox.loop.turn()
    }
    #expect(outbox.carrier.log.count == 5)
    #expect(outbox.states().count { $0 == .ready } == 3)
    // Put off is not tried.
    #expect(
      outbox.ledger.rows.deliveries.filter { $0.state == .ready }.allSatisfy {
        $0.attempts == 0 && $0.nextAttemptAt > outbox.clock.now
      })
    try await outbox.promise(20...29, .alert)
    try await outbox.promise(30...39, .missedCheckIn)
    try await outbox.loop.turn()
    #expect(outbox.carrier.log.count == 25)

    outbox.clock.advance(by: 20)
    try await outbox.loop.turn()
    #expect(outbox.carrier.log.last?.message.body == "B6\nB7\nB8")
    #expect(outbox.states().allSatisfy { $0 == .done })
  }

  @Test func `another address is not held back`() async throws {
    let outbox = Outbox(limits: DispatchLoop.Limits(destinationBurst: 1))
    try await outbox.promise(1...1, .reminder)
    try await outbox.loop.turn()
    try await outbox.promise(2...2, .reminder)
    try await outbox.promise(3...3, .reminder, to: "b")
    try await outbox.loop.turn()
    #expect(outbox.carrier.log.map(\.message.body) == ["B1", "B3"])
  }

  @Test func `a carrier that hangs on reminders has hands left for an alarm`() async throws {
    let outbox = Outbox(
      limits: DispatchLoop.Limits(concurrencyPerKind: 4, claim: 4, alarmHands: 1))
    outbox.carrier.adopt(FakeCarrier.Habits([.hang: 1_000]))
    for id in 1...6 as ClosedRange<Int64> {
      try await outbox.promise(id...id, .reminder, to: "a\(id)")
    }
    let run = Task { try await outbox.loop.run() }
    while outbox.carrier.log.count < 3 { await Task.yield() }
    outbox.carrier.adopt(.none)
    try await outbox.promise(9...9, .alert)
    outbox.clock.advance(by: 1)
    while !outbox.carrier.log.contains(where: { $0.message.priority == .alert }) {
      await Task.yield()
    }
    // The clock has hardly moved: the reminders still hang.
    #expect(outbox.carrier.log.filter { $0.message.priority == .reminder }.count == 3)
    run.cancel()
    _ = try? await run.value
  }

  @Test func `a carrier that hangs delays no other kind`() async throws {
    let stuck = ChannelKind(rawValue: "stuck")
    let clock = ManualClock()
    let hanging = FakeCarrier(habits: FakeCarrier.Habits([.hang: 1_000]), clock: clock)
    let outbox = Outbox(
      limits: DispatchLoop.Limits(concurrencyPerKind: 16, claim: 8), others: [stuck: hanging])
    try await outbox.promise(1...40, .alert, kind: stuck)
    try await outbox.promise(41...80, .alert)
    let run = Task { try await outbox.loop.run() }
    // The loop looks again whenever a hand is free; the clock need not move for that.
    while outbox.carrier.log.count < 40 { await Task.yield() }
    #expect(hanging.log.count <= 16)
    run.cancel()
    _ = try? await run.value
  }

  @Test func `an operator brings a dead letter back, once`() async throws {
    let outbox = Outbox()
    outbox.carrier.force(.reject)
    try await outbox.promise(1...1, .alert)
    try await outbox.loop.turn()
    #expect(outbox.states() == [.dead])
    let letters = try await outbox.ledger.read { try $0.deadLetters(limit: 9) }
    #expect(letters.map(\.reason) == ["refused"])

    await #expect(throws: Refusal.notAllowed) {
      try await outbox.engine.perform(RetryDeadLetter(id: "1"), by: .person("1"))
    }
    try await outbox.engine.perform(RetryDeadLetter(id: "1"), by: .system)
    try await outbox.loop.turn()
    #expect(outbox.states() == [.done])
    #expect(outbox.carrier.log.map(\.message.attempt) == [1, 2])
    for id in ["1", "77", "nonsense"] as [Delivery.ID] {
      await #expect(throws: Refusal.deadLetterNotFound) {
        try await outbox.engine.perform(RetryDeadLetter(id: id), by: .system)
      }
    }
  }

  @Test func `too many waiting writes refuse what is not vital`() async throws {
    let world = try await SmallWorld()
    let engine = Engine(
      ledger: Crowded(inner: world.ledger), clock: world.clock,
      configuration: EngineConfiguration(mostWaitingWrites: 5), ids: IDGenerator(node: 1))
    await #expect(throws: Refusal.tooManyRequests(retryAfter: 1)) {
      try await engine.perform(SetCheckInInterval(seconds: 7_200), by: .person(world.p))
    }
    try await engine.perform(CheckInNow(), by: .person(world.p))
    try await engine.perform(ActivateAlert(), by: .person(world.p))
  }

  @Test func `a full background lane turns devices away, but no person in danger`()
    async throws
  {
    let world = try await SmallWorld()
    let settings = ThingSettings(name: "Kettle", kind: .plug)
    let key = try await world.perform(AddThing(settings: settings), by: world.p)
    let crowded = Crowded(inner: world.ledger, backlog: 0, background: 7)
    let ids = IDGenerator(node: 1)
    func engine(most: Int) -> Engine {
      Engine(
        ledger: crowded, clock: world.clock,
        configuration: EngineConfiguration(mostWaitingInBackground: most), ids: ids)
    }
    try await world.advance(by: 3_600)
    await #expect(throws: Refusal.tooManyRequests(retryAfter: 1)) {
      try await engine(most: 7).hear(.success, token: key.token)
    }
    try await engine(most: 7).perform(CheckInNow(), by: .person(world.p))
    try await engine(most: 7).perform(SetCheckInInterval(seconds: 7_200), by: .person(world.p))
    try await engine(most: 8).hear(.success, token: key.token)
  }

  @Test func `a person's own link is as vital as a tap, and a thing is not`() async throws {
    let world = try await SmallWorld()
    func token(_ kind: ThingKind) async throws -> String {
      let settings = ThingSettings(name: "Mine", kind: kind)
      return try await world.perform(AddThing(settings: settings), by: world.p).token
    }
    let (link, kettle) = (try await token(.link), try await token(.plug))
    try await world.advance(by: 3_600)
    let crowded = Crowded(inner: world.ledger)
    let engine = Engine(
      ledger: crowded, clock: world.clock,
      configuration: EngineConfiguration(mostWaitingWrites: 5), ids: IDGenerator(node: 1))
    await #expect(throws: Refusal.tooManyRequests(retryAfter: 1)) {
      try await engine.hear(.success, token: kettle)
    }
    await #expect(throws: Refusal.tooManyRequests(retryAfter: 1)) {
      try await engine.hear(.failure, token: link)
    }
    try await engine.hear(.success, token: link)
    #expect(try await engine.user(world.p).lastCheckedIn == world.clock.now)
    #expect(crowded.lanes.all == [.prompt])
  }
}

/// Always has five writes waiting.
private struct Crowded: Ledger {
  let inner: any Ledger
  /// Of what was written all the same.
  let lanes = Lanes()
  var backlog = 5
  var background = 0

  func waitingWrites(in lane: WriteLane) -> Int { lane == .background ? background : backlog }

  final class Lanes: Sendable {
    private let state = Mutex<[WriteLane]>([])
    var all: [WriteLane] { state.withLock { $0 } }
    func note(_ lane: WriteLane) { state.withLock { $0.append(lane) } }
  }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    lanes.note(lane)
    return try await inner.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await inner.read(body)
  }
}
