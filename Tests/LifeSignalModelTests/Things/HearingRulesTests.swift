import Foundation
import LifeSignalModel
import Testing

@Suite struct `What a thing may do` {
  private static let day: TimeInterval = 86_400

  private func thing(
    _ id: Thing.ID = "7", before: String? = nil, change: (inout Thing) -> Void = { _ in }
  ) -> Thing {
    var thing = Thing(
      id: id, person: Cast.mara.person.id, name: "Kettle", kind: .plug, tokenHash: Data([7]),
      before: before.flatMap { TimeOfDay($0) }, createdAt: Cast.start)
    change(&thing)
    return thing
  }

  /// Mara checked in at the start, and promises once a day.
  private func facts(
    _ thing: Thing, others: [Thing] = [], rule: EvidenceRule = .standard,
    alarms: [AlertRecord.ID] = [], change: (inout Watch) -> Void = { _ in }
  ) -> HearingFacts {
    var watch = Watch(
      person: Cast.mara.person.id, lastCheckIn: Cast.start, deadline: Cast.start + Self.day,
      nextFireAt: Cast.start + Self.day - 7_200, gen: 1)
    change(&watch)
    return HearingFacts(
      thing: thing, rule: rule,
      owner: .init(
        things: [thing] + others,
        checkIn: CheckInFacts(me: Cast.mara, watch: watch, responders: [Cast.theo]),
        alarms: alarms))
  }

  private func isCheckIn(_ decision: Decision) -> Bool {
    decision.mutations.contains {
      if case .insertCheckIn(let checkIn) = $0 { checkIn.source == .automatic } else { false }
    }
  }

  private func stored(_ decision: Decision) -> Thing? {
    decision.mutations.lazy.compactMap {
      if case .updateThing(let thing, from: _) = $0 { thing } else { nil }
    }.first
  }

  // MARK: Signals

