public import Foundation

/// What is stored about somebody raising or ending their own alert.
public struct AlertFacts: Equatable, Sendable {
  public var me: Recipient
  public var open: Alert?
  /// The newest alert, open or ended.
  public var last: Alert?
  public var responders: [Recipient]
  /// Everybody who sees this person.
  public var peers: [Person.ID]
  /// How far the calling of the open alert has come.
  public var escalation: Escalation?

  public init(
    me: Recipient, open: Alert? = nil, last: Alert? = nil, responders: [Recipient] = [],
    peers: [Person.ID] = [], escalation: Escalation? = nil
  ) {
    self.me = me
    self.open = open
    self.last = last
    self.responders = responders
    self.peers = peers
    self.escalation = escalation
  }
}

/// Alerts raised by hand. They know no grace and no courtesy, and a check-in does not end them.
public enum AlertRules {
  /// Tells every responder at once. Raising twice is one alert.
  public static func raise(_ facts: AlertFacts, moment: Moment) -> Decision {
    raise(facts, startedAt: moment.now, moment: moment)
  }

  /// One raised on a device without a connection. It is never lost: however late it comes, everybody
  /// is told, and it counts from when it was raised, never from the future.
  ///
  /// Unless an alert has been ended since: then its person has already had their say, and this is a
  /// repeat of what is over.
  public static func raiseQueued(_ facts: AlertFacts, at: Date, moment: Moment) -> Decision {
    if facts.open == nil, let last = facts.last, let end = last.endedAt, end >= at {
      return Decision(.alert(AlertRecord(last)))
    }
    return raise(facts, startedAt: min(at, moment.now).storable, moment: moment)
  }

  private static func raise(
    _ facts: AlertFacts, startedAt: Date, moment: Moment
  ) -> Decision {
    let me = facts.me.person
    if let open = facts.open { return Decision(.alert(AlertRecord(open))) }
    let alert = Alert(
      id: AlertRecord.ID(moment.mint()), person: me.id, kind: .manual, startedAt: startedAt)
    var decision = Decision(
      .alert(AlertRecord(alert)), events: [.alertRaised(me.id)], mutations: [.insertAlert(alert)])
    decision.record(.alarmRaised, of: me.id, alert: alert.id, at: moment) {
      if startedAt != moment.now { $0.madeAt = startedAt }
    }
    decision.tell(
      facts.me, AlertNotices.activated(alert, isTold: !facts.responders.isEmpty), at: moment)
    EscalationRules.begin(
      alert, plan: .everybody, me: facts.me, responders: facts.responders, &decision, moment)
    decision.touch(me.id, [.user, .alert])
    decision.touch(facts.peers, .contacts)
    return decision
  }

  /// Ends the alert and tells everybody who was called. Ending twice gives the same ended alert.
  public static func end(_ facts: AlertFacts, moment: Moment) throws(Refusal) -> Decision {
    let me = facts.me.person
    guard var alert = facts.open else {
      guard let last = facts.last else { throw .alertNotFound }
      return Decision(.alert(AlertRecord(last)))
    }
    alert.endedAt = moment.now
    alert.endReason = .endedByPerson
    var decision = Decision(
      .alert(AlertRecord(alert)), events: [.alertEnded(me.id)],
      mutations: [.endAlert(alert.id, at: moment.now, reason: .endedByPerson)])
    decision.record(.alarmEnded, of: me.id, alert: alert.id, at: moment) {
      $0.endReason = .endedByPerson
    }
    decision.tell(facts.me, AlertNotices.deactivated(alert), at: moment)
    decision.end(facts.escalation, moment)
    for responder in facts.responders where facts.escalation.hears(responder) {
      decision.tell(
        responder, AlertNotices.dependentDeactivated(me, alert), about: alert.id, at: moment)
    }
    decision.touch(me.id, [.user, .alert])
    decision.touch(facts.peers, .contacts)
    return decision
  }
}

extension AlertRecord {
  /// The stored alert as its owner sees it; only the owner ends one.
  public init(_ alert: Alert) {
    self.init(
      id: alert.id, userID: alert.person, startTime: alert.startedAt, endTime: alert.endedAt,
      resolvedBy: alert.endedAt == nil ? nil : alert.person)
  }
}
