import Foundation
import LifeSignalModel
import Testing

/// Mara only watches over others at first.
@Suite struct CountdownRulesTests {
  private static let day: TimeInterval = 86_400
  private let idle = Watch(person: "1")

  /// - Parameter relation: Mara's side first.
  private func facts(
    _ relation: (mine: Relation, theirs: Relation), responders: Int = 0, watch: Watch? = nil
  ) -> RelationFacts {
    var facts = RelationFacts(
      me: Cast.mara, other: Cast.theo, relation: relation.mine, mirror: relation.theirs)
    facts.myResponders = responders
    facts.myWatch = watch ?? idle
    facts.theirWatch = Watch(person: "2")
    return facts
  }

  /// The same facts as Theo sees them.
  private func mirrored(_ facts: RelationFacts) -> RelationFacts {
    var other = RelationFacts(
      me: Cast.theo, other: Cast.mara, relation: facts.mirror, mirror: facts.relation)
    (other.myWatch, other.theirWatch) = (facts.theirWatch, facts.myWatch)
    (other.myResponders, other.theirResponders) = (facts.theirResponders, facts.myResponders)
    return other
  }

  private func watches(_ decision: Decision) -> [Watch] {
    decision.mutations.compactMap {
      if case .updateWatch(let watch, from: _) = $0 { watch } else { nil }
    }
  }

