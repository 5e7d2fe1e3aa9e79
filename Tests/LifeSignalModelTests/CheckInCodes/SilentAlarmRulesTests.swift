import Foundation
import LifeSignalModel
import Testing

/// Mara has chosen Theo; Ines is never to be told.
@Suite struct `A silent alarm` {
  private static let sheet = CheckInSheet(
    id: "60", person: "1", createdAt: Cast.start, silentGroup: 2, told: ["2"], kept: ["3"])

  private static func code(_ group: Int = 2, due: TimeInterval? = 0) -> CheckInCode {
    CheckInCode(
      id: "70", sheet: "60", person: "1", hash: Data([1]), group: group, usedAt: Cast.start,
      dueAt: due.map { Cast.start + $0 })
  }

  private func settle(
    _ code: CheckInCode = code(), _ change: (inout SettlingFacts) -> Void = { _ in }
  ) throws -> Decision {
    var facts = SettlingFacts(
      code: code, sheet: Self.sheet, me: Cast.mara, responders: [Cast.theo, Cast.ines])
    change(&facts)
    return SilentAlarmRules.settle(
      Self.code(code.group), facts, moment: Cast.moment(1))
  }

  private func isSeen(by person: Person.ID, _ decision: Decision) -> Bool {
    decision.changes[person] != nil || decision.notifications.contains { $0.person == person }
      || decision.deliveries.contains { $0.person == person }
  }

