import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// What comes back from a carrier, through the door.
@Suite(.timeLimit(.minutes(1))) struct `What comes back` {
  private static let mara = "+15550100001"
  private static let theo = "+15550100002"

  private func text(
    _ world: SmallWorld, _ words: String, from number: String = mara, id: Reply.ID
  ) async throws -> ReplyAnswer? {
    try await world.engine.receive(Reply(id: id, from: number, text: words))?.answer
  }

  private func raised(_ world: SmallWorld) async throws -> AlertRecord.ID {
    let alert = try await world.engine.raiseAlert(of: world.p)
    try await world.settle()
    return alert.id
  }

  private func rows(_ world: SmallWorld, to person: Person.ID) async throws -> [Delivery] {
    try await world.ledger.read { try $0.deliveries(of: person, limit: 99) }
  }

  private func pendingPings(_ world: SmallWorld) async throws -> Int {
    try await world.ledger.read { [p = world.p] tx in try tx.pendingPings(to: p).count }
  }

  private func holder(
    of alarm: AlertRecord.ID, in world: SmallWorld
  ) async throws -> Person.ID? {
    try await world.ledger.read { tx in try tx.escalation(alarm)?.holder }
  }

  private func addresses(of person: Person.ID, in world: SmallWorld) async throws -> [String] {
    try await world.ledger.read { tx in try tx.channels(of: person).map(\.address) }
  }

  // MARK: Texts

  @Test func `a number counts for the person who added it, and for no one when two did`()
    async throws
  {
    let world = try await SmallWorld()
    let added = "+15550999"
    func add(_ id: Channel.ID, to person: Person.ID) async throws {
      try await world.ledger.write { tx in
        _ = try tx.insert(
          Channel(
            id: id, person: person, kind: .sms, address: added,
            createdAt: Date(milliseconds: 0)))
      }
    }
    #expect(try await text(world, "OK", from: added, id: "SM1") == nil)
    try await add("901", to: world.p)
    try await world.advance(by: 3_600)
    #expect(try await text(world, "OK", from: added, id: "SM2") == .checkedIn)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    try await add("902", to: world.r1)
    #expect(try await text(world, "OK", from: added, id: "SM3") == nil)
  }

  @Test func `ok checks in, once for each message`() async throws {
    let world = try await SmallWorld()
    try await world.advance(by: 3_600)
    let before = try await world.engine.checkIns(of: world.p).count
    #expect(try await text(world, "Ok!", id: "SM1") == .checkedIn)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    try await world.advance(by: 60)
    #expect(try await text(world, "Ok!", id: "SM1") == nil)
    #expect(try await world.engine.checkIns(of: world.p).count == before + 1)
    #expect(try await text(world, "Ok!", id: "SM2") == .checkedIn)
    #expect(try await world.engine.checkIns(of: world.p).count == before + 2)
  }

  @Test func `ok ends the alarm of a missed check-in`() async throws {
    let world = try await SmallWorld()
    try await world.advance(by: 86_400)
    try await world.advance(by: 600)
    #expect(try await world.engine.user(world.p).alarms.count == 1)
    guard case .needsMark(.checkIn, let mark) = try await text(world, "ok", id: "SM0") else {
      Issue.record("a text that anybody can forge has ended the alarm")
      return
    }
    #expect(try await world.engine.user(world.p).alarms.count == 1)
    #expect(world.courier.messages.contains { $0.address == Self.mara && $0.mark == mark })
    #expect(try await text(world, "ok \(mark)", id: "SM1") == .checkedIn)
    #expect(try await world.engine.user(world.p).alarms.isEmpty)
  }

  @Test func `1 answers the ping, and the next one waits for an answer of its own`() async throws {
    let world = try await SmallWorld()
    #expect(try await text(world, "1", id: "SM1") == .noPing)
    world.clock.advance(by: 60)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    #expect(try await text(world, "1", id: "SM2") == .pingAnswered)
    #expect(try await pendingPings(world) == 0)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    try await world.advance(by: 3_600)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    #expect(try await text(world, "1", id: "SM2") == nil)
    #expect(try await pendingPings(world) == 1)
  }

  @Test func `ok answers the ping as well, for a ping asks nothing else`() async throws {
    let world = try await SmallWorld()
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.advance(by: 60)
    #expect(try await text(world, "ok", id: "SM1") == .checkedIn)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    #expect(try await pendingPings(world) == 0)
    // A text answers only pings to its sender.
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    _ = try await text(world, "ok", from: Self.theo, id: "SM2")
    #expect(try await pendingPings(world) == 1)
  }

  @Test func `on it takes the alert, but only from a responder who was called`() async throws {
    let world = try await SmallWorld()
    #expect(try await text(world, "on it", from: Self.theo, id: "SM0") == .noAlarm)
    let alarm = try await raised(world)
    func mark(_ number: String) throws -> String {
      let message = world.courier.messages.last { $0.address == number && $0.priority == .alert }
      return try #require(message?.mark)
    }
    #expect(try await text(world, "on it", id: "SM1") == .noAlarm)
    let theirs = try mark(Self.theo)
    #expect(
      try await text(world, "on it", from: Self.theo, id: "SM9") == .needsMark(.alarm, theirs))
    let other = try mark("+15550100003")
    #expect(
      try await text(world, "on it \(other)", from: Self.theo, id: "SM8")
        == .needsMark(.alarm, theirs))
    #expect(try await holder(of: alarm, in: world) == nil)
    #expect(
      try await text(world, "on it \(theirs)", from: Self.theo, id: "SM2")
        == .onIt("Mara Lindqvist"))
    #expect(try await holder(of: alarm, in: world) == world.r1)
    #expect(
      try await text(world, "on it \(other)", from: "+15550100003", id: "SM3")
        == .comingToo("Mara Lindqvist"))
  }

  @Test func `stop ends the messages, start begins them again, and codes come all the same`()
    async throws
  {
    let world = try await SmallWorld()
    let p = world.p
    #expect(try await text(world, "STOP", id: "SM1") == .stopped)
    #expect(try await addresses(of: p, in: world) == [])
    world.courier.forget()
    try await world.perform(PingDependent(dependent: p), by: world.r1)
    try await world.settle()
    #expect(world.courier.messages.allSatisfy { $0.address != Self.mara })
    try await world.engine.requestCode(to: "+1 555-010-0001")
    let code = try #require(world.courier.messages.last { $0.address == Self.mara })
    #expect(code.isOneTimeCode && code.receiptToken == nil)
    #expect(try await text(world, "START", id: "SM2") == .started)
    #expect(try await addresses(of: p, in: world) == [Self.mara])
    let titles = try await world.engine.notifications(of: p).map(\.title)
    #expect(titles.contains("Text messages switched off"))
  }

  @Test func `stop from a number that is off already outlives the switch and the next signing in`()
    async throws
  {
    let world = try await SmallWorld()
    let p = world.p
    let other = Channel(
      id: "901", person: p, kind: .sms, address: "+15550100088", createdAt: world.clock.now)
    _ = try await world.ledger.write { try $0.insert(other) }
    let own = try #require(
      try await world.engine.answer(GetChannels(), to: Member(p)).channels.first {
        $0.address == Self.mara
      })
    try await world.perform(SetChannelOn(id: own.id, isOn: false), by: p)
    #expect(try await text(world, "STOP", id: "SM1") == .stopped)
    await #expect(throws: Refusal.channelUnverified) {
      try await world.perform(SetChannelOn(id: own.id, isOn: true), by: p)
    }
    let again = Channel(
      id: "902", person: p, kind: .sms, address: Self.mara, createdAt: world.clock.now)
    _ = try await world.ledger.write { try $0.insert(again) }
    #expect(try await addresses(of: p, in: world) == ["+15550100088"])
    #expect(try await text(world, "START", id: "SM2") == .started)
    #expect(try await addresses(of: p, in: world).contains(Self.mara))
  }

  @Test func `a stranger's number writes nothing`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    for words in ["ok", "1", "on it", "stop", "start", "hello"] {
      #expect(try await text(world, words, from: "+15550999999", id: "SM1") == nil)
    }
    #expect(ledger.rows.count("replies") == 0)
  }

  @Test func `a machine that answers our answers is left alone, and still heard`() async throws {
    let world = try await SmallWorld()
    for number in 0..<10 {
      let answer = try await text(world, "hello", id: Reply.ID(rawValue: "SM\(number)"))
      #expect(answer == .help)
    }
    #expect(try await text(world, "hello", id: "SM10") == nil)
    let before = try await world.engine.checkIns(of: world.p).count
    #expect(try await text(world, "ok", id: "SM11") == nil)
    #expect(try await world.engine.checkIns(of: world.p).count == before + 1)
    try await world.advance(by: 3_600)
    #expect(try await text(world, "hello", id: "SM12") == .help)
  }

  @Test func `forged texts use up no answer to a text with the right mark`() async throws {
    let world = try await SmallWorld()
    let alarm = try await raised(world)
    let mark = try #require(try await world.engine.alarm(alarm, for: world.p).replyMark)
    for number in 0..<20 {
      let forged = number.isMultiple(of: 2) ? "ok AAAA" : "hello"
      _ = try await text(world, forged, id: Reply.ID(rawValue: "SM\(number)"))
    }
    #expect(try await text(world, "ok", id: "SM20") == nil)
    #expect(try await text(world, "ok \(mark)", id: "SM21") == .checkedIn)
  }

  @Test func `the mark of an alert stands on its owner's page alone`() async throws {
    let world = try await SmallWorld()
    let alarm = try await raised(world)
    let mark = try #require(try await world.engine.alarm(alarm, for: world.p).replyMark)
    #expect(try await text(world, "ok", id: "SM1") == .needsMark(.checkIn, mark))
    #expect(try await world.engine.alarm(alarm, for: world.r1).replyMark == nil)
  }

  @Test func `a text takes from a limit once, however often its transaction runs`() async throws {
    let world = try await SmallWorld(ledger: RepeatingLedger(TestLedger()))
    for number in 0..<10 {
      let answer = try await text(world, "hello", id: Reply.ID(rawValue: "SM\(number)"))
      #expect(answer == .help)
    }
    #expect(try await text(world, "hello", id: "SM10") == nil)
  }

  @Test func `only the carrier brings texts, keys and failures`() async throws {
    let world = try await SmallWorld()
    let commands: [any Command] = [
      ReceiveReply(reply: Reply(id: "SM1", from: Self.mara, text: "ok"), mayBeCode: true),
      PressKey(press: KeyPress(id: "CA1", token: "t", keys: "1")), Bounce(token: "t", reason: "r"),
      ReturnMail(id: "7", reason: "r", isGone: true),
    ]
    for command in commands {
      for actor in [Actor.visitor, .person(world.p)] {
        await #expect(throws: Refusal.notAllowed) {
          _ = try await world.engine.perform(command, by: actor)
        }
      }
    }
  }

  // MARK: Calls

  @Test func `key 1 takes the alarm the call was about, once`() async throws {
    let world = try await SmallWorld()
    let alarm = try await raised(world)
    let row = try #require(try await rows(world, to: world.r1).first { $0.alert == alarm })
    let press = KeyPress(id: "CA1", token: try #require(row.receiptToken), keys: "1")
    let outcome = try await world.engine.perform(PressKey(press: press), by: .system)
    #expect(outcome == ReplyMessage(.onIt("Mara Lindqvist"), .english))
    #expect(try await holder(of: alarm, in: world) == world.r1)
    try await world.perform(ReleaseAlarm(id: alarm), by: world.r1)
    #expect(try await world.engine.perform(PressKey(press: press), by: .system) == nil)
    #expect(try await holder(of: alarm, in: world) == nil)
    await #expect(throws: Refusal.receiptUnknown) {
      try await world.engine.perform(
        PressKey(press: KeyPress(id: "CA2", token: "x", keys: "1")), by: .system)
    }
  }

  // MARK: Failures

  /// `r1` has a second number.
  private func withSecondWay() async throws -> SmallWorld {
    let world = try await SmallWorld()
    let r1 = world.r1
    try await world.ledger.write { tx in
      _ = try tx.insert(
        Channel(
          id: "900", person: r1, kind: .sms, address: "+15550999", createdAt: .distantFuture))
    }
    return world
  }

  @Test func `an undeliverable message gives way immediately and is not reported as delivered`()
    async throws
  {
    let world = try await withSecondWay()
    let alarm = try await raised(world)
    #expect(!world.courier.messages.contains { $0.address == "+15550999" })
    let row = try #require(
      try await rows(world, to: world.r1).first { $0.alert == alarm && $0.rank == 0 })
    try await world.engine.perform(
      Bounce(token: try #require(row.receiptToken), reason: "sms: undelivered, error 30003"),
      by: .system)
    let details = try await world.engine.alarm(alarm, for: world.p)
    #expect(details.recipients.first { $0.id == world.r1 }?.rung == .queued)
    try await world.settle()
    #expect(world.courier.messages.contains { $0.address == "+15550999" })
    let record = try await world.engine.alarmTimeline(alarm, for: world.p).entries
    let failed = try #require(record.first { $0.kind == .sendingFailed })
    #expect(failed.other == world.r1)
    #expect(failed.details.reason == "sms: undelivered, error 30003")
    #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)
    let dead = try await world.ledger.read { try $0.deadLetters(limit: 9) }
    #expect(dead.map(\.id) == [row.id])
  }

  @Test func `a ping that could not be brought is tried by the next way after all`() async throws {
    let world = try await SmallWorld()
    let p = world.p
    try await world.ledger.write { tx in
      _ = try tx.insert(
        Channel(id: "900", person: p, kind: .sms, address: "+15550999", createdAt: .distantFuture))
    }
    try await world.perform(PingDependent(dependent: p), by: world.r1)
    try await world.settle()
    #expect(world.courier.messages.map(\.address) == [Self.mara])
    let row = try #require(try await rows(world, to: p).first { $0.state == .done && $0.rank == 0 })
    try await world.engine.perform(
      Bounce(token: try #require(row.receiptToken), reason: "sms: failed"), by: .system)
    try await world.settle()
    #expect(world.courier.messages.map(\.address) == [Self.mara, "+15550999"])
  }

  // MARK: Readers and figures

  @Test func `the reader of a message, and their possible answer, are found by its token`()
    async throws
  {
    let world = try await SmallWorld()
    try await world.perform(SetLanguage(language: .german), by: world.r1)
    _ = try await raised(world)
    let message = try #require(world.courier.messages.first { $0.address == Self.theo })
    #expect(
      await world.ledger.reader(of: message) == MessageReader(language: .german, answer: .alarm))
    var other = message
    other.receiptToken = "unknown"
    #expect(await world.ledger.reader(of: other) == MessageReader())
    other.receiptToken = nil
    #expect(await world.ledger.reader(of: other) == MessageReader())
  }

  @Test func `budgets are among the operator's figures`() async throws {
    let engine = Engine(ledger: TestLedger(), couriers: [.sms: Thrifty()], clock: ManualClock())
    let figures = try await engine.metrics(health: .ready)
    let labels = ["budget": "alarms", "channel": "sms"]
    #expect(figures.number("lifesignal_budget_limit", labels) == 9)
    #expect(figures.number("lifesignal_budget_used", labels) == 4)
    #expect(figures.number("lifesignal_budget_refused_total", labels) == 2)
    let without = try await SmallWorld().engine.metrics(health: .ready)
    #expect(!without.contains { $0.name.hasPrefix("lifesignal_budget") })
  }

  private struct Thrifty: Courier {
    func deliver(_ message: CourierMessage) async throws {}
    var budgets: [BudgetFigure] { [BudgetFigure(name: "alarms", limit: 9, used: 4, refused: 2)] }
  }
}

/// Runs every transaction twice, as a batch does in which another job has failed.
private final class RepeatingLedger: Ledger {
  private struct Undone: Error {}
  private let inner: any Ledger

  init(_ inner: any Ledger) { self.inner = inner }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    do {
      try await inner.write(in: lane) { (tx) throws -> Void in
        _ = try body(tx)
        throw Undone()
      }
    } catch is Undone {
      // As it was before.
    }
    return try await inner.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await inner.read(body)
  }
}
