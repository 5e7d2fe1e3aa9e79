import Foundation
import LifeSignalModel
import Testing

@Suite struct `One's own things` {
  private let me = Cast.mara

  private func add(_ settings: ThingSettings, mine: [Thing] = []) throws -> Decided<ThingKey> {
    try ThingRules.add(
      settings, me, mine: mine, token: "token", hash: Data([9]), moment: Cast.moment())
  }

  private func kettle() throws -> Thing {
    let decision = try add(ThingSettings(name: "Kettle", kind: .plug))
    guard case .insertThing(let thing)? = decision.mutations.first else {
      throw Refusal.thingNotFound
    }
    return thing
  }

  @Test func `a new one tells its token once, and its owner everywhere`() throws {
    let decision = try add(ThingSettings(name: "  Kettle ", kind: .plug))
    #expect(decision.answer == ThingKey(id: "100", token: "token"))
    #expect(try kettle().name == "Kettle")
    #expect(try kettle().tokenHash == Data([9]))
    #expect(decision.notifications.map(\.person) == [me.person.id])
    #expect(!decision.deliveries.isEmpty)
  }

  @Test(arguments: ["", "   ", String(repeating: "x", count: 61)])
  func `a name is there and short`(name: String) {
    #expect(throws: Refusal.invalidThingName) {
      try add(ThingSettings(name: name, kind: .door))
    }
  }

  @Test func `twenty are enough`() throws {
    let one = try kettle()
    let twenty = Array(repeating: one, count: ThingRules.most)
    #expect(throws: Refusal.tooManyThings) {
      try add(ThingSettings(name: "Door", kind: .door), mine: twenty)
    }
    #expect(throws: Never.self) {
      try add(ThingSettings(name: "Door", kind: .door), mine: Array(twenty.dropLast()))
    }
  }

  // MARK: One's own link

  private func link() throws -> Thing {
    let decision = try add(
      ThingSettings(name: "Link", kind: .link, counts: false, before: TimeOfDay("10:00")))
    guard case .insertThing(let thing)? = decision.mutations.first else {
      throw Refusal.thingNotFound
    }
    return thing
  }

  @Test func `a link always counts, at any time of day`() throws {
    let new = try link()
    #expect(new.counts && new.before == nil)
    let settings = ThingSettings(
      name: "Link", kind: .link, counts: false, before: TimeOfDay("10:00"))
    let decision = try ThingRules.edit(
      new, settings, by: me, evidence: Evidence(), moment: Cast.moment())
    #expect(decision.mutations.isEmpty)
  }

  @Test func `there is one link, and twenty things leave room for it`() throws {
    #expect(throws: Refusal.oneCheckInLink) {
      try add(ThingSettings(name: "Link", kind: .link), mine: [try link()])
    }
    let twenty = Array(repeating: try kettle(), count: ThingRules.most)
    #expect(throws: Never.self) {
      try add(ThingSettings(name: "Link", kind: .link), mine: twenty)
    }
    #expect(throws: Never.self) {
      try add(
        ThingSettings(name: "Door", kind: .door), mine: twenty.dropLast() + [try link()])
    }
  }

  @Test func `a link becomes no thing, and no thing a link`() throws {
    let (link, kettle) = (try link(), try kettle())
    #expect(throws: Refusal.oneCheckInLink) {
      try ThingRules.edit(
        link, ThingSettings(name: "Link", kind: .phone), by: me, evidence: Evidence(),
        moment: Cast.moment())
    }
    #expect(throws: Refusal.oneCheckInLink) {
      try ThingRules.edit(
        kettle, ThingSettings(name: "Kettle", kind: .link), by: me, evidence: Evidence(),
        moment: Cast.moment())
    }
  }

  @Test func `another person's is not found`() throws {
    let theirs = try kettle()
    let other = Cast.theo.person.id
    let settings = ThingSettings(name: "Mine", kind: .plug)
    #expect(throws: Refusal.thingNotFound) {
      try ThingRules.edit(
        theirs, settings, by: Cast.theo, evidence: Evidence(), moment: Cast.moment())
    }
    #expect(throws: Refusal.thingNotFound) {
      try ThingRules.rotate(
        theirs, token: "t", hash: Data([1]), by: Cast.theo, moment: Cast.moment())
    }
    #expect(throws: Refusal.thingNotFound) {
      try ThingRules.remove(theirs, by: other, evidence: Evidence())
    }
    #expect(throws: Refusal.thingNotFound) {
      try ThingRules.remove(nil, by: other, evidence: Evidence())
    }
  }

  @Test func `a new address requires a proof`() throws {
    let added = try add(ThingSettings(name: "Kettle", kind: .plug, counts: false))
    #expect(added.demands == [.proof, .budget(.keys)])
    let rotated = try ThingRules.rotate(
      try kettle(), token: "t", hash: Data([1]), by: me, moment: Cast.moment())
    #expect(rotated.demands == [.proof, .budget(.keys)])
  }

  @Test func `another time of day makes what was heard no evidence`() throws {
    var old = try kettle()
    old.metAt = Cast.start
    var settings = ThingData(old).settings
    settings.name = "Tea"
    func edited() throws -> Thing? {
      let decision = try ThingRules.edit(
        old, settings, by: me, evidence: Evidence(), moment: Cast.moment())
      guard case .updateThing(let new, from: _)? = decision.mutations.first else { return nil }
      return new
    }
    #expect(try edited()?.metAt == Cast.start)
    settings.before = TimeOfDay("10:00")
    #expect(try edited()?.metAt == nil)
    #expect(try edited()?.gen == old.gen + 1)
  }

  @Test func `the same settings change nothing`() throws {
    let old = try kettle()
    let decision = try ThingRules.edit(
      old, ThingData(old).settings, by: me, evidence: Evidence(), moment: Cast.moment())
    #expect(decision.mutations.isEmpty)
  }

  @Test(
    arguments: [
      (nil, ThingSignal.success), ("0", .success), ("start", .start), ("log", .log),
      ("fail", .failure), ("1", .failure), ("255", .failure), ("007", .failure),
    ] as [(String?, ThingSignal)])
  func `the suffix of the token is read as Healthchecks reads it`(
    suffix: String?, signal: ThingSignal
  ) {
    #expect(ThingSignal(suffix: suffix) == signal)
  }

  @Test(arguments: ["256", "-1", "+1", "1000", "", "Start", "fail/", "٣", "1.5"])
  func `anything else is no signal`(suffix: String) {
    #expect(ThingSignal(suffix: suffix) == nil)
  }
}
