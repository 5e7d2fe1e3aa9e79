/// An alert about a trip that is on although no trip is open, because a row was damaged. Its person ends it
/// with a check-in, or as they end an alert of their own.
public struct StrayTripAlert: Equatable, Sendable {
  public var alert: Alert
  public var escalation: Escalation?
  public var responders: [Recipient]

  public init(alert: Alert, escalation: Escalation? = nil, responders: [Recipient] = []) {
    self.alert = alert
    self.escalation = escalation
    self.responders = responders
  }
}

extension StrayTripAlert {
  /// Ends it, and notifies the responders who were called that the person has arrived.
  func end(for me: Person, _ decision: inout Decision, _ moment: Moment) {
    decision.mutations.append(.endAlert(alert.id, at: moment.now, reason: .checkedIn))
    decision.record(.alarmEnded, of: me.id, alert: alert.id, at: moment) {
      $0.endReason = .checkedIn
    }
    decision.end(escalation, moment)
    for responder in responders where escalation.hears(responder) {
      decision.tell(
        responder, TravelNotices.arrived(me, alert.id.rawValue, alert), about: alert.id, at: moment)
    }
  }
}

extension Alert {
  /// Also where the number of its trip is lost: a person has one open trip at most.
  func isAbout(_ travel: Travel) -> Bool { gen.map { $0 == travel.id.int64 } ?? true }
}

extension Travel {
  /// A copy whose responders were notified by this alert: the stored stage has been damaged since.
  func overdue(by alert: Alert) -> Travel {
    var copy = self
    copy.stage = .overdue
    copy.nextFireAt = nil
    copy.overdueAt = overdueAt ?? alert.startedAt
    return copy
  }
}