  @Test func `a success is a check-in of its own source, and restarts the countdown`() throws {
    let moment = Cast.moment(3_600)
    let decision = try HearingRules.hear(.success, facts(thing()), moment: moment)
    #expect(isCheckIn(decision))
    #expect(
      decision.mutations.contains {
        if case .updateWatch(let watch, from: _) = $0 {
          watch.deadline == moment.now + Self.day
        } else {
          false
        }
      })
    #expect(decision.timeline.map(\.kind) == [.checkedIn])
    #expect(decision.timeline.first?.details.evidence == .plug)
    // A device's check-in notifies no one.
    #expect(decision.notifications.isEmpty)
  }

  @Test(arguments: [ThingSignal.start, .log, .failure])
  func `everything else is noted and no more`(signal: ThingSignal) throws {
    let decision = try HearingRules.hear(signal, facts(thing()), moment: Cast.moment(3_600))
    #expect(!isCheckIn(decision))
    #expect(stored(decision)?.heardAt == Cast.start + 3_600)
    #expect(decision.timeline.isEmpty)
  }

  /// Where the decision does not need the owner, it is the same without them.
  @Test(arguments: ThingSignal.allCases, [true, false])
  func `most signals have no consequence for the owner`(
    signal: ThingSignal, counts: Bool
  ) throws {
    for (failed, succeeded) in [(nil, nil), (100, nil), (100, 200), (nil, 200)] as [(Int?, Int?)] {
      let thing = thing {
        $0.counts = counts
        $0.failedAt = failed.map { Cast.start + TimeInterval($0) }
        $0.succeededAt = succeeded.map { Cast.start + TimeInterval($0) }
      }
      guard !HearingRules.needsOwner(signal, of: thing, at: Cast.start + 3_000) else { continue }
      let whole = facts(thing, alarms: ["9"])
      var lean = whole
      lean.owner = nil
      #expect(
        try HearingRules.hear(signal, lean, moment: Cast.moment(3_000))
          == HearingRules.hear(signal, whole, moment: Cast.moment(3_000)))
    }
  }

  @Test func `a thing that does not count never checks in`() throws {
    let silent = thing { $0.counts = false }
    let decision = try HearingRules.hear(.success, facts(silent), moment: Cast.moment(3_600))
    #expect(!isCheckIn(decision))
    #expect(stored(decision)?.succeededAt == Cast.start + 3_600)
  }

  @Test func `a thing that is off is not known`() {
    let off = thing { $0.offAt = Cast.start }
    #expect(throws: Refusal.thingNotFound) {
      try HearingRules.hear(.success, facts(off), moment: Cast.moment(3_600))
    }
  }

  @Test func `a failure notifies its owner once, and again after a success`() throws {
    let first = try HearingRules.hear(.failure, facts(thing()), moment: Cast.moment(3_600))
    #expect(first.notifications.map(\.person) == [Cast.mara.person.id])
    let failing = try #require(stored(first))
    let second = try HearingRules.hear(.failure, facts(failing), moment: Cast.moment(7_200))
    #expect(second.notifications.isEmpty)
    let well = try #require(
      stored(try HearingRules.hear(.success, facts(failing), moment: Cast.moment(9_000))))
    let third = try HearingRules.hear(.failure, facts(well), moment: Cast.moment(9_900))
    #expect(third.notifications.count == 1)
  }

  @Test func `one that fails and succeeds in turns is reported once, and always shown as it is`()
    throws
  {
    var now = thing()
    var told = 0
    for turn in 0..<20 {
      let moment = Cast.moment(3_600 + TimeInterval(turn) * 10)
      let signal: ThingSignal = turn.isMultiple(of: 2) ? .failure : .success
      let decision = try HearingRules.hear(signal, facts(now), moment: moment)
      told += decision.notifications.count
      now = try #require(stored(decision))
      #expect(now.isFailing == (signal == .failure))
    }
    #expect(told == 1)
  }

  // MARK: Storms

  @Test func `the same signal within a minute changes nothing`() throws {
    let heard = thing { $0.succeededAt = Cast.start + 3_600 }
    #expect(
      try HearingRules.hear(.success, facts(heard), moment: Cast.moment(3_659))
        == Decision(.unchanged))
    #expect(
      try HearingRules.hear(.success, facts(heard), moment: Cast.moment(3_660)).mutations != [])
  }

  @Test func `another signal within a minute is heard`() throws {
    let begun = thing { $0.startedAt = Cast.start + 3_600 }
    #expect(isCheckIn(try HearingRules.hear(.success, facts(begun), moment: Cast.moment(3_605))))
  }

  @Test func `a sign of a new day is heard, however soon it comes`() {
    let midnight = Zone.utc.instant(wall: "2026-06-02T00:00")!
    let heard = thing { $0.succeededAt = midnight - 10 }
    #expect(HearingRules.isNews(.success, of: heard, .standard, at: midnight + 10))
    #expect(!HearingRules.isNews(.success, of: heard, .standard, at: midnight - 1))
  }

  @Test func `a check-in that would hardly move the deadline is left out`() throws {
    let soon = try HearingRules.hear(.success, facts(thing()), moment: Cast.moment(599))
    #expect(!isCheckIn(soon))
    #expect(stored(soon)?.metAt == Cast.start + 599)
    #expect(isCheckIn(try HearingRules.hear(.success, facts(thing()), moment: Cast.moment(600))))
  }

  /// Times of day, 09:00: the start is 08:00 UTC, so this is the next day at 06:30 and 06:35.
  @Test func `a link tapped minutes after a device reported checks in for the next time`() throws {
    let nine = CheckInTimes(times: [try #require(TimeOfDay("09:00"))], zone: .utc)
    let due = Cast.start + Self.day + 3_600
    let kettleAt = Self.day - 5_400
    let afterKettle: (inout Watch) -> Void = {
      $0.times = nine
      $0.lastCheckIn = Cast.start + kettleAt
      $0.deadline = due
    }
    let link = thing("9") { $0.kind = .link }
    let tap = try HearingRules.hear(
      .success, facts(link, change: afterKettle), moment: Cast.moment(kettleAt + 300))
    #expect(isCheckIn(tap))
    #expect(tap.watch?.deadline == due + Self.day)
    // A second device says nothing new.
    let door = try HearingRules.hear(
      .success, facts(thing("8"), change: afterKettle), moment: Cast.moment(kettleAt + 300))
    #expect(!isCheckIn(door))
    // Neither does a second tap: the next time is answered already.
    let again = try HearingRules.hear(
      .success,
      facts(link) {
        $0.times = nine
        $0.lastCheckIn = Cast.start + kettleAt + 300
        $0.deadline = due + Self.day
      }, moment: Cast.moment(kettleAt + 400))
    #expect(!isCheckIn(again))
  }

  // MARK: Combinations

  @Test func `all of two check in with the second of them`() throws {
    let rule = EvidenceRule(match: .all, zone: .utc)
    let door = thing("8")
    let first = try HearingRules.hear(
      .success, facts(thing(), others: [door], rule: rule), moment: Cast.moment(3_600))
    #expect(!isCheckIn(first))
    let kettle = try #require(stored(first))
    let second = try HearingRules.hear(
      .success, facts(door, others: [kettle], rule: rule), moment: Cast.moment(4_000))
    #expect(isCheckIn(second))
  }

  @Test func `a person's own link checks in alone, whatever the things have to say`() throws {
    let rule = EvidenceRule(match: .all, zone: .utc)
    let link = thing("9") { $0.kind = .link }
    let silent = [thing("7"), thing("8")]
    let decision = try HearingRules.hear(
      .success, facts(link, others: silent, rule: rule), moment: Cast.moment(3_600))
    #expect(isCheckIn(decision))
    #expect(decision.timeline.first?.details.evidence == .link)
  }

  @Test func `a link that was called too soon speaks for no thing later`() throws {
    let rule = EvidenceRule(match: .all, zone: .utc)
    // Five minutes after a check-in: it moved nothing.
    let link = thing("9") {
      $0.kind = .link
      $0.metAt = Cast.start + 300
    }
    let later = try HearingRules.hear(
      .success, facts(thing("7"), others: [thing("8"), link], rule: rule),
      moment: Cast.moment(7_200))
    #expect(!isCheckIn(later))
  }

  @Test func `a failure of a link notifies its owner and raises no alert`() throws {
    let link = thing("9") { $0.kind = .link }
    let decision = try HearingRules.hear(.failure, facts(link), moment: Cast.moment(3_600))
    #expect(decision.notifications.map(\.person) == [Cast.mara.person.id])
    #expect(!isCheckIn(decision) && decision.timeline.isEmpty)
    #expect(
      decision.mutations.allSatisfy {
        switch $0 {
        case .insertAlert, .updateWatch: false
        default: true
        }
      })
  }

  @Test func `a link ends no missed deadline either`() throws {
    let link = thing("9") { $0.kind = .link }
    let decision = try HearingRules.hear(
      .success, facts(link, alarms: ["50"]) { $0.stage = .missed },
      moment: Cast.moment(2 * Self.day))
    #expect(!isCheckIn(decision))
    #expect(decision.timeline.map(\.details.evidence) == [.link])
  }

  @Test
  func `a link used too late or in a pause notifies its owner once an hour that it did nothing`()
    throws
  {
    let late: (inout Watch) -> Void = { $0.stage = .missed }
    let paused: (inout Watch) -> Void = { $0.pausedUntil = Cast.start + 9 * Self.day }
    for (change, words) in [(late, "ends no alert"), (paused, "during a pause")] {
      var (link, told) = (thing("9") { $0.kind = .link }, [Double]())
      for second in [0, 10, 1_800, 3_599, 7_199, 7_210] as [TimeInterval] {
        let decision = try HearingRules.hear(
          .success, facts(link, change: change), moment: Cast.moment(2 * Self.day + second))
        #expect(!isCheckIn(decision))
        link = try #require(stored(decision), "nothing that was held back is a repetition")
        guard !decision.notifications.isEmpty else { continue }
        told.append(second)
        #expect(decision.notifications.map(\.person) == [Cast.mara.person.id])
        #expect(decision.notifications.allSatisfy { $0.message.english.contains(words) })
      }
      #expect(told == [0, 7_199])
    }
  }

  @Test func `a link that was held back checks in as soon as it may, and then repeats itself`()
    throws
  {
    let held = try #require(
      stored(
        try HearingRules.hear(
          .success, facts(thing("9") { $0.kind = .link }) { $0.stage = .missed },
          moment: Cast.moment(3_600))))
    let decision = try HearingRules.hear(.success, facts(held), moment: Cast.moment(3_610))
    #expect(isCheckIn(decision) && decision.notifications.isEmpty)
    let link = try #require(stored(decision))
    #expect(!HearingRules.isNews(.success, of: link, .standard, at: Cast.start + 3_669))
  }

  @Test func `a device that reports too late notifies no one`() throws {
    let decision = try HearingRules.hear(
      .success, facts(thing()) { $0.stage = .missed }, moment: Cast.moment(2 * Self.day))
    #expect(decision.notifications.isEmpty)
    let heard = try #require(stored(decision))
    #expect(!HearingRules.isNews(.success, of: heard, .standard, at: Cast.start + 2 * Self.day + 9))
  }

  @Test func `a sign that comes too late is noted and is no evidence`() throws {
    // The start is 08:00 in UTC.
    let late = try HearingRules.hear(
      .success, facts(thing(before: "09:00")), moment: Cast.moment(3_600))
    #expect(!isCheckIn(late))
    #expect(stored(late)?.succeededAt != nil && stored(late)?.metAt == nil)
    #expect(
      isCheckIn(
        try HearingRules.hear(
          .success, facts(thing(before: "09:00")), moment: Cast.moment(3_599))))
  }

  // MARK: Alarms

  @Test func `after a missed deadline a sign is shown and ends nothing`() throws {
    let decision = try HearingRules.hear(
      .success, facts(thing(), alarms: ["50"]) { $0.stage = .missed },
      moment: Cast.moment(2 * Self.day))
    #expect(!isCheckIn(decision))
    #expect(decision.timeline.map(\.kind) == [.thingHeard])
    #expect(decision.timeline.first?.alert == "50")
    #expect(decision.changes[Cast.theo.person.id]?.contains(.timeline) == true)
    #expect(
      !decision.mutations.contains {
        switch $0 {
        case .endAlert, .updateWatch, .updateEscalation: true
        default: false
        }
      })
  }

  @Test func `while another alarm is on it checks in and ends no alarm`() throws {
    let decision = try HearingRules.hear(
      .success, facts(thing(), alarms: ["50"]), moment: Cast.moment(3_600))
    #expect(isCheckIn(decision))
    #expect(decision.timeline.map(\.kind) == [.checkedIn, .thingHeard])
    #expect(
      !decision.mutations.contains { if case .endAlert = $0 { true } else { false } })
  }

  @Test func `in the grace it still checks in`() throws {
    let decision = try HearingRules.hear(
      .success, facts(thing()) { $0.stage = .alarm }, moment: Cast.moment(Self.day + 60))
    #expect(isCheckIn(decision))
  }

  @Test func `an alarm's timeline has a thing once in ten minutes`() throws {
    let shown = thing { $0.shownAt = Cast.start + 3_600 }
    func kinds(_ seconds: TimeInterval) throws -> [TimelineKind] {
      try HearingRules.hear(
        .success, facts(shown, alarms: ["50"]) { $0.stage = .missed },
        moment: Cast.moment(seconds)
      ).timeline.map(\.kind)
    }
    #expect(try kinds(4_199) == [])
    #expect(try kinds(4_200) == [.thingHeard])
  }

  @Test func `a report changes nothing in a pause, and may be the first check-in`() throws {
    let paused = facts(thing()) { $0.pausedUntil = Cast.start + Self.day }
    #expect(!isCheckIn(try HearingRules.hear(.success, paused, moment: Cast.moment(3_600))))
    let new = facts(thing()) {
      $0.lastCheckIn = nil
      $0.deadline = nil
    }
    let first = try HearingRules.hear(.success, new, moment: Cast.moment(3_600))
    #expect(isCheckIn(first))
    #expect(first.watch?.deadline == Cast.start + 3_600 + Self.day)
  }
}