  @Test func `the first responder starts the countdown, whichever side accepts`() throws {
    let offered = facts(Cast.relation(Cast.mara, Cast.theo, status: .requestedByThem))
    let asked = mirrored(facts(Cast.relation(Cast.mara, Cast.theo, status: .requestedByMe)))
    for facts in [offered, asked] {
      let decision = try RelationRules.accept(facts, moment: Cast.moment(60))
      let watch = try #require(watches(decision).first)
      #expect(watches(decision).count == 1, "Theo gets no responder")
      #expect(watch.person == "1" && watch.lastCheckIn == nil)
      #expect(watch.resumedAt == Cast.start + 60)
      #expect(watch.deadline == Cast.start + 60 + Self.day)
      #expect(watch.nextFireAt == Cast.start + 60 + Self.day - 7_200)
      #expect(decision.changes["1"]?.contains(.user) == true)
      #expect(decision.timeline.map(\.kind).contains(.countdownStarted))
      let notice = try #require(decision.notifications.first { $0.event == .countdownStarted })
      #expect(notice.person == "1")
      #expect(
        notice.message.english
          == "Theo Okafor watches over you now. Your next check-in is due in 1 day.")
      #expect(decision.deliveries.contains { $0.notification == notice.id })
    }
  }

  @Test func `agreeing to be a responder of a contact starts their countdown`() throws {
    var relation = Cast.relation(Cast.mara, Cast.theo, isResponder: false, isDependent: true)
    relation.mine.responderRequest = .requestedByMe
    relation.theirs.responderRequest = .requestedByThem
    let decision = try RelationRules.accept(
      mirrored(facts(relation)), moment: Cast.moment(60))
    #expect(watches(decision).map(\.person) == ["1"])
    #expect(watches(decision).first?.deadline == Cast.start + 60 + Self.day)
  }

  @Test func `two people who accept each other both begin`() throws {
    let both = Cast.relation(
      Cast.mara, Cast.theo, isResponder: true, isDependent: true, status: .requestedByThem)
    let decision = try RelationRules.accept(facts(both), moment: Cast.moment())
    #expect(watches(decision).map(\.person) == ["1", "2"])
  }

  @Test func `another responder, or a countdown that runs, changes nothing`() throws {
    let relation = Cast.relation(Cast.mara, Cast.theo, status: .requestedByThem)
    for facts in [facts(relation, responders: 1), facts(relation, watch: Cast.watch())] {
      let decision = try RelationRules.accept(facts, moment: Cast.moment())
      #expect(watches(decision).isEmpty)
      #expect(!decision.notifications.contains { $0.event == .countdownStarted })
    }
  }

  @Test func `the first check-in begins the countdown, one that waited too long begins it now`() {
    let first = CheckInRules.checkIn(
      Cast.facts(idle), clientKey: nil, at: nil, moment: Cast.moment(60)
    ).decision
    #expect(first.watch?.deadline == Cast.start + 60 + Self.day)
    #expect(first.watch?.resumedAt == nil)
    let late = CheckInRules.checkIn(
      Cast.facts(idle), clientKey: "a", at: Cast.start, moment: Cast.moment(3 * Self.day)
    ).decision
    #expect(late.watch?.lastCheckIn == Cast.start)
    #expect(late.watch?.resumedAt == Cast.start + 3 * Self.day)
    #expect(late.watch?.deadline == Cast.start + 4 * Self.day)
    #expect(late.watch?.stage == .twoHourReminder)
  }

  @Test func `a check-in made before the present countdown takes nothing of its time`() {
    let hour: TimeInterval = 3_600
    let facts = Cast.facts {
      $0.watch.interval = 2 * hour
      $0.watch.lastCheckIn = Cast.start - hour
      $0.watch.resumedAt = Cast.start + 3 * hour
      $0.watch.deadline = Cast.start + 5 * hour
    }
    let watch = CheckInRules.checkIn(
      facts, clientKey: nil, at: Cast.start, moment: Cast.moment(3 * hour + 600)
    ).decision.watch
    #expect(watch?.lastCheckIn == Cast.start)
    #expect(watch?.deadline == Cast.start + 5 * hour)
    #expect(watch?.resumedAt == Cast.start + 3 * hour)
  }

  @Test func `a person goes back to watching over others only, with re-authentication`() throws {
    let facts = Cast.facts { $0.responders = [Cast.theo, Cast.ines] }
    let decision = try CountdownRules.stop(facts, things: [], moment: Cast.moment(60))
    let watch = try #require(decision.watch)
    #expect(!watch.hasCountdown && watch.nextFireAt == nil && watch.countdownStart == nil)
    #expect(watch.gen == 2)
    #expect(decision.demands == [.proof])
    #expect(decision.told == ["1 countdownStopped", "2 dependentStopped", "3 dependentStopped"])
    #expect(decision.changes["2"]?.contains(.contacts) == true)
    #expect(
      decision.notifications.last?.message.english
        == "Mara Lindqvist doesn’t check in any more. We’ll contact you only if they call for help."
    )
    #expect(
      try CountdownRules.stop(Cast.facts(idle), things: [], moment: Cast.moment()) == Decision())
  }

  @Test func `no one stops an alert, or a check-in that is due, by stopping the countdown`() {
    let alert = Cast.facts { $0.hasOtherAlarm = true }
    #expect(throws: Refusal.endAlertFirst) {
      try CountdownRules.stop(alert, things: [], moment: Cast.moment())
    }
    for facts in [Cast.facts(), Cast.facts(Cast.missedWatch())] {
      #expect(throws: Refusal.checkInFirst) {
        try CountdownRules.stop(facts, things: [], moment: Cast.moment(Self.day))
      }
    }
  }

  @Test func `stopping ends a pause, and devices no longer check in`() throws {
    var paused = Cast.watch()
    (paused.pausedAt, paused.pausedUntil) = (Cast.start, Cast.start + 5 * Self.day)
    let kettle = Thing(
      id: "70", person: "1", name: "Kettle", kind: .plug, tokenHash: Data(), createdAt: Cast.start)
    let link = Thing(
      id: "71", person: "1", name: "Link", kind: .link, tokenHash: Data(), createdAt: Cast.start)
    let decision = try CountdownRules.stop(
      Cast.facts(paused), things: [kettle, link], moment: Cast.moment(Self.day))
    #expect(decision.watch?.isPaused == false)
    let ends = decision.mutations.compactMap {
      if case .updatePause(let pause) = $0 { pause.until } else { nil }
    }
    #expect(ends == [Cast.start + Self.day])
    let changed = decision.mutations.compactMap {
      if case .updateThing(let thing, from: _) = $0 { thing } else { nil }
    }
    #expect(changed.map(\.id) == ["70"])
    #expect(changed.allSatisfy { !$0.counts })
  }

  @Test func `the check-in after it begins a countdown, and the responders read that`() {
    let facts = Cast.facts(idle) { $0.responders = [Cast.theo] }
    let decision = CheckInRules.checkIn(
      facts, clientKey: nil, at: nil, moment: Cast.moment(60)
    ).decision
    #expect(decision.told == ["1 checkInCompleted", "2 dependentResumed"])
  }
}
