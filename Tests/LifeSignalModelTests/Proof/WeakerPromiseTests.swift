import Foundation
import LifeSignalModel
import Testing

/// A change of the promise itself needs a proof when it would raise a missed check-in later.
@Suite struct WeakerPromiseTests {
  private static let day: TimeInterval = 86_400
  private static let berlin = Zone("Europe/Berlin")!
  private static let ten = TimeOfDay("10:00")!
  private static let noon = TimeOfDay("12:00")!

  // MARK: How often

  /// - Parameter plan: the one until now; nil for a person who has never chosen one.
  private func isAsked(_ new: CheckInPlan, after plan: CheckInPlan? = nil) throws -> Bool {
    var watch = Cast.watch()
    switch plan {
    case .interval(let seconds): watch.interval = seconds
    case .times(let times): watch.times = times
    case nil: watch = Watch(person: watch.person)
    }
    return try CheckInSettingsRules.setPlan(Cast.facts(watch), new, moment: Cast.moment())
      .demands == [.proof]
  }

  @Test func `an interval of up to a day needs no proof`() throws {
    #expect(try !isAsked(.interval(Self.day), after: .interval(3_600)))
    #expect(try isAsked(.interval(Self.day + 3_600), after: .interval(3_600)))
  }

  @Test func `an interval is shortened without a proof, and made no longer`() throws {
    #expect(try !isAsked(.interval(5 * Self.day), after: .interval(7 * Self.day)))
    #expect(try isAsked(.interval(7 * Self.day), after: .interval(5 * Self.day)))
    #expect(try isAsked(.interval(7 * Self.day)))
  }

  @Test func `times of every day ask for nothing, days left out do`() throws {
    func times(_ days: [Weekday]) -> CheckInPlan {
      .times(CheckInTimes(times: [Self.ten, Self.noon], days: days, zone: Self.berlin))
    }
    #expect(try !isAsked(times(Weekday.allCases), after: .interval(3_600)))
    #expect(try isAsked(times([.monday, .thursday]), after: .interval(Self.day)))
    #expect(try !isAsked(times([.monday, .thursday]), after: .interval(4 * Self.day)))
  }

  @Test func `the longest wait of a plan goes over the end of the week`() {
    func wait(_ days: [Weekday], _ times: [TimeOfDay]) -> TimeInterval {
      CheckInPlan.times(CheckInTimes(times: times, days: days, zone: .utc)).longestWait
    }
    #expect(wait([.sunday], [Self.ten]) == 7 * Self.day)
    #expect(wait([.tuesday, .thursday], [Self.ten]) == 5 * Self.day)
    #expect(wait(Weekday.allCases, [Self.ten, Self.noon]) == Self.day - 7_200)
    #expect(wait([], [Self.ten]) == 0)
  }

  // MARK: What counts

  private static func thing(
    _ id: Thing.ID, counts: Bool = true, before: TimeOfDay? = nil, isOn: Bool = true
  ) -> Thing {
    Thing(
      id: id, person: "1", name: "Kettle", kind: .plug, tokenHash: Data([1]), counts: counts,
      before: before, createdAt: Cast.start, offAt: isOn ? nil : Cast.start)
  }

  private enum Change {
    case edit(Thing.ID, ThingSettings)
    case remove(Thing.ID)
    case rule(EvidenceRule)
  }

  private static func edit(
    _ id: Thing.ID, counts: Bool = true, before: TimeOfDay? = nil, isOn: Bool = true
  ) -> Change {
    .edit(
      id, ThingSettings(name: "Tap", kind: .door, counts: counts, before: before, isOn: isOn))
  }

  private func isAsked(_ change: Change, evidence: Evidence = Evidence()) throws -> Bool {
    func thing(_ id: Thing.ID) -> Thing? { evidence.things.first { $0.id == id } }
    let decision =
      switch change {
      case .edit(let id, let settings):
        try ThingRules.edit(
          thing(id), settings, by: Cast.mara, evidence: evidence, moment: Cast.moment(3_600))
      case .remove(let id): try ThingRules.remove(thing(id), by: "1", evidence: evidence)
      case .rule(let rule): try ThingRules.setRule(rule, of: "1", evidence: evidence)
      }
    return decision.demands == [.proof]
  }

  private static func anyOf(_ things: Thing...) -> Evidence { Evidence(things: things) }

  private static func allOf(_ things: Thing...) -> Evidence {
    Evidence(things: things, rule: EvidenceRule(match: .all, zone: .utc))
  }