  @Test(arguments: [0, 1, 3, 4])
  func `a code of any other group is only settled`(group: Int) throws {
    #expect(
      try settle(Self.code(group)) == Decision(mutations: [.settleCheckInCode("70")]))
  }

  @Test func `a duress code calls only the responders its person has chosen`() throws {
    let decision = try settle()
    #expect(decision.told == ["2 dependentDuress"])
    #expect(isSeen(by: "2", decision))
    #expect(!isSeen(by: "3", decision))
    #expect(!isSeen(by: "1", decision))
  }

  @Test func `its message says what it is, and what not to do`() throws {
    let body = try #require(try settle().deliveries.first?.body)
    #expect(body.contains("under duress") && body.contains("Do not call"))
    #expect(try settle().deliveries.first?.priority == .alert)
  }

  @Test func `the alarm and its calling are written with it`() throws {
    let decision = try settle()
    let alert = decision.mutations.lazy.compactMap {
      if case .insertAlert(let alert) = $0 { alert } else { nil }
    }.first
    #expect(alert?.kind == .duress && alert?.startedAt == Cast.start && alert?.gen == 70)
    let row = decision.mutations.lazy.compactMap {
      if case .insertEscalation(let row) = $0 { row } else { nil }
    }.first
    #expect(row?.audience == ["2"] && row?.nextFireAt != nil)
  }

  @Test func `when no chosen responder is left, it calls those who were not left out`() throws {
    let other = Cast.recipient("4", "Noor", "Haddad")
    let decision = try settle { $0.responders = [Cast.ines, other] }
    #expect(decision.told == ["4 dependentDuress"])
  }

  @Test func `a second call while it is on is entered, and raises no other`() throws {
    let open = Alert(id: "50", person: "1", kind: .duress, gen: 69, startedAt: Cast.start)
    let decision = try settle { $0.open = open }
    // Its calling is lost, so it is made again for those who may know, and right now.
    let steps = EscalationPlan.everybody.resolved(for: ["2"])
    #expect(
      decision.mutations == [
        .settleCheckInCode("70"),
        .requeueEscalation("50", steps: steps, at: Cast.moment(1).now.storable),
      ])
    #expect(decision.timeline.map(\.alert) == ["50"])
    #expect(!isSeen(by: "1", decision))
  }

  /// Noor is coming; Theo may have the alert.
  private static func calling(holder: Person.ID?) -> Escalation {
    Escalation(
      alert: "50", person: "1", steps: [.init(responders: holder == nil ? ["4"] : ["2", "4"])],
      stage: holder == nil ? .broadcasting : .held, step: 2, calls: 3,
      nextFireAt: Cast.start + 3_600, gen: 7, told: ["4"], holder: holder,
      heldSince: holder == nil ? nil : Cast.start,
      exhaustedAt: holder == nil ? Cast.start : nil,
      helpers: [.init(person: "4", isComing: true)])
  }

  private func settleAgain(_ old: Escalation) throws -> (decision: Decision, next: Escalation) {
    let decision = try settle {
      $0.open = Alert(id: "50", person: "1", kind: .duress, gen: 69, startedAt: Cast.start)
      $0.calling = old
      $0.responders = [Cast.theo, Cast.recipient("4", "Noor", "Haddad"), Cast.ines]
    }
    #expect(!isSeen(by: "1", decision) && !isSeen(by: "3", decision))
    let next = decision.mutations.compactMap { mutation -> Escalation? in
      if case .updateEscalation(let next, from: old) = mutation { next } else { nil }
    }.first
    return (decision, try #require(next))
  }

  @Test(arguments: [nil, "2"] as [Person.ID?])
  func `A second code calls everyone who may know of the alert again, and those chosen since`(
    holder: Person.ID?
  ) throws {
    let (decision, next) = try settleAgain(Self.calling(holder: holder))
    #expect(decision.told == ["2 dependentDuress", "4 dependentDuress"])
    for delivery in decision.deliveries {
      #expect(delivery.body.contains("again, with another code. Do not call or text them."))
      #expect(delivery.priority == .alert && delivery.isOfAnotherDuressCode)
      #expect(delivery.premise == .call("1", "50") && delivery.possibleAnswer == .alarm)
    }
    #expect(decision.deliveries.count == 2)
    let first = try settle().deliveries
    #expect(first.allSatisfy { !$0.isOfAnotherDuressCode })
    #expect(
      Set(decision.deliveries.map(\.dedupeKey)).isDisjoint(with: first.map(\.dedupeKey)))
    #expect(next.audience == ["2", "4"] && next.told == ["4", "2"] && next.gen == 8)
  }

  @Test func `A second code leaves the alert with its holder, who is soon asked about it`() throws {
    let old = Self.calling(holder: "2")
    let next = try settleAgain(old).next
    #expect(next.holder == "2" && next.heldSince == old.heldSince && next.stage == .held)
    #expect(next.helpers == old.helpers)
    #expect(next.nextFireAt == Cast.moment(1 + EscalationRules.answering).now.storable)
  }

  @Test func `A second code starts the steps of an alert without a holder again`() throws {
    let old = Self.calling(holder: nil)
    let next = try settleAgain(old).next
    #expect(next.stage == .calling && next.exhaustedAt == nil && next.helpers == old.helpers)
    #expect(next.nextFireAt == Cast.moment(301).now.storable)
  }

  @Test func `No later call claims that no one has answered while a responder is coming`() throws {
    var facts = Self.facts(holder: nil)
    facts.escalation.helpers = [.init(person: "4", isComing: true)]
    let decision = EscalationRules.fire(
      facts.escalation, facts, moment: Cast.moment(60))
    #expect(
      decision.deliveries.map(\.body) == [
        "The duress alert of Mara Lindqvist is still on. Do not call or text them. Please answer."
      ])
  }

  @Test func `a code that is no longer due, or that another loop has settled, does nothing`()
    throws
  {
    #expect(try settle(Self.code(due: nil)) == Decision(.unchanged))
    #expect(try settle(Self.code(due: 5)) == Decision(.unchanged))
    #expect(
      SilentAlarmRules.settle(Self.code(), nil, moment: Cast.moment(1))
        == Decision(.unchanged))
  }

  @Test func `only the watch settles`() {
    #expect(throws: Refusal.notAllowed) { try SettleCheckInCode.Asker(.person("1")) }
  }

  // MARK: While it is on

  private static func facts(
    holder: Person.ID? = "2", _ kind: Alert.Kind = .duress
  ) -> EscalationFacts {
    var row = Escalation(
      alert: "50", person: "1", steps: [.init(responders: ["2", "4"])], stage: .broadcasting,
      calls: 1, nextFireAt: Cast.start, gen: 3, told: ["2", "4"])
    row.holder = holder
    if holder != nil { row.stage = .held }
    return EscalationFacts(
      alert: Alert(id: "50", person: "1", kind: kind, gen: 70, startedAt: Cast.start),
      me: Cast.mara, escalation: row,
      responders: [Cast.theo, Cast.recipient("4", "Noor", "Haddad")], peers: ["2", "3", "4"])
  }

  @Test func `nothing that happens in it reaches its person or responders who were left out`()
    throws
  {
    let moment = Cast.moment(60)
    let free = Self.facts(holder: nil)
    let held = Self.facts()
    var asked = held
    asked.escalation.stage = .asked
    for decision in [
      try AcknowledgementRules.acknowledge(free, by: "2", moment: moment),
      try AcknowledgementRules.release(held, by: "2", moment: moment),
      try AcknowledgementRules.handOver(held, to: "4", by: "2", moment: moment),
      EscalationRules.fire(free.escalation, free, moment: moment),
      EscalationRules.fire(held.escalation, held, moment: moment),
      EscalationRules.fire(asked.escalation, asked, moment: moment),
      try SilentAlarmRules.end(held, by: "2", moment: moment),
    ] {
      #expect(!decision.mutations.isEmpty)
      #expect(!isSeen(by: "1", decision))
      #expect(!isSeen(by: "3", decision))
    }
  }

  @Test func `an alarm of another kind still tells its person who has it`() throws {
    let decision = try AcknowledgementRules.acknowledge(
      Self.facts(holder: nil, .manual), by: "2", moment: Cast.moment(60))
    #expect(isSeen(by: "1", decision))
  }

  @Test func `called again, it still says not to call`() throws {
    let free = Self.facts(holder: nil)
    let decision = EscalationRules.fire(
      free.escalation, free, moment: Cast.moment(60))
    #expect(decision.deliveries.count == 2)
    #expect(decision.deliveries.allSatisfy { $0.body.contains("Do not call") })
  }

  @Test func `Every message to a responder while it is on says not to call or text`() throws {
    var (held, coming) = (Self.facts(), Self.facts(holder: nil))
    coming.escalation.helpers = coming.responders.map {
      .init(person: $0.person.id, isComing: true)
    }
    held.escalation.nextFireAt = Cast.start
    let moment = Cast.moment(60)
    for decision in [
      try AcknowledgementRules.acknowledge(Self.facts(holder: nil), by: "2", moment: moment),
      try AcknowledgementRules.acknowledge(held, by: "4", moment: moment),
      try AcknowledgementRules.handOver(held, to: "4", by: "2", moment: moment),
      EscalationRules.fire(held.escalation, held, moment: moment),
      EscalationRules.fire(coming.escalation, coming, moment: moment),
    ] {
      #expect(!decision.deliveries.isEmpty)
      for delivery in decision.deliveries {
        #expect(delivery.body.contains("Do not call or text"), "\(delivery.body)")
      }
    }
  }

  // MARK: Its end

  @Test func `the responder who has it ends it, and the others who were called are notified`()
    throws
  {
    let decision = try SilentAlarmRules.end(Self.facts(), by: "2", moment: Cast.moment(60))
    #expect(
      decision.mutations.contains(
        .endAlert("50", at: Cast.start + 60, reason: .endedByResponder)))
    #expect(decision.told == ["4 alarmOver"])
  }

  @Test(
    arguments: [
      ("4", Refusal.alarmNotYours), ("3", .alarmNotFound), ("1", .alarmNotFound),
    ] as [(Person.ID, Refusal)])
  func `no one else ends it, least of all its person`(who: Person.ID, refusal: Refusal) {
    #expect(throws: refusal) {
      try SilentAlarmRules.end(Self.facts(), by: who, moment: Cast.moment(60))
    }
  }

  @Test func `alarms of other kinds are ended by their person alone`() {
    #expect(throws: Refusal.alarmNotFound) {
      try SilentAlarmRules.end(Self.facts(holder: "2", .manual), by: "2", moment: Cast.moment(60))
    }
  }

  @Test func `one that is over is not ended again`() {
    var over = Self.facts()
    over.alert.endedAt = Cast.start
    over.alert.endReason = .endedByResponder
    #expect(throws: Refusal.alarmOver) {
      try SilentAlarmRules.end(over, by: "2", moment: Cast.moment(60))
    }
  }

  @Test func `the auditor never tells its person`() throws {
    let facts = RepairFacts(
      me: Cast.mara,
      alert: Alert(id: "50", person: "1", kind: .duress, gen: 70, startedAt: Cast.start),
      responders: [Cast.theo])
    let decision = RepairRules.repair(
      AuditFinding(.alarmUntold, 50), facts, moment: Cast.moment(60))
    #expect(decision == Decision(.unchanged))
  }
}
