import Foundation
import LifeSignalModel
import Testing

/// Mara's alarm, after Theo and Ines have been called.
@Suite struct `Answering an alarm` {
  private static let called = Escalation(
    alert: "50", person: "1", steps: `Calling responders`.plan.steps, rounds: 2, step: 2, calls: 2,
    nextFireAt: Cast.start + 900, gen: 3, told: ["2", "3"])

  private static func held(by id: Person.ID = "2", offeredTo: Person.ID? = nil) -> Escalation {
    var row = called
    row.stage = .held
    row.holder = id
    row.heldSince = Cast.start
    row.offeredTo = offeredTo
    row.nextFireAt = Cast.start + 3_600
    return row
  }

  private func facts(
    _ row: Escalation = called, responders: [Recipient] = [Cast.theo, Cast.ines]
  ) -> EscalationFacts { `Calling responders`.facts(row, responders: responders) }

  private func acknowledge(_ row: Escalation, by id: Person.ID) throws -> Decision {
    try AcknowledgementRules.acknowledge(facts(row), by: id, moment: Cast.moment(60))
  }

  @Test func `the first responder has it: calling stops, and the others learn who has it`() throws {
    let decision = try acknowledge(Self.called, by: "2")
    let row = try #require(decision.escalation)
    #expect(row.holder == "2" && row.stage == .held && row.gen == 4)
    #expect(row.heldSince == Cast.start + 60 && row.nextFireAt == Cast.start + 3_660)
    #expect(decision.told == ["1 alarmTakenForYou", "3 alarmTaken"])
    #expect(
      decision.notifications.map(\.message.english) == [
        "Theo Okafor answered your alert and is on it.",
        "Theo Okafor answered the alert of Mara Lindqvist and is on it.",
      ])
    #expect(decision.changes.keys.sorted() == ["1", "2", "3"])
  }

  @Test func `a second responder joins, and the owner and the first one hear of it`() throws {
    let decision = try acknowledge(Self.held(), by: "3")
    let row = try #require(decision.escalation)
    #expect(row.holder == "2" && row.stage == .held && row.helper("3").isComing)
    #expect(row.nextFireAt == Self.held().nextFireAt, "joining moves nothing")
    #expect(decision.told == ["1 alarmTakenForYou", "2 alarmTaken"])
    #expect(try acknowledge(row, by: "3") == Decision())
    let left = try AcknowledgementRules.release(facts(row), by: "3", moment: Cast.moment(61))
    #expect(left.escalation?.helper("3").isComing == false)
    #expect(left.escalation?.nextFireAt == Self.held().nextFireAt)
    // Both had read that they come.
    #expect(left.told == ["1 alarmReleased", "2 alarmReleased"])
    #expect(
      left.notifications.map(\.message.english) == [
        "Ines Castellano can no longer help with your alert.",
        "Ines Castellano can no longer help with the alert of Mara Lindqvist.",
      ])
  }

  @Test func `Where the last one who was coming stops, the others are contacted at once`() throws {
    var row = Self.called
    row.helpers = [.init(person: "3", isComing: true)]
    row.nextFireAt = Cast.start + 14_400
    let left = try AcknowledgementRules.release(facts(row), by: "3", moment: Cast.moment(60))
    #expect(left.told.first == "1 alarmReleased" && left.told.contains("2 dependentNonResponsive"))
    #expect(
      left.notifications.first?.message.english
        == "Ines Castellano can no longer help with your alert. We are contacting your responders again."
    )
    #expect(try #require(left.escalation?.nextFireAt) < Cast.start + 14_400)
    row.helpers.append(.init(person: "2", isComing: true))
    let other = try AcknowledgementRules.release(facts(row), by: "3", moment: Cast.moment(60))
    #expect(other.told == ["1 alarmReleased"] && other.escalation?.nextFireAt == row.nextFireAt)
  }

  @Test func `Those who are coming read that the one who had it gave it back`() throws {
    var row = Self.held()
    row.helpers = [.init(person: "3", isComing: true)]
    let back = try AcknowledgementRules.release(facts(row), by: "2", moment: Cast.moment(60))
    let words = back.notifications.filter { $0.person == "3" }.map(\.message.english)
    #expect(words == ["Theo Okafor can no longer help with the alert of Mara Lindqvist."])
  }

  @Test func `The owner reads it when their only responder gives the alert back`() throws {
    let decision = try AcknowledgementRules.release(
      facts(Self.held(), responders: [Cast.theo]), by: "2", moment: Cast.moment(60))
    #expect(
      decision.notifications.first?.message.english
        == "Theo Okafor can no longer help with your alert, and you have no other responders. Call for help yourself."
    )
  }

  @Test func `A former holder is not coming, and is contacted when it is given back`() throws {
    for (row, seconds) in [(Self.held(offeredTo: "3"), 60.0), (Self.held(), 900)] {
      let taken = try #require(
        try AcknowledgementRules.acknowledge(
          facts(row), by: "3", moment: Cast.moment(seconds)
        ).escalation)
      #expect(taken.holder == "3" && !taken.helper("2").isComing)
      let back = try AcknowledgementRules.release(
        facts(taken), by: "3", moment: Cast.moment(seconds + 60))
      #expect(back.told.contains("2 dependentNonResponsive"))
    }
  }

  @Test func `Two who take over from each other keep it from the others three hours at most`()
    throws
  {
    var row = Self.held()
    var (seconds, turn) = (0.0, 0)
    while row.holder != nil {
      seconds += 900
      turn += 1
      try #require(seconds <= 4 * 3_600)
      while let due = row.nextFireAt, due <= Cast.start + seconds, row.holder != nil {
        row = try `Calling responders`.fire(row, at: due.timeIntervalSince(Cast.start)).1
      }
      guard row.holder != nil else { break }
      row =
        try AcknowledgementRules.acknowledge(
          facts(row), by: turn.isMultiple(of: 2) ? "2" : "3", moment: Cast.moment(seconds)
        ).escalation ?? row
    }
    #expect(seconds <= 3.5 * 3_600)
  }

  @Test func `after 15 minutes another responder takes over, in the time that is left`() throws {
    func answer(at seconds: TimeInterval) throws -> Escalation? {
      try AcknowledgementRules.acknowledge(
        facts(Self.held()), by: "3", moment: Cast.moment(seconds)
      ).escalation
    }
    #expect(try answer(at: 899)?.holder == "2")
    let row = try #require(try answer(at: 900))
    #expect(row.holder == "3" && !row.helper("2").isComing && !row.helper("3").isComing)
    #expect(row.nextFireAt == Self.held().nextFireAt)
  }

  @Test func `Only a due call tells the owner that no one is on it, not an alert given back`()
    throws
  {
    var row = Self.called
    row.steps = [.init(responders: ["2", "3"])]
    row.rounds = 1
    for turn in 1...4 {
      let taken = try AcknowledgementRules.acknowledge(
        facts(row), by: "2", moment: Cast.moment(Double(turn)))
      row = taken.escalation ?? row
      guard turn < 4 else { break }
      let back = try AcknowledgementRules.release(
        facts(row), by: "2", moment: Cast.moment(Double(turn)))
      #expect(!back.events.contains(.chainExhausted("50")) && back.told.contains("1 alarmReleased"))
      row = try #require(back.escalation)
      #expect(row.stage == .broadcasting && !row.isUnanswered)
    }
    #expect(row.holder == nil && row.helper("2").isComing, "the fourth time they can only join")
    row.helpers = []
    // Ines has had the time of a whole call by then.
    let due = try #require(row.nextFireAt).timeIntervalSince(Cast.start)
    let (later, unanswered) = try `Calling responders`.fire(row, at: due)
    #expect(later.told.first == "1 chainExhausted" && unanswered.isUnanswered)
  }

  @Test func `A holder who does not answer leaves the others time before the owner reads it`()
    throws
  {
    var row = Self.held()
    row.steps = [.init(responders: ["2", "3"])]
    row.rounds = 1
    row.step = 1
    row.stage = .asked
    row.nextFireAt = Cast.start + 4_500
    let (taken, open) = try `Calling responders`.fire(row, at: 4_500)
    #expect(taken.told.contains("1 alarmReleased") && !taken.told.contains("1 chainExhausted"))
    #expect(open.holder == nil && !open.isUnanswered)
    let due = try #require(open.nextFireAt).timeIntervalSince(Cast.start)
    #expect(due > 4_500)
    let (later, unanswered) = try `Calling responders`.fire(open, at: due)
    #expect(later.told.contains("1 chainExhausted") && unanswered.isUnanswered)
  }

  @Test func `the owner can have the others contacted although a responder has the alert`() throws {
    let decision = try AcknowledgementRules.release(
      facts(Self.held()), by: "1", moment: Cast.moment(60))
    let row = try #require(decision.escalation)
    #expect(row.holder == nil && row.isCalling && row.nextFireAt == Cast.start + 660)
    #expect(decision.told == ["3 dependentNonResponsive"], "the one who had it hears nothing")
    #expect(row.helper("2").isComing && !row.isUnanswered)
    let again = try acknowledge(row, by: "2")
    #expect(again == Decision(), "they cannot stop the contacting again")
    #expect(try acknowledge(row, by: "3").escalation?.holder == "3")
    #expect(
      try AcknowledgementRules.release(facts(), by: "1", moment: Cast.moment()) == Decision())
    var silent = facts(Self.held())
    silent.alert.kind = .duress
    #expect(throws: Refusal.alarmNotFound) {
      try AcknowledgementRules.release(silent, by: "1", moment: Cast.moment())
    }
  }

  @Test func `the owner has no one contacted about an alert that is over`() throws {
    var ended = facts(Self.held())
    ended.alert.endedAt = Cast.start + 30
    #expect(throws: Refusal.alarmOver) {
      try AcknowledgementRules.release(ended, by: "1", moment: Cast.moment(60))
    }
  }

  @Test func `an alert is confirmed twice at most, and then the others are contacted too`() throws {
    var row = Self.held()
    for round in 1...2 {
      row = try `Calling responders`.fire(row, at: Double(round) * 3_600).1
      #expect(row.stage == .asked)
      row = try #require(
        try AcknowledgementRules.acknowledge(
          facts(row), by: "2", moment: Cast.moment(Double(round) * 3_600)
        ).escalation)
      #expect(row.stage == .held)
    }
    let (decision, next) = try `Calling responders`.fire(row, at: 10_800)
    #expect(next.holder == nil && next.isCalling && !next.helper("2").mayHold)
    #expect(decision.told == ["1 alarmReleased", "3 dependentNonResponsive"])
    #expect(try acknowledge(next, by: "2") == Decision())
  }

  @Test func `the owner cannot have the only responder contacted about their own wish`() throws {
    func press(_ row: Escalation, _ responders: [Recipient]) throws -> Decision {
      try AcknowledgementRules.release(
        facts(row, responders: responders), by: "1", moment: Cast.moment(60))
    }
    #expect(try press(Self.held(), [Cast.theo]) == Decision())
    var joined = Self.held()
    joined.helpers = [.init(person: "3", isComing: true)]
    #expect(try press(joined, [Cast.theo, Cast.ines]) == Decision(), "everyone has answered")
    #expect(try press(Self.held(), [Cast.theo, Cast.ines]).told == ["3 dependentNonResponsive"])
  }

  @Test(arguments: [nil, Cast.start])
  func `the one who was overruled gets no call after the plan has run out either`(
    exhaustedAt: Date?
  ) throws {
    var row = Self.held()
    row.steps = []
    row.exhaustedAt = exhaustedAt
    let decision = try AcknowledgementRules.release(
      facts(row), by: "1", moment: Cast.moment(60))
    #expect(decision.told == ["3 dependentNonResponsive"])
    #expect(
      decision.deliveries.map(\.body) == [
        "Mara Lindqvist still needs someone. Please answer. Call: +15550100001."
      ])
    let next = try #require(decision.escalation)
    #expect(next.stage == .broadcasting && !next.isUnanswered)
    let due = try #require(next.nextFireAt).timeIntervalSince(Cast.start)
    let (later, _) = try `Calling responders`.fire(next, at: due)
    let notice = exhaustedAt == nil ? ["1 chainExhausted"] : []
    #expect(later.told == notice + ["3 dependentNonResponsive"])
  }

  @Test func `the only responder is asked as long as they answer, and no other is promised`() throws
  {
    var row = Self.held()
    row.helpers = [.init(person: "2", renewals: EscalationRules.mostRenewals)]
    let (asking, asked) = try `Calling responders`.fire(row, at: 3_600, responders: [Cast.theo])
    #expect(asking.told == ["2 alarmStillYours"] && asked.stage == .asked && asked.holder == "2")
    let words = try #require(asking.notifications.first?.message.english)
    #expect(
      words == "The alert of Mara Lindqvist is still on. Please confirm that you’re still on it.")
    // Without an answer they are contacted like every other responder.
    let (calling, next) = try `Calling responders`.fire(asked, at: 4_500, responders: [Cast.theo])
    #expect(calling.told == ["1 alarmReleased", "2 dependentNonResponsive"])
    #expect(next.holder == nil && next.nextFireAt != nil)
    // As soon as there is another responder, that one is contacted too.
    let (both, _) = try `Calling responders`.fire(row, at: 3_600)
    #expect(both.told == ["1 alarmReleased", "3 dependentNonResponsive"])
  }

  @Test
  func `when everyone is coming they are reminded, and no message says that no one has answered`()
    throws
  {
    var row = Self.called
    row.stage = .broadcasting
    row.step = 1
    row.nextFireAt = Cast.start
    row.helpers = [
      .init(person: "2", isComing: true, mayHold: false), .init(person: "3", isComing: true),
    ]
    let (decision, next) = try `Calling responders`.fire(row, at: 0)
    #expect(decision.told == ["2 alarmStillYours", "3 alarmStillYours"])
    #expect(decision.deliveries.allSatisfy { !$0.body.contains("No one is on it") })
    #expect(next.nextFireAt != nil && next.exhaustedAt == nil)
    #expect(!decision.events.contains(.chainExhausted(row.alert)))
  }

  @Test func `an owner whose last responder leaves hears that no one is contacted`() throws {
    let (mine, theirs) = Cast.relation(Cast.mara, Cast.theo)
    let decision = RelationRules.end(
      RelationFacts(
        me: Cast.mara, other: Cast.theo, relation: mine, mirror: theirs,
        alarms: [facts(Self.held(), responders: [Cast.theo])]), moment: Cast.moment(60))
    let notice = try #require(decision.notifications.first { $0.event == .alarmReleased })
    #expect(notice.message.english.hasSuffix("you have no responders. Call for help yourself."))
  }

  @Test func `taking an offer back does not prolong an alert`() throws {
    let row = try #require(try acknowledge(Self.held(offeredTo: "3"), by: "2").escalation)
    #expect(row.offeredTo == nil && row.nextFireAt == Self.held().nextFireAt)
  }

  @Test func `a responder who has given an alert back three times cannot take it again`() throws {
    var row = Self.called
    for turn in 1...3 {
      row = try #require(try acknowledge(row, by: "2").escalation)
      #expect(row.holder == "2", "turn \(turn)")
      row = try #require(
        try AcknowledgementRules.release(facts(row), by: "2", moment: Cast.moment(60)).escalation)
    }
    let decision = try acknowledge(row, by: "2")
    #expect(decision.escalation?.holder == nil && decision.escalation?.helper("2").isComing == true)
    #expect(decision.deliveries.isEmpty)
  }

  @Test func `passing an alert to and fro costs three texts, and push messages from then on`()
    throws
  {
    var ines = Cast.ines
    ines.channels.append(
      Channel(id: "39", person: "3", kind: .webPush, address: "push", createdAt: Cast.start))
    var row = Self.held()
    var kinds: [[ChannelKind]] = []
    for _ in 1...4 {
      row.offeredTo = nil
      let decision = try AcknowledgementRules.handOver(
        facts(row, responders: [Cast.theo, ines]), to: "3", by: "2", moment: Cast.moment(60))
      row = try #require(decision.escalation)
      kinds.append(decision.deliveries.map(\.kind))
    }
    #expect(kinds[2] == [.webPush, .sms] && kinds[3] == [.webPush])
  }

  @Test func `pressed twice is pressed once`() throws {
    #expect(try acknowledge(Self.held(), by: "2") == Decision())
  }

  @Test func `no one answers their own alert, one hidden from them, or one that is over`() throws {
    #expect(throws: Refusal.ownAlarm) { try acknowledge(Self.called, by: "1") }
    #expect(throws: Refusal.alarmNotFound) { try acknowledge(Self.called, by: "9") }
    #expect(throws: Refusal.alarmNotFound) {
      try AcknowledgementRules.acknowledge(nil, by: "2", moment: Cast.moment())
    }
    var over = facts()
    over.alert.endedAt = Cast.start
    for act in [
      { try AcknowledgementRules.acknowledge(over, by: "2", moment: Cast.moment()) },
      { try AcknowledgementRules.release(over, by: "2", moment: Cast.moment()) },
      { try AcknowledgementRules.handOver(over, to: "3", by: "2", moment: Cast.moment()) },
    ] {
      #expect(throws: Refusal.alarmOver) { _ = try act() }
    }
  }

  @Test func `given back, the others are called at once`() throws {
    let decision = try AcknowledgementRules.release(
      facts(Self.held()), by: "2", moment: Cast.moment(60))
    let row = try #require(decision.escalation)
    #expect(row.holder == nil && row.heldSince == nil && row.stage == .calling)
    #expect(decision.told == ["1 alarmReleased", "2 dependentNonResponsive"])
    #expect(row.round == 2 && row.nextFireAt == Cast.start + 360)
    #expect(throws: Refusal.alarmNotYours) {
      try AcknowledgementRules.release(facts(Self.held()), by: "3", moment: Cast.moment())
    }
  }

  @Test func `handed over it stays with the one who has it until the other takes it`() throws {
    let offered = try #require(
      try AcknowledgementRules.handOver(
        facts(Self.held()), to: "3", by: "2", moment: Cast.moment(60)
      ).escalation)
    #expect(offered.holder == "2" && offered.offeredTo == "3")
    let decision = try acknowledge(offered, by: "3")
    #expect(decision.escalation?.holder == "3" && decision.escalation?.offeredTo == nil)
    #expect(decision.told == ["1 alarmTakenForYou", "2 alarmTaken"])
    #expect(
      try AcknowledgementRules.handOver(
        facts(offered), to: "3", by: "2", moment: Cast.moment()) == Decision())
  }

  @Test(arguments: [
    ("3", "2", Refusal.alarmNotYours), ("2", "2", .notTheirResponder),
    ("2", "9", .notTheirResponder), ("2", "1", .notTheirResponder),
  ])
  func `only the responder who has it hands it over, and only to another responder`(
    _ me: Person.ID, _ other: Person.ID, _ refusal: Refusal
  ) {
    #expect(throws: refusal) {
      try AcknowledgementRules.handOver(
        facts(Self.held()), to: other, by: me, moment: Cast.moment())
    }
  }

  @Test
  func `after an hour the responder who has it is asked, and without an answer calling resumes`()
    throws
  {
    let (asking, asked) = try `Calling responders`.fire(Self.held(), at: 3_600)
    #expect(asking.told == ["2 alarmStillYours"])
    #expect(asked.stage == .asked && asked.nextFireAt == Cast.start + 4_500)
    let again = try acknowledge(asked, by: "2")
    #expect(again.escalation?.stage == .held && again.told.isEmpty)
    #expect(again.escalation?.heldSince == Cast.start)
    let (calling, row) = try `Calling responders`.fire(asked, at: 4_500)
    #expect(row.holder == nil && row.stage == .calling)
    #expect(calling.told == ["1 alarmReleased", "2 dependentNonResponsive"])
  }

  @Test func `everyone who was called learns of the end, and always the responder who has it`() {
    var theo = Cast.theo
    theo.relation = Cast.relation(Cast.theo, Cast.mara, isDependent: true).mine
    theo.relation?.notifyOnCheckIn = false
    let late = Cast.recipient("4", "Late", "Comer")
    let decision = CheckInRules.checkIn(
      Cast.facts(Cast.missedWatch()) {
        $0.responders = [theo, Cast.ines, late]
        $0.missedAlert = Alert(
          id: "50", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start)
        $0.escalation = Self.held()
      }, clientKey: nil, at: nil, moment: Cast.moment(90_000))
    #expect(
      decision.told == ["1 checkInCompleted", "2 dependentRecovered", "3 dependentRecovered"])
    #expect(decision.escalation?.isOpen == false)
  }

  @Test func `a former responder no longer has the alert`() throws {
    let (mine, theirs) = Cast.relation(Cast.mara, Cast.theo)
    let decision = RelationRules.end(
      RelationFacts(
        me: Cast.mara, other: Cast.theo, relation: mine, mirror: theirs,
        alarms: [facts(Self.held())]), moment: Cast.moment(60))
    let row = try #require(decision.escalation)
    #expect(row.holder == nil && row.nextFireAt != nil)
    #expect(decision.told.contains("3 dependentNonResponsive"))
    #expect(!decision.told.contains("2 dependentNonResponsive"))
  }
}
