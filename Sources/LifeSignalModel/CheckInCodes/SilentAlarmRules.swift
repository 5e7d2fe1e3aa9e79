import Foundation

/// The stored facts about a used code that the watch examines.
public struct SettlingFacts: Equatable, Sendable {
  public var code: CheckInCode
  public var sheet: CheckInSheet
  public var me: Recipient
  /// The person's duress alert that is on.
  public var open: Alert?
  /// Its escalation; nil also if it cannot be read.
  public var calling: Escalation?
  /// The people who may know of it already.
  public var known: Set<Person.ID>
  /// The accepted responders.
  public var responders: [Recipient]

  public init(
    code: CheckInCode, sheet: CheckInSheet, me: Recipient, open: Alert? = nil,
    calling: Escalation? = nil, known: Set<Person.ID> = [], responders: [Recipient] = []
  ) {
    self.code = code
    self.sheet = sheet
    self.me = me
    self.open = open
    self.calling = calling
    self.known = known
    self.responders = responders
  }
}

/// Duress alerts, which duress codes raise. Only the responders whom the person has chosen are
/// notified, and nothing shows on the person's own screens, where an attacker beside them could see
/// it. Only a responder can end one.
public enum SilentAlarmRules {
  /// Acts on a code that was used. Most codes only check in; a duress code raises the alert. Where
  /// one is on already, everyone who knows of it is called again, also the responder who has it and those
  /// who are coming. Responders chosen since then are called as well.
  public static func settle(
    _ claimed: CheckInCode, _ facts: SettlingFacts?, moment: Moment
  ) -> Decision {
    guard let facts, let due = facts.code.dueAt, due == claimed.dueAt, due <= moment.now else {
      return Decision(.unchanged)
    }
    let (code, person) = (facts.code, facts.me.person.id)
    var decision = Decision(mutations: [.settleCheckInCode(code.id)])
    guard code.group == facts.sheet.silentGroup else { return decision }
    let alert =
      facts.open
      ?? Alert(
        id: AlertRecord.ID(moment.mint()), person: person, kind: .duress, gen: code.id.int64,
        startedAt: code.usedAt ?? moment.now.storable)
    decision.enter(.calledInSilence, of: alert, at: moment)
    let audience = facts.sheet.audience(of: facts.responders)
    decision.touch(audience.map(\.person.id), [.contacts, .alert, .timeline])
    guard facts.open == nil else {
      callAgain(alert, audience, facts, &decision, moment)
      return decision
    }
    decision.events.append(.silentAlarmRaised(alert.id))
    decision.mutations.append(.insertAlert(alert))
    EscalationRules.begin(
      alert, plan: .everybody, me: facts.me, responders: audience, &decision, moment)
    return decision
  }

  private static func callAgain(
    _ alert: Alert, _ audience: [Recipient], _ facts: SettlingFacts, _ decision: inout Decision,
    _ moment: Moment
  ) {
    guard let old = facts.calling else {
      // Its row is lost or spoilt. The auditor would repair it when it is late, and help is needed now.
      let people = facts.known.union(audience.map(\.person.id))
      decision.mutations.append(
        .requeueEscalation(
          alert.id, steps: EscalationPlan.everybody.resolved(for: people.sorted()),
          at: moment.now.storable))
      decision.touch(people, [.contacts, .alert, .timeline])
      return
    }
    guard old.isOpen else { return }
    let wanted = old.audience.union(audience.map(\.person.id))
    let everybody = facts.responders.filter { wanted.contains($0.person.id) }
    var row = old
    row.steps = EscalationPlan.everybody.resolved(for: everybody.map(\.person.id))
    row.calls += 1
    let notice = SilentAlarmNotices.calledAgain(facts.me.person, alert, number: row.calls)
    for responder in everybody {
      decision.tell(responder, notice, about: alert.id, at: moment)
      if !row.told.contains(responder.person.id) { row.told.append(responder.person.id) }
    }
    if old.isCalling {
      // This call was the first step of the plan; where it reached no one, the next is due immediately.
      (row.stage, row.step, row.round, row.exhaustedAt) = (.calling, 1, 1, nil)
      let wait = decision.deliveries.isEmpty ? 0 : EscalationPlan.defaultWait
      row.nextFireAt = (moment.now + wait).storable
    } else {
      // The holder keeps the alert, and is soon asked whether they still have it.
      let asked = (moment.now + EscalationRules.answering).storable
      row.nextFireAt = min(old.nextFireAt ?? asked, asked)
    }
    row.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(row, from: old))
    decision.touch(everybody.map(\.person.id), [.contacts, .alert, .timeline])
  }

  /// Only the responder who has the alert can end it, after making sure that the person is safe:
  /// from then on the person can read about it.
  /// - Throws: ``Refusal/alarmNotFound``, also for an alert of another kind and to people who may
  ///   not know of it; ``Refusal/alarmOver``, ``Refusal/alarmNotYours``.
  public static func end(
    _ facts: EscalationFacts?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let facts, facts.alert.kind == .duress, facts.me.person.id != me,
      let mine = facts.responder(me)
    else { throw .alarmNotFound }
    guard facts.alert.isOpen, facts.escalation.isOpen else { throw .alarmOver }
    guard facts.escalation.holder == me else { throw .alarmNotYours }
    let alert = facts.alert
    var decision = Decision(
      events: [.alertEnded(facts.me.person.id)],
      mutations: [.endAlert(alert.id, at: moment.now, reason: .endedByResponder)])
    decision.enter(.alarmEnded, of: alert, with: me, at: moment) {
      $0.endReason = .endedByResponder
    }
    decision.end(facts.escalation, moment)
    for id in facts.escalation.told where id != me {
      guard let other = facts.responder(id) else { continue }
      decision.tell(
        other, SilentAlarmNotices.ended(facts, by: mine.person), about: alert.id, at: moment)
    }
    decision.show(facts)
    return decision
  }
}

extension Alert {
  /// Nothing about it reaches its person: an attacker may be looking at the screen with them.
  public var isSilent: Bool { kind == .duress && isOpen }
}

extension Escalation {
  /// The people who may know of a duress alert: its original audience. Its steps name them all.
  public var audience: Set<Person.ID> { Set(steps.flatMap(\.responders)) }
}

extension Decision {
  /// Updates the pages that show the alert; for a duress alert never the pages of its person.
  mutating func show(_ facts: EscalationFacts) {
    guard facts.alert.kind != .duress else {
      return touch(facts.responders.map(\.person.id), [.contacts, .alert])
    }
    touch(facts.me.person.id, [.user, .alert])
    touch(facts.peers, [.contacts, .alert])
  }

  /// Notifies the person about their own alert, unless it is a duress alert.
  mutating func tellOwner(_ facts: EscalationFacts, _ notice: Notice, at moment: Moment) {
    guard facts.alert.kind != .duress else { return }
    tell(facts.me, notice, at: moment)
  }

  /// Keeps a decision about a duress alert from every page of its person.
  public mutating func keep(from person: Person.ID) {
    changes[person] = nil
  }

  /// As ``record(_:of:alert:with:at:_:)``, but without updating the person's page.
  fileprivate mutating func enter(
    _ kind: TimelineKind, of alert: Alert, with other: Person.ID? = nil, at moment: Moment,
    _ details: (inout TimelineDetails) -> Void = { _ in }
  ) {
    timeline.append(
      TimelineDraft(
        person: alert.person, at: moment.now, kind: kind, alert: alert.id, other: other,
        details: TimelineDetails(details)))
  }
}
