import Foundation
import LifeSignalModel
import Testing

@Suite struct OwnSideRulesTests {
  private func facts(_ status: RelationStatus = .accepted) -> RelationFacts {
    let both = Cast.relation(Cast.mara, Cast.theo, isDependent: true, status: status)
    return RelationFacts(
      me: Cast.mara, other: Cast.theo, relation: both.mine, mirror: both.theirs)
  }

  private func sides(_ decision: Decision) -> (mine: Relation, theirs: Relation)? {
    guard case .updateRelation(let mine, let theirs) = decision.mutations.first else { return nil }
    return (mine, theirs)
  }

  @Test func `nickname and notes are the owner's alone`() throws {
    let decision = try OwnSideRules.setPrivateFields(
      facts(), nickname: "  Doc ", notes: "Lives upstairs.", moment: Cast.moment(5))
    let both = try #require(sides(decision))
    #expect(both.mine.nickname == "Doc")
    #expect(both.mine.notes == "Lives upstairs.")
    #expect(both.theirs == facts().mirror)
    #expect(decision.changes == ["1": .contacts])
    #expect(decision.notifications.isEmpty)
  }

  @Test func `blank removes, the same again changes nothing, too long is refused`() throws {
    var known = facts()
    known.relation?.nickname = "Doc"
    let blank = try OwnSideRules.setPrivateFields(
      known, nickname: " \n", notes: nil, moment: Cast.moment())
    #expect(sides(blank)?.mine.nickname == nil)
    let same = try OwnSideRules.setPrivateFields(
      known, nickname: "Doc", notes: "", moment: Cast.moment())
    #expect(same.mutations.isEmpty)
    #expect(throws: Refusal.nicknameTooLong) {
      try OwnSideRules.setPrivateFields(
        facts(), nickname: String(repeating: "x", count: 81), notes: nil, moment: Cast.moment())
    }
    #expect(throws: Refusal.notesTooLong) {
      try OwnSideRules.setPrivateFields(
        facts(), nickname: nil, notes: String(repeating: "x", count: 2_001),
        moment: Cast.moment())
    }
  }

  @Test func `switches are the owner's alone and need an accepted relation`() throws {
    let wanted = ContactSwitches(
      sendPings: false, receivePings: false, notifyOnCheckIn: false, notifyOnExpiry: false)
    let decision = try OwnSideRules.setSwitches(facts(), wanted, moment: Cast.moment())
    let both = try #require(sides(decision))
    #expect(!both.mine.sendPings && !both.mine.receivePings)
    #expect(!both.mine.notifyOnCheckIn && !both.mine.notifyOnExpiry)
    #expect(both.theirs == facts().mirror)
    #expect(throws: Refusal.notAccepted) {
      try OwnSideRules.setSwitches(facts(.requestedByMe), wanted, moment: Cast.moment())
    }
    #expect(throws: Refusal.contactNotFound) {
      try OwnSideRules.setSwitches(
        RelationFacts(me: Cast.mara, other: nil), wanted, moment: Cast.moment())
    }
  }

  /// Each switch of each side, and what it does to a ping of mine.
  @Test(
    arguments: [
      (true, true, nil), (false, true, Refusal.pingsSwitchedOff),
      (true, false, Refusal.pingsNotAccepted), (false, false, Refusal.pingsNotAccepted),
    ] as [(Bool, Bool, Refusal?)])
  func `pings pass only where both sides let them`(
    send: Bool, receive: Bool, refusal: Refusal?
  ) throws {
    var both = Cast.relation(Cast.theo, Cast.mara, isResponder: false, isDependent: true)
    both.mine.sendPings = send
    both.theirs.receivePings = receive
    let pair = PingPair(
      sender: Cast.theo, recipient: Cast.mara, relation: both.mine, mirror: both.theirs)
    if let refusal {
      #expect(throws: refusal) { try PingRules.ping(pair, moment: Cast.moment()) }
    } else {
      #expect(try PingRules.ping(pair, moment: Cast.moment()).activities.count == 1)
    }
  }

  @Test(arguments: [true, false])
  func `the notice of a missed check-in is the responder's own switch`(isOn: Bool) throws {
    var theo = Cast.theo
    theo.relation = Cast.relation(Cast.mara, Cast.theo).theirs
    theo.relation?.notifyOnExpiry = isOn
    theo.relation?.notifyOnCheckIn = isOn
    let watch = Cast.watch()
    let due = Watch(
      person: "1", lastCheckIn: watch.lastCheckIn, deadline: watch.deadline, stage: .alarm,
      nextFireAt: Cast.start + 87_000, gen: 1)
    let alarm = DeadlineRules.fire(
      due, Cast.facts(due) { $0.responders = [theo, Cast.ines] }, courtesy: Courtesy(),
      moment: Cast.moment(87_000))
    #expect(alarm.told.contains("2 dependentNonResponsive") == isOn)
    let missed = Alert(id: "8", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start)
    let back = CheckInRules.checkIn(
      Cast.facts(Cast.missedWatch()) {
        $0.missedAlert = missed
        $0.responders = [theo]
      }, clientKey: nil, at: nil, moment: Cast.moment(90_000))
    #expect(back.told.contains("2 dependentRecovered") == isOn)
    // By hand always.
    let raised = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [theo]), moment: Cast.moment())
    #expect(raised.told.contains("2 dependentAlertActivated"))
  }
}
