import Foundation
import LifeSignalModel
import Testing

@Suite struct `A drill` {
  /// A Monday at noon.
  private static var noon: Moment { Cast.moment(4 * 3_600) }

  private static let drill = Drill(person: "1", nextFireAt: Cast.start, gen: 7)

  private static let webhook = Channel(
    id: "h", person: "1", kind: .webhook, address: "https://example.org", createdAt: Cast.start)
  private static let text = Channel(
    id: "t", person: "1", kind: .sms, address: "+15550100001", createdAt: Cast.start)

  private static func facts(
    _ channels: [Channel] = [webhook, text], _ change: (inout DrillFacts) -> Void = { _ in }
  ) -> DrillFacts {
    var me = Cast.mara
    me.channels = channels
    var facts = DrillFacts(
      drill: drill,
      channels: ChannelFacts(me: me, all: channels, able: [.sms, .webhook], offered: []),
      deliveries: [],
      responders: [
        .init(name: "Theo", ways: [.init(kind: .sms, addedAt: Cast.start)]),
        .init(name: "Ines", ways: [.init(kind: .sms, addedAt: Cast.start)]),
      ], zone: .utc, isAlarmOn: false, isResponder: false)
    change(&facts)
    return facts
  }

  private func fire(_ facts: DrillFacts?, at moment: Moment = Self.noon) throws -> Decision {
    DrillRules.fire(facts?.drill ?? Self.drill, facts, moment: moment)
  }

  private func next(_ decision: Decision) throws -> Drill {
    let updated = decision.mutations.compactMap {
      if case .updateDrill(let drill, _) = $0 { drill } else { nil }
    }
    return try #require(updated.first)
  }

  @Test func `goes to what hears it in silence and to nothing else`() throws {
    let decision = try fire(Self.facts())
    #expect(decision.deliveries.map(\.channel) == ["h"])
    #expect(decision.deliveries.allSatisfy { $0.isDrill && !$0.isAlarm })
    #expect(decision.notifications.isEmpty)
    let next = try next(decision)
    #expect(next.stage == .sent && next.gen == 8)
    #expect(next.nextFireAt == Self.noon.now + DrillRules.patience)
  }

  @Test func `is no message that could be bundled with one in earnest`() throws {
    let drill = try #require(try fire(Self.facts()).deliveries.first)
    var news = drill
    news.id = "9"
    news.dedupeKey = "news"
    #expect(Parcel.pack([drill, news]).map(\.deliveries.count) == [1, 1])
    #expect(Parcel.pack([news, news]).map(\.deliveries.count) == [2])
  }

  @Test func `is put off by an hour while an alarm is on, whatever has been sent`() throws {
    for stage in Drill.Stage.allCases {
      let decision = try fire(
        Self.facts {
          $0.isAlarmOn = true
          $0.drill.stage = stage
        })
      #expect(decision.deliveries.isEmpty)
      let next = try next(decision)
      #expect(next.stage == stage && next.nextFireAt == Self.noon.now + 3_600)
    }
  }

  @Test(arguments: [0, 3_600, 10 * 3_600, 15 * 3_600] as [TimeInterval])
  func `waits until the person's night is over`(after: TimeInterval) throws {
    let moment = Cast.moment(after)
    let decision = try fire(Self.facts(), at: moment)
    #expect(decision.deliveries.isEmpty)
    let next = try next(decision)
    #expect(next.stage == .waiting && next.nextFireAt > moment.now)
    #expect(next.nextFireAt <= moment.now + 86_400)
    #expect((600..<1_080).contains(Zone.utc.reading(at: next.nextFireAt).time.minutes))
  }

  @Test func `leaves out a channel in its quiet hours`() throws {
    let hours = QuietHours(
      from: TimeOfDay(minutes: 600)!, until: TimeOfDay(minutes: 840)!, zone: .utc)
    let decision = try fire(Self.facts { $0.channels.me.person.quietHours = hours })
    #expect(decision.deliveries.isEmpty)
    #expect(try next(decision).endedAt == Self.noon.now)
  }

