import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

/// The indirect trace of a duress alert: how sure it is that responders can be reached.
@Suite(.timeLimit(.minutes(1))) struct `Traces of a call in silence` {
  private static let month: TimeInterval = 30 * 86_400

  /// A month after anybody was last sent anything, so that every message would show.
  private func called(
    _ before: (TwoWorlds) async throws -> Void = { _ in }
  ) async throws -> (TwoWorlds, AlertRecord.ID) {
    let pair = try await TwoWorlds(age: Self.month)
    try await before(pair)
    _ = try await pair.use()
    for world in [pair.plain, pair.silent] { try await world.stopWatching() }
    try await pair.advance(by: 60)
    let alarm = try await pair.silent.engine.contact(pair.silent.p, of: pair.silent.r1).alarms
    return (pair, try #require(alarm.first?.id))
  }

  private func expectTheSame(
    _ pair: TwoWorlds, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for person in [pair.plain.p, pair.plain.r2] {
      let (plain, silent) = (
        try await Seen(by: person, in: pair.plain), try await Seen(by: person, in: pair.silent)
      )
      #expect(plain == silent, sourceLocation: sourceLocation)
    }
  }

  private func score(_ world: SmallWorld) async throws -> Int {
    try await world.engine.answer(GetChannels(), to: Member(world.p)).readiness.score
  }

  @Test func `a delivered message leaves the readiness score as it was`() async throws {
    let (pair, alarm) = try await called()
    try await pair.confirm(alarm)
    #expect(try await score(pair.plain) == score(pair.silent))
    try await expectTheSame(pair)
    // It would have: when the alarm is over, it does.
    let before = try await score(pair.silent)
    try await pair.silent.perform(AcknowledgeAlarm(id: alarm), by: pair.silent.r1)
    try await pair.silent.perform(EndSilentAlarm(id: alarm), by: pair.silent.r1)
    #expect(try await score(pair.silent) > before)
  }

  @Test func `a bounced message leaves the readiness score as it was`() async throws {
    let (pair, alarm) = try await called()
    try await pair.bounce(alarm)
    try await expectTheSame(pair)
  }

  @Test func `an address that was found dead by it still counts`() async throws {
    let (pair, alarm) = try await called()
    let silent = pair.silent
    try await silent.kill()
    try await expectTheSame(pair)
    let before = try await score(silent)
    try await silent.perform(AcknowledgeAlarm(id: alarm), by: silent.r1)
    try await silent.perform(EndSilentAlarm(id: alarm), by: silent.r1)
    #expect(try await score(silent) < before)
  }

  @Test func `an address found dead by it still counts when their newest messages are others`()
    async throws
  {
    let (pair, _) = try await called()
    try await pair.silent.kill()
    for world in [pair.plain, pair.silent] { try await world.send(21) }
    try await expectTheSame(pair)
  }

  @Test func `a mailbox that it shows to be gone is lost to its owner alone`() async throws {
    let gone = "email: came back (5.1.1), no such mailbox"
    let (pair, alarm) = try await called { pair in
      for world in [pair.plain, pair.silent] {
        let (r1, now) = (world.r1, world.clock.now)
        try await world.ledger.write { tx in
          _ = try tx.insert(
            Channel(id: "900", person: r1, kind: .email, address: "r@a.example", createdAt: now))
          // One mail has come back before, about something else.
          _ = try tx.insert(Self.mail("901", to: r1, .dead, error: gone, at: now + 1))
        }
      }
    }
    let silent = pair.silent
    try await silent.ledger.write { [r1 = silent.r1, now = silent.clock.now] tx in
      _ = try tx.insert(Self.mail("902", to: r1, .done, about: alarm, at: now))
    }
    try await silent.engine.perform(
      ReturnMail(id: "902", reason: gone, isGone: true), by: .system)
    let channel = pair.silentLedger.rows.channels.first { $0.id == "900" }
    #expect(channel?.isOn == false)
    let told = try await silent.engine.notifications(of: silent.r1)
    let title: Phrase = "Contact method lost"
    #expect(told.map(\.title).contains(title))
    // A text about it would make its owner look as if they had been heard of.
    try await pair.advance(by: 60)
    try await expectTheSame(pair)
    #expect(try await score(pair.plain) == score(pair.silent))
  }

  private static func mail(
    _ id: Delivery.ID, to person: Person.ID, _ state: Delivery.State, error: String? = nil,
    about alarm: AlertRecord.ID? = nil, at now: Date
  ) -> Delivery {
    Delivery(
      id: id, dedupeKey: "k\(id)", idempotencyKey: "lifesignal-\(id)", person: person,
      notification: nil, channel: "900", kind: .email, address: "r@a.example", title: "T",
      body: "B", priority: alarm == nil ? .information : .alert, state: state, attempts: 1,
      createdAt: now, nextAttemptAt: now, giveUpAt: now + 3_600, lastError: error, alert: alarm,
      acceptedAt: state == .done ? now : nil)
  }

  @Test func `the drills of those who were notified keep no trace of it`() async throws {
    let (pair, alarm) = try await called()
    try await pair.confirm(alarm)
    let begun = pair.silent.clock.now
    for world in [pair.plain, pair.silent] { try await world.services.drills.turn() }
    // Everybody's week comes round: drills before everything else that is due by then.
    for _ in 0..<6 {
      let next = try #require(pair.plainLedger.rows.drills.values.map(\.nextFireAt).min())
      for world in [pair.plain, pair.silent] {
        world.clock.advance(by: next.timeIntervalSince(world.clock.now))
        try await world.services.drills.turn()
        try await world.settle()
      }
    }
    let drill = try await pair.silent.ledger.read { [r1 = pair.silent.r1] in try $0.drill(of: r1) }
    #expect(try #require(drill?.endedAt) > begun)
    #expect(drill?.links.allSatisfy { $0.lastSuccess ?? .distantPast < begun } == true)
    try await expectTheSame(pair)
  }

  @Test func `a browser opened because of it is heard of when it is over`() async throws {
    let (pair, alarm) = try await called { pair in
      for world in [pair.plain, pair.silent] { try await world.insertBrowser() }
    }
    let silent = pair.silent
    #expect(try await score(pair.plain) == score(silent))
    try await silent.perform(SubscribePush(SmallWorld.browser), by: silent.r1)
    try await expectTheSame(pair)
    try await silent.perform(AcknowledgeAlarm(id: alarm), by: silent.r1)
    try await silent.perform(EndSilentAlarm(id: alarm), by: silent.r1)
    try await silent.perform(SubscribePush(SmallWorld.browser), by: silent.r1)
    let heard = try await silent.ledger.read { [r1 = silent.r1] in try $0.channels(of: r1) }
      .compactMap(\.heardAt)
    #expect(heard == [silent.clock.now])
  }

  // MARK: Browsers that come because of it

  @Test func `a new browser leaves the readiness score as it was`() async throws {
    let (pair, _) = try await called()
    let before = try await score(pair.silent)
    try await pair.silent.perform(SubscribePush(SmallWorld.browser), by: pair.silent.r1)
    #expect(try await score(pair.silent) == before)
    try await expectTheSame(pair)
    // It would have.
    try await pair.plain.perform(SubscribePush(SmallWorld.browser), by: pair.plain.r1)
    #expect(try await score(pair.plain) > before)
  }

  @Test func `a browser with other keys counts as the one whose place it took`() async throws {
    let (pair, _) = try await called { pair in
      for world in [pair.plain, pair.silent] { try await world.insertBrowser() }
    }
    var other = SmallWorld.browser
    other.secret = Data(repeating: 8, count: 16)
    try await pair.silent.perform(SubscribePush(other), by: pair.silent.r1)
    let rows = try await pair.silent.browsers()
    #expect(rows.map(\.isOn) == [false, true])
    try await expectTheSame(pair)
  }

  @Test func `a browser that had been dead before comes back as a new one`() async throws {
    let (pair, _) = try await called { pair in
      for world in [pair.plain, pair.silent] {
        try await world.insertBrowser(diedAt: world.clock.now - 86_400)
      }
    }
    let silent = pair.silent
    try await silent.perform(SubscribePush(SmallWorld.browser), by: silent.r1)
    let rows = try await silent.browsers()
    #expect(rows.map(\.createdAt) == [silent.clock.now] && rows.allSatisfy(\.isOn))
    try await expectTheSame(pair)
  }

  @Test func `a responder called later keeps the browser they had by then`() async throws {
    let (pair, _) = try await called()
    // Of those chosen for the next sheet the second responder has not known yet.
    for world in [pair.plain, pair.silent] {
      try await world.perform(SubscribePush(SmallWorld.browser), by: world.r2)
    }
    try await pair.advance(by: 60)
    try await pair.useAgain(telling: \.r2)
    for world in [pair.plain, pair.silent] { try await world.stopWatching() }
    #expect(
      try await pair.silent.engine.contact(pair.silent.p, of: pair.silent.r2).alarms.count == 1)
    let (plain, silent) = (
      try await Seen(by: pair.plain.p, in: pair.plain),
      try await Seen(by: pair.silent.p, in: pair.silent)
    )
    #expect(plain.rehearsal == silent.rehearsal)
    #expect(plain.channels == silent.channels)
  }

  @Test func `a device's heartbeat meanwhile notifies the same open pages`() async throws {
    var tokens: [String] = []
    let (pair, _) = try await called { pair in
      for world in [pair.plain, pair.silent] {
        let kettle = ThingSettings(name: "Kettle", kind: .plug)
        let key = try await world.perform(AddThing(settings: kettle), by: world.p)
        tokens.append(key.token)
      }
    }
    var told: [[Told.News]] = []
    for (world, token) in zip([pair.plain, pair.silent], tokens) {
      let news = Told()
      let follows = [world.p, world.r2].map { person in
        world.engine.follow(person) { news.note(person, $0) }
      }
      try await world.engine.hear(.success, token: token)
      withExtendedLifetime(follows) {}
      told.append(news.all)
    }
    #expect(told[0] == told[1])
    #expect(told[0] == [Told.News(person: pair.plain.p, topics: .things)])
    try await pair.advance(by: 1)
    try await expectTheSame(pair)
  }
}