  @Test func `a thing that may check in again asks, one that may no longer does not`() throws {
    let off = Self.anyOf(Self.thing("1", isOn: false), Self.thing("2"))
    let silent = Self.anyOf(Self.thing("1", counts: false))
    #expect(try isAsked(Self.edit("1"), evidence: off))
    #expect(try isAsked(Self.edit("1"), evidence: silent))
    #expect(try !isAsked(Self.edit("1", counts: false), evidence: Self.anyOf(Self.thing("1"))))
    #expect(try !isAsked(Self.edit("1", isOn: false), evidence: Self.anyOf(Self.thing("1"))))
    #expect(try !isAsked(.remove("1"), evidence: Self.anyOf(Self.thing("1"), Self.thing("2"))))
  }

  @Test func `a later time of day asks, an earlier one and another name do not`() throws {
    let held = Self.anyOf(Self.thing("1", before: Self.ten))
    #expect(try isAsked(Self.edit("1", before: Self.noon), evidence: held))
    #expect(try isAsked(Self.edit("1"), evidence: held))
    #expect(try !isAsked(Self.edit("1", before: Self.ten), evidence: held))
    let free = Self.anyOf(Self.thing("1"))
    #expect(try !isAsked(Self.edit("1", before: Self.noon), evidence: free))
    #expect(try !isAsked(Self.edit("1"), evidence: free))
  }

  @Test func `any instead of all asks, all instead of any does not`() throws {
    let toAny = Change.rule(EvidenceRule(match: .any, zone: .utc))
    let toAll = Change.rule(EvidenceRule(match: .all, zone: .utc))
    #expect(try isAsked(toAny, evidence: Self.allOf(Self.thing("1"), Self.thing("2"))))
    #expect(try !isAsked(toAny, evidence: Self.allOf(Self.thing("1"))))
    #expect(try !isAsked(toAll, evidence: Self.anyOf(Self.thing("1"), Self.thing("2"))))
    #expect(try !isAsked(toAny))
  }

  @Test func `when all are needed, one less needs a proof and one more does not`() throws {
    let two = Self.allOf(Self.thing("1"), Self.thing("2"))
    #expect(try isAsked(.remove("1"), evidence: two))
    #expect(try isAsked(Self.edit("1", counts: false), evidence: two))
    #expect(try isAsked(Self.edit("1", isOn: false), evidence: two))
    #expect(
      try !isAsked(
        Self.edit("2"), evidence: Self.allOf(Self.thing("1"), Self.thing("2", isOn: false))))
    // Without any of them nothing checks in.
    #expect(try !isAsked(.remove("1"), evidence: Self.allOf(Self.thing("1"))))
    #expect(try isAsked(Self.edit("1"), evidence: Self.allOf(Self.thing("1", isOn: false))))
  }

  @Test func `a link that may check in again asks, and is no witness beside the things`() throws {
    func link(isOn: Bool) -> Thing {
      Thing(
        id: "7", person: "1", name: "Link", kind: .link, tokenHash: Data([2]),
        createdAt: Cast.start, offAt: isOn ? nil : Cast.start)
    }
    func turn(on isOn: Bool) -> Change {
      .edit("7", ThingSettings(name: "Link", kind: .link, isOn: isOn))
    }
    for rest in [Self.anyOf(Self.thing("1")), Self.allOf(Self.thing("1"), Self.thing("2"))] {
      let off = Evidence(things: rest.things + [link(isOn: false)], rule: rest.rule)
      let on = Evidence(things: rest.things + [link(isOn: true)], rule: rest.rule)
      #expect(try isAsked(turn(on: true), evidence: off))
      #expect(try !isAsked(turn(on: false), evidence: on))
      #expect(try !isAsked(.remove("7"), evidence: on))
    }
  }

  @Test func `other clocks ask where a time or a day is held to them`() throws {
    let moved = Change.rule(EvidenceRule(match: .any, zone: Self.berlin))
    #expect(try isAsked(moved, evidence: Self.anyOf(Self.thing("1", before: Self.ten))))
    #expect(try !isAsked(moved, evidence: Self.anyOf(Self.thing("1"))))
    let together = Change.rule(EvidenceRule(match: .all, zone: Self.berlin))
    #expect(try isAsked(together, evidence: Self.allOf(Self.thing("1"), Self.thing("2"))))
    #expect(try !isAsked(together, evidence: Self.anyOf(Self.thing("1"), Self.thing("2"))))
  }
}