  @Test func `keeps what was seen longer than the outbox does`() throws {
    let sent = try fire(Self.facts()).deliveries[0]
    var taken = sent
    taken.state = .done
    taken.acceptedAt = Self.noon.now + 1
    let ended = try next(
      fire(
        Self.facts {
          $0.drill.stage = .sent
          $0.deliveries = [taken]
        }))
    #expect(ended.stage == .waiting && ended.endedAt == Self.noon.now)
    let link = try #require(ended.links.first { $0.channel == "h" })
    #expect(link.isDrilled && link.lastSuccess == Self.noon.now + 1 && link.lastFailure == nil)
    // A week later nothing of it is in the outbox.
    let later = try next(
      fire(
        Self.facts([Self.text, Self.webhook]) {
          $0.drill = ended
          $0.drill.nextFireAt = Self.noon.now
          $0.drill.stage = .sent
        }))
    let kept = try #require(later.links.first { $0.channel == "h" })
    #expect(!kept.isDrilled && kept.lastSuccess == Self.noon.now + 1)
  }

  /// Since when they have known of a silent alarm; nil where they know of none.
  @Test(arguments: [nil, 30, 90] as [TimeInterval?])
  func `keeps what it knew of an address found dead in a silent alarm`(since: TimeInterval?) throws
  {
    var dead = Self.text
    dead.disabledAt = Cast.start + 60
    let link = Drill.Link(channel: dead.id, lastSuccess: Cast.start)
    let ended = try next(
      fire(
        Self.facts([dead, Self.webhook]) {
          $0.drill.stage = .sent
          $0.drill.links = [link]
          $0.silentSince = since.map { Cast.start + $0 }
        }))
    #expect(ended.links.contains(link) == (since == 30))
  }

  @Test func `warns whose readiness is low, and not again within a month`() throws {
    let alone = Self.facts([Self.text]) { $0.responders = [.init(name: "Theo", ways: [])] }
    let decision = try fire(alone)
    #expect(decision.told == ["1 system"])
    #expect(try next(decision).warnedAt == Self.noon.now)
    for (days, count) in [(29, 0), (30, 1)] as [(Double, Int)] {
      var warned = alone
      warned.drill.warnedAt = Self.noon.now - days * 86_400
      #expect(try fire(warned).told.count == count)
    }
    #expect(try fire(Self.facts([Self.text])).told.isEmpty)
  }

  @Test func `does not warn a person who has asked no one to respond`() throws {
    let nobody = Self.facts([Self.text]) { $0.responders = [] }
    #expect(try fire(nobody).told.isEmpty)
    // It does warn a responder who cannot be reached.
    let lost = Self.facts([]) {
      $0.responders = []
      $0.isResponder = true
    }
    #expect(try fire(lost).told == ["1 system"])
  }

  @Test func `fires once, and for the system only`() throws {
    let moved = Self.facts { $0.drill.gen = 8 }
    #expect(
      DrillRules.fire(Self.drill, moved, moment: Self.noon).outcome == .unchanged)
    #expect(try fire(nil).outcome == .unchanged)
    #expect(throws: Refusal.notAllowed) { try FireDrill.Asker(.person("1")) }
  }

  @Test func `people are spread over the week, by their own clocks`() throws {
    let zone = try #require(Zone("America/New_York"))
    var days: [Int: Int] = [:]
    let zones = Dictionary(uniqueKeysWithValues: (1...700).map { (Person.ID(Int64($0)), zone) })
    let decision = DrillRules.enlist(zones, moment: Self.noon)
    let planned = decision.mutations.compactMap {
      if case .insertDrill(let drill) = $0 { drill } else { nil }
    }
    #expect(planned.map(\.person) == zones.keys.sorted())
    for drill in planned {
      let ahead = drill.nextFireAt.timeIntervalSince(Self.noon.now)
      #expect(ahead > 0 && ahead <= 7 * 86_400 + 3_600)
      let reading = zone.reading(at: drill.nextFireAt)
      #expect((600..<1_050).contains(reading.time.minutes))
      days[reading.date.dayNumber % 7, default: 0] += 1
    }
    #expect(days.count == 7 && days.values.allSatisfy { $0 > 60 })
    #expect(DrillRules.enlist([:], moment: Self.noon).outcome == .unchanged)
    #expect(throws: Refusal.notAllowed) { try EnlistDrills.Asker(.person("1")) }
  }
}
