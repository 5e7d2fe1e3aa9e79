import Foundation
import LifeSignalModel
import Testing

/// Which changes of the promise itself ask for a proof: those by which somebody is missed later.
@Suite struct WeakerPromiseTests {
  private static let day: TimeInterval = 86_400
  private static let berlin = Zone("Europe/Berlin")!
  private static let ten = TimeOfDay("10:00")!
  private static let noon = TimeOfDay("12:00")!

  /// By a session whose proof is an hour old.
  private func isAsked(
    _ command: CommandCase, plan: CheckInPlan? = nil, evidence: Evidence = Evidence()
  ) throws -> Bool {
    let session = Session(
      id: "5", person: "1", tokenHash: Data([1]), createdAt: Cast.start - Self.day,
      expiresAt: Cast.start + Self.day, provenAt: Cast.start)
    do {
      try ProofRules.check(
        command, ProofFacts(session: session, plan: plan, evidence: evidence),
        moment: Cast.moment(3_600))
      return false
    } catch Refusal.proofNeeded {
      #expect(command.mayNeedProof)
      return true
    }
  }

  // MARK: How often

  @Test func `nobody is asked for an interval of up to a day`() throws {
    #expect(try !isAsked(.setInterval(Self.day), plan: .interval(3_600)))
    #expect(try !isAsked(.setPlan(.interval(Self.day)), plan: .interval(3_600)))
    #expect(try isAsked(.setInterval(Self.day + 3_600), plan: .interval(3_600)))
    #expect(try isAsked(.setPlan(.interval(Self.day + 3_600)), plan: .interval(3_600)))
  }

  @Test func `an interval is shortened without a proof, and made no longer`() throws {
    #expect(try !isAsked(.setInterval(5 * Self.day), plan: .interval(7 * Self.day)))
    #expect(try isAsked(.setInterval(7 * Self.day), plan: .interval(5 * Self.day)))
    #expect(try isAsked(.setInterval(7 * Self.day)))
  }

  @Test func `times of every day ask for nothing, days left out do`() throws {
    func times(_ days: [Weekday]) -> CommandCase {
      .setPlan(.times(CheckInTimes(times: [Self.ten, Self.noon], days: days, zone: Self.berlin)))
    }
    #expect(try !isAsked(times(Weekday.allCases), plan: .interval(3_600)))
    #expect(try isAsked(times([.monday, .thursday]), plan: .interval(Self.day)))
    #expect(try !isAsked(times([.monday, .thursday]), plan: .interval(4 * Self.day)))
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

  private static func edit(
    _ id: Thing.ID, counts: Bool = true, before: TimeOfDay? = nil, isOn: Bool = true
  ) -> CommandCase {
    .editThing(
      id,
      ThingSettings(name: "Tap", kind: .door, counts: counts, before: before, isOn: isOn))
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
    #expect(try !isAsked(.removeThing("1"), evidence: Self.anyOf(Self.thing("1"), Self.thing("2"))))
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
    let toAny = CommandCase.setEvidenceRule(EvidenceRule(match: .any, zone: .utc))
    let toAll = CommandCase.setEvidenceRule(EvidenceRule(match: .all, zone: .utc))
    #expect(try isAsked(toAny, evidence: Self.allOf(Self.thing("1"), Self.thing("2"))))
    #expect(try !isAsked(toAny, evidence: Self.allOf(Self.thing("1"))))
    #expect(try !isAsked(toAll, evidence: Self.anyOf(Self.thing("1"), Self.thing("2"))))
    #expect(try !isAsked(toAny))
  }

  @Test func `where all are needed, one less asks and one more does not`() throws {
    let two = Self.allOf(Self.thing("1"), Self.thing("2"))
    #expect(try isAsked(.removeThing("1"), evidence: two))
    #expect(try isAsked(Self.edit("1", counts: false), evidence: two))
    #expect(try isAsked(Self.edit("1", isOn: false), evidence: two))
    #expect(
      try !isAsked(
        Self.edit("2"), evidence: Self.allOf(Self.thing("1"), Self.thing("2", isOn: false))))
    // Without any of them nothing checks in.
    #expect(try !isAsked(.removeThing("1"), evidence: Self.allOf(Self.thing("1"))))
    #expect(try isAsked(Self.edit("1"), evidence: Self.allOf(Self.thing("1", isOn: false))))
  }

  @Test func `a link that may check in again asks, and is no witness beside the things`() throws {
    func link(isOn: Bool) -> Thing {
      Thing(
        id: "7", person: "1", name: "Link", kind: .link, tokenHash: Data([2]),
        createdAt: Cast.start, offAt: isOn ? nil : Cast.start)
    }
    func turn(on isOn: Bool) -> CommandCase {
      .editThing("7", ThingSettings(name: "Link", kind: .link, isOn: isOn))
    }
    for rest in [Self.anyOf(Self.thing("1")), Self.allOf(Self.thing("1"), Self.thing("2"))] {
      let off = Evidence(things: rest.things + [link(isOn: false)], rule: rest.rule)
      let on = Evidence(things: rest.things + [link(isOn: true)], rule: rest.rule)
      #expect(try isAsked(turn(on: true), evidence: off))
      #expect(try !isAsked(turn(on: false), evidence: on))
      #expect(try !isAsked(.removeThing("7"), evidence: on))
    }
  }

  @Test func `other clocks ask where a time or a day is held to them`() throws {
    let moved = CommandCase.setEvidenceRule(EvidenceRule(match: .any, zone: Self.berlin))
    #expect(try isAsked(moved, evidence: Self.anyOf(Self.thing("1", before: Self.ten))))
    #expect(try !isAsked(moved, evidence: Self.anyOf(Self.thing("1"))))
    let together = CommandCase.setEvidenceRule(EvidenceRule(match: .all, zone: Self.berlin))
    #expect(try isAsked(together, evidence: Self.allOf(Self.thing("1"), Self.thing("2"))))
    #expect(try !isAsked(together, evidence: Self.anyOf(Self.thing("1"), Self.thing("2"))))
  }

  @Test func `somebody else's thing changes nothing of it`() throws {
    #expect(try !isAsked(Self.edit("9"), evidence: Self.anyOf(Self.thing("1", isOn: false))))
  }
}
