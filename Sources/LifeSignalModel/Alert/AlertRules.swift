public import Foundation

/// The stored facts about a person who raises or ends their own alert.
public struct AlertFacts: Equatable, Sendable {
  public var me: Recipient
  public var open: Alert?
  /// The newest alert, open or ended.
  public var last: Alert?
  /// The alert that the command's key already belongs to, open or ended.
  public var repeated: Alert?
  public var responders: [Recipient]
  /// Everyone who sees this person.
  public var peers: [Person.ID]
  /// How far the escalation of the open alert has come.
  public var escalation: Escalation?

  public init(
    me: Recipient, open: Alert? = nil, last: Alert? = nil, repeated: Alert? = nil,
    responders: [Recipient] = [], peers: [Person.ID] = [], escalation: Escalation? = nil
  ) {
    self.me = me
    self.open = open
    self.last = last
    self.repeated = repeated
    self.responders = responders
    self.peers = peers
    self.escalation = escalation
  }
}

/// Manual alerts. They have no grace period and no courtesy, and a check-in does not end them.
public enum AlertRules {
  /// Notifies every responder immediately. Raising twice is one alert.
  /// - Returns: with the alert that is on.
  public static func raise(_ facts: AlertFacts, moment: Moment) -> Decided<AlertRecord> {
    let (decision, alert) = begin(
      facts, startedAt: moment.now, madeAt: moment.now, moment: moment)
    return Decided(decision, AlertRecord(alert))
  }

  /// The oldest time that a device's call for help is believed, in seconds: one day.
  static let oldestBelieved: TimeInterval = 86_400

  /// Raises an alert that a device queued without a connection. Only its key makes it a repeat; it
  /// counts from when it was raised, never from the future.
  ///
  /// A device's clock may have been wrong when the person called for help. A time of more than a
  /// day ago, or before the last alert ended, is not believed: the alert starts now, and its messages and
  /// its record show how long the device kept it, unless the device knows no time.
  /// - Returns: with the alert that the key began, or joined.
  public static func raiseQueued(
    _ facts: AlertFacts, key: String, at: Date, moment: Moment
  ) -> Decided<AlertRecord> {
    if let repeated = facts.repeated { return Decided(Decision(), AlertRecord(repeated)) }
    let oldest = max(
      moment.now - oldestBelieved, facts.last?.endedAt ?? .distantPast)
    let made = min(at, moment.now).storable
    let isKnown = at > moment.now - CheckIn.longestWait
    var (decision, alert) = begin(
      facts, startedAt: at > oldest ? made : moment.now, madeAt: isKnown ? made : nil,
      moment: moment)
    decision.mutations.append(.keepAlertKey(key, of: facts.me.person.id, alert: alert.id))
    return Decided(decision, AlertRecord(alert))
  }

  /// - Returns: also the alert that is on, a new one or the one already open.
  private static func begin(
    _ facts: AlertFacts, startedAt: Date, madeAt: Date?, moment: Moment
  ) -> (Decision, Alert) {
    let me = facts.me.person
    if let open = facts.open { return (Decision(), open) }
    let alert = Alert(
      id: AlertRecord.ID(moment.mint()), person: me.id, kind: .manual, startedAt: startedAt)
    var decision = Decision(events: [.alertRaised(me.id)], mutations: [.insertAlert(alert)])
    decision.record(.alarmRaised, of: me.id, alert: alert.id, at: moment) {
      if madeAt != moment.now { $0.madeAt = madeAt }
    }
    decision.tell(
      facts.me,
      AlertNotices.activated(
        alert, by: me, hasResponders: !facts.responders.isEmpty, madeAt: madeAt, at: moment.now),
      at: moment)
    EscalationRules.begin(
      alert, plan: .everybody, me: facts.me, responders: facts.responders,
      kept: moment.now.timeIntervalSince(madeAt ?? moment.now), &decision, moment)
    decision.touch(me.id, [.user, .alert])
    decision.touch(facts.peers, .contacts)
    return (decision, alert)
  }

  /// Ends the alert and notifies every responder who was called. Ending twice returns the same
  /// ended alert.
  public static func end(
    _ facts: AlertFacts, moment: Moment
  ) throws(Refusal) -> Decided<AlertRecord> {
    let me = facts.me.person
    guard var alert = facts.open else {
      guard let last = facts.last else { throw .alertNotFound }
      return Decided(Decision(), AlertRecord(last))
    }
    alert.endedAt = moment.now
    alert.endReason = .endedByPerson
    var decision = Decision(
      events: [.alertEnded(me.id)],
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
    return Decided(decision, AlertRecord(alert))
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
