public import Foundation

/// The stored facts about an alert whose person a responder has reached.
public struct ReachedFacts: Equatable, Sendable {
  public var alarm: EscalationFacts
  /// The person's own; needed for a missed check-in.
  public var watch: Watch?

  public init(alarm: EscalationFacts, watch: Watch? = nil) {
    self.alarm = alarm
    self.watch = watch
  }
}

/// "I reached Rose, all fine": a responder has made sure that the person is safe.
///
/// It ends the alert of a missed check-in or a trip: the person had given no sign, and now a responder has one.
/// An alert that the person raised is theirs to end, so there the report is only passed on.
/// A responder may be mistaken, or may be the danger. So the person and everyone who was contacted read who reported
/// it, and the person still has to check in: of an interval within a day, of times at the next one.
public enum ReachedRules {
  /// The most seconds for which a responder's word replaces a check-in.
  public static let longestTrust: TimeInterval = 86_400

  /// By a responder who was contacted or has answered, and whom the owner has not overruled.
  /// - Throws: ``Refusal/alarmNotYours``, also for a duress alert: only its holder can end that one, with
  ///   ``EndSilentAlarm``. Otherwise as ``AcknowledgementRules``.
  public static func report(
    _ facts: ReachedFacts?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    let (alarm, mine) = try AcknowledgementRules.checked(facts?.alarm, me)
    guard alarm.alert.kind != .duress, alarm.escalation.mayReport(me) else { throw .alarmNotYours }
    switch alarm.alert.kind {
    case .manual, .duress: return passOn(alarm, mine, moment)
    case .missedCheckIn, .travel: return end(alarm, facts?.watch, mine, moment)
    }
  }

  private static func end(
    _ facts: EscalationFacts, _ watch: Watch?, _ mine: Recipient, _ moment: Moment
  ) -> Decision {
    let (alert, person) = (facts.alert, facts.me.person)
    var decision = Decision(
      events: [.alertEnded(person.id)],
      mutations: [.endAlert(alert.id, at: moment.now, reason: .endedByResponder)])
    decision.record(
      .alarmEnded, of: person.id, alert: alert.id, with: mine.person.id, at: moment
    ) { $0.endReason = .endedByResponder }
    decision.end(facts.escalation, moment)
    var left: TimeInterval?
    if alert.kind == .missedCheckIn, let old = watch, old.stage == .missed {
      let next = resumed(old, person.notifications, moment)
      left = next.deadline?.timeIntervalSince(moment.now)
      decision.mutations.append(.updateWatch(next, from: old))
    }
    if let trip = facts.travel, trip.isOpen {
      decision.mutations.append(
        .updateTravel(TravelRules.ended(trip, .arrived, moment), from: trip.whole))
    }
    decision.tell(
      facts.me, ReachedNotices.ended(by: mine.person, alert, left: left), at: moment)
    for id in facts.escalation.told where id != mine.person.id {
      guard let other = facts.responder(id) else { continue }
      decision.tell(
        other, ReachedNotices.ended(by: mine.person, facts), about: alert.id, at: moment)
    }
    decision.show(facts)
    return decision
  }

  /// The countdown begins without a check-in. Of a plan with times the next one counts; an interval
  /// is cut to a day.
  private static func resumed(
    _ old: Watch, _ preferences: NotificationPreferences, _ moment: Moment
  ) -> Watch {
    var watch = old
    watch.resumedAt = moment.now.storable
    watch.deadline =
      switch old.plan {
      case .interval(let seconds): (moment.now + min(seconds, longestTrust)).storable
      case .times: old.plan.deadline(beginning: moment.now)
      }
    watch.gen += 1
    return WatchSchedule.waiting(watch, after: moment.now, preferences)
  }

  /// The alert stays on. A responder who is with the person has it, if no one else does.
  private static func passOn(
    _ facts: EscalationFacts, _ mine: Recipient, _ moment: Moment
  ) -> Decision {
    let (old, me) = (facts.escalation, mine.person.id)
    guard old.helper(me).reachedAt == nil else { return Decision() }
    var row = old
    row.note(me) { $0.reachedAt = moment.now.storable }
    var decision = Decision()
    if old.holder == nil {
      row.stage = .held
      row.holder = me
      row.heldSince = moment.now.storable
      row.offeredTo = nil
      row.nextFireAt = (moment.now + EscalationRules.holding).storable
      if old.helper(me).isComing { row.note(me) { $0.isComing = false } }
      decision.events.append(.alarmAcknowledged(facts.alert.id, by: me))
    }
    if !row.told.contains(me) { row.told.append(me) }
    row.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(row, from: old))
    decision.record(
      .reached, of: facts.me.person.id, alert: facts.alert.id, with: me, at: moment)
    decision.tell(
      facts.me, ReachedNotices.passedOn(by: mine.person, facts.alert, gen: row.gen), at: moment)
    for id in row.told where id != me {
      guard let other = facts.responder(id) else { continue }
      decision.tell(
        other, ReachedNotices.passedOn(by: mine.person, facts, gen: row.gen),
        about: facts.alert.id, at: moment)
    }
    decision.show(facts)
    return decision
  }
}

extension Escalation {
  fileprivate func mayReport(_ responder: Person.ID) -> Bool {
    helper(responder).mayHold && (told.contains(responder) || isHelping(responder))
  }
}
