import Foundation
import LifeSignalModel
import Testing

@Suite struct `What signs amount to` {
  private static let berlin = Zone("Europe/Berlin")!
  private static let ten = TimeOfDay("10:00")!

  private static func thing(
    _ id: Thing.ID, met: Date?, kind: ThingKind = .plug, counts: Bool = true, isOn: Bool = true
  ) -> Thing {
    Thing(
      id: id, person: Cast.mara.person.id, name: "Kettle", kind: kind, tokenHash: Data([1]),
      counts: counts, createdAt: Cast.start, offAt: isOn ? nil : Cast.start, metAt: met)
  }

  private static func instant(_ wall: String, _ zone: Zone = berlin) -> Date {
    zone.instant(wall: wall)!
  }

  // MARK: Times of day

  @Test func `a sign counts before the time and not from it on`() {
    let time = Self.instant("2026-06-01T10:00")
    #expect(EvidenceRules.meets(Self.ten, at: time - 1, in: Self.berlin))
    #expect(!EvidenceRules.meets(Self.ten, at: time, in: Self.berlin))
    #expect(EvidenceRules.meets(nil, at: time, in: Self.berlin))
  }

  @Test func `the time is meant by the clocks of the person's zone`() {
    let instant = Self.instant("2026-06-01T09:30")
    #expect(EvidenceRules.meets(Self.ten, at: instant, in: Self.berlin))
    #expect(!EvidenceRules.meets(Self.ten, at: instant, in: Zone("Asia/Tokyo")!))
  }

  @Test func `a time the clocks skip comes at the end of the gap`() {
    // From 01:59:59 to 03:00:00.
    let end = Self.instant("2026-03-29T03:00")
    let skipped = TimeOfDay("02:30")!
    #expect(EvidenceRules.meets(skipped, at: end - 1, in: Self.berlin))
    #expect(!EvidenceRules.meets(skipped, at: end, in: Self.berlin))
  }

  @Test func `a time the clocks show twice comes once, at the first`() {
    let first = Self.instant("2026-10-25T02:30")
    let repeated = TimeOfDay("02:30")!
    #expect(EvidenceRules.meets(repeated, at: first - 1, in: Self.berlin))
    // 02:10 again, an hour later.
    #expect(!EvidenceRules.meets(repeated, at: first + 2_400, in: Self.berlin))
  }

  @Test(
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
      "America/Santiago", "UTC",
    ])
  func `on every day there is one instant from which on a sign is late`(name: String) throws {
    let zone = try #require(Zone(name))
    var generator = Draw(seed: 20_260_101)
    for _ in 0..<400 {
      let day = LocalDate(dayNumber: 20_454 + Int(generator.next() % 730))
      let before = try #require(TimeOfDay(minutes: Int(generator.next() % 1_440)))
      // Every instant of the day, ten minutes apart, also of days of 23 and 25 hours.
      let start = zone.instant(of: TimeOfDay(minutes: 0)!, on: day)
      let verdicts = stride(from: 0.0, to: 90_000, by: 600).map { start + $0 }
        .filter { zone.date(at: $0) == day }
        .map { EvidenceRules.meets(before, at: $0, in: zone) }
      let late = verdicts.firstIndex(of: false) ?? verdicts.count
      #expect(verdicts[late...].allSatisfy { !$0 }, "\(name) \(day) \(before)")
      // No clock moves by more than two hours: a morning and an evening are what they are.
      if before.minutes >= 240 { #expect(verdicts.first == true) }
      if before.minutes <= 1_200 { #expect(verdicts.last == false) }
    }
  }

  // MARK: Combinations

  @Test func `one sign is enough for any, and not for all`() {
    let now = Self.instant("2026-06-01T09:00")
    let things = [Self.thing("1", met: now), Self.thing("2", met: nil)]
    let any = EvidenceRule(match: .any, zone: Self.berlin)
    let all = EvidenceRule(match: .all, zone: Self.berlin)
    #expect(EvidenceRules.amount(things, since: nil, at: now, any))
    #expect(!EvidenceRules.amount(things, since: nil, at: now, all))
    #expect(
      EvidenceRules.amount(
        [Self.thing("1", met: now), Self.thing("2", met: now - 600)], since: nil, at: now, all))
  }

  @Test(arguments: EvidenceRule.Match.allCases)
  func `nothing amounts to nothing`(match: EvidenceRule.Match) {
    let rule = EvidenceRule(match: match, zone: Self.berlin)
    let now = Cast.start
    #expect(!EvidenceRules.amount([], since: nil, at: now, rule))
    let silent = [
      Self.thing("1", met: now, counts: false), Self.thing("2", met: now, isOn: false),
    ]
    #expect(!EvidenceRules.amount(silent, since: nil, at: now, rule))
  }

  @Test(arguments: EvidenceRule.Match.allCases)
  func `a device that does not count is skipped`(match: EvidenceRule.Match) {
    let now = Cast.start
    let things = [
      Self.thing("1", met: now), Self.thing("2", met: nil, counts: false),
      Self.thing("3", met: nil, isOn: false),
    ]
    let rule = EvidenceRule(match: match, zone: Self.berlin)
    #expect(EvidenceRules.amount(things, since: nil, at: now, rule))
  }

  @Test(arguments: EvidenceRule.Match.allCases)
  func `a link has no part in what things amount to`(match: EvidenceRule.Match) {
    let now = Cast.start
    let rule = EvidenceRule(match: match, zone: Self.berlin)
    func amounts(_ things: [Thing]) -> Bool {
      EvidenceRules.amount(things, since: nil, at: now, rule)
    }
    #expect(amounts([Self.thing("1", met: now), Self.thing("2", met: nil, kind: .link)]))
    #expect(!amounts([Self.thing("1", met: nil), Self.thing("2", met: now, kind: .link)]))
    #expect(!amounts([Self.thing("2", met: now, kind: .link)]))
  }

  @Test func `agrees with what was heard, whatever was heard`() {
    var generator = Draw(seed: 7)
    for _ in 0..<500 {
      // Around the night in which the clocks are set back.
      let start = Self.instant("2026-10-24T12:00")
      let now = start + Double(generator.next() % 172_800)
      let since = generator.next() % 3 == 0 ? nil : start + Double(generator.next() % 172_800)
      let things = (0..<(1 + Int(generator.next() % 4))).map { number in
        Self.thing(
          Thing.ID(Int64(number)),
          met: generator.next() % 4 == 0 ? nil : start + Double(generator.next() % 172_800),
          counts: generator.next() % 4 != 0)
      }
      let midnight = Self.berlin.instant(
        of: TimeOfDay(minutes: 0)!, on: Self.berlin.date(at: now))
      let witnesses = things.filter(\.counts)
      let spoken = witnesses.filter { thing in
        guard let met = thing.metAt else { return false }
        return met >= midnight && met <= now && (since ?? .distantPast) < met
      }
      #expect(
        EvidenceRules.amount(
          things, since: since, at: now, EvidenceRule(match: .any, zone: Self.berlin))
          == !spoken.isEmpty)
      #expect(
        EvidenceRules.amount(
          things, since: since, at: now, EvidenceRule(match: .all, zone: Self.berlin))
          == (!witnesses.isEmpty && spoken.count == witnesses.count))
    }
  }
}

/// Drawn from a seed, the same in every run.
private struct Draw {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