/// What was said to whom.
private final class Told: Sendable {
  struct News: Equatable {
    let person: Person.ID
    let topics: ChangeSet
  }

  private let noted = Mutex<[News]>([])

  func note(_ person: Person.ID, _ topics: ChangeSet) {
    noted.withLock { $0.append(News(person: person, topics: topics)) }
  }

  var all: [News] { noted.withLock { $0 } }
}

extension SmallWorld {
  fileprivate static let browser = PushSubscription(
    endpoint: "https://push.example/1", key: Data([4]) + Data(repeating: 7, count: 64),
    secret: Data(repeating: 9, count: 16), origin: "https://lifesignal.example")

  /// The first responder has been there with a browser, and not been heard of since.
  fileprivate func insertBrowser(diedAt: Date? = nil) async throws {
    let channel = Channel(
      id: "900", person: r1, kind: .webPush, address: Self.browser.address,
      createdAt: clock.now - 86_400 * 20, disabledAt: diedAt)
    #expect(try await ledger.write { try $0.insert(channel) })
  }

  /// Of the first responder, the oldest first.
  fileprivate func browsers() async throws -> [Channel] {
    try await ledger.read { [r1] in try $0.allChannels(of: r1) }.filter { $0.kind == .webPush }
  }

  /// All addresses of the first responder turn out to be dead.
  fileprivate func kill() async throws {
    try await ledger.write { [r1, now = clock.now] tx in
      for channel in try tx.channels(of: r1) {
        #expect(try tx.apply(.disableChannel(channel.id, address: channel.address, at: now)) > 0)
      }
    }
  }

  /// The first responder has had so many messages of another matter.
  fileprivate func send(_ count: Int64) async throws {
    try await ledger.write { [r1, now = clock.now] tx in
      let channel = try #require(try tx.allChannels(of: r1).first)
      for number in 1...count {
        let row = Delivery(
          id: Delivery.ID(.max - count + number), dedupeKey: "news:\(number)",
          idempotencyKey: "news-\(number)", person: r1, notification: nil, channel: channel.id,
          kind: channel.kind, address: channel.address, title: "News", body: "News",
          priority: .information, state: .done, createdAt: now, nextAttemptAt: now,
          giveUpAt: now + 60)
        #expect(try tx.insert(row))
      }
    }
  }
}
