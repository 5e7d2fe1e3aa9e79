/// A promise that the auditor found broken: what is wrong, and in which row.
public struct AuditFinding: Hashable, Codable, Sendable {
  /// Raw values are stored, and name the finding in figures and logs.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// A person has missed their check-in, and no alert is open for it. The subject is the person.
    case missedWithoutAlarm = "missed-without-alarm"
    /// A trip is overdue, and no alert is open for it. The subject is the trip.
    case journeyWithoutAlarm = "journey-without-alarm"
    /// A check-in is expected, but its row will never come due, or only after its alert. The subject is the
    /// person.
    case watchWithoutTimer = "watch-without-timer"
    /// A trip is under way, but its row will never come due, or only after its alert. The subject is the trip.
    case journeyWithoutTimer = "journey-without-timer"
    /// An alert is open, and its owner has no notification about it. The subject is the alert.
    case alarmUntold = "alarm-untold"
    /// An alert is open, and no call for it will ever be made. The subject is the alert.
    case alarmUncalled = "alarm-uncalled"
    /// Responders count as called for an alert, and none has a notification about it. The subject
    /// is the alert.
    case alarmUnheard = "alarm-unheard"
    /// A call for an alert is overdue, or waits for a time that no rule sets. The subject is the
    /// alert.
    case alarmLate = "alarm-late"
    /// A step of a check-in is overdue. The subject is the person.
    case watchLate = "watch-late"
    /// A step of a trip is overdue. The subject is the trip.
    case journeyLate = "journey-late"
    /// A ping should have expired. The subject is the ping.
    case pingLate = "ping-late"
    /// A message is due, or its lease has expired, and no loop claims it. The subject is the
    /// delivery.
    case deliveryLate = "delivery-late"
    /// A message waits, or is leased, until a time that no rule sets, or is in a state that is none. The
    /// subject is the delivery.
    case deliveryStranded = "delivery-stranded"
    /// An alert is on, its responders were called, and no more calls have come for longer than any rule
    /// waits. The subject is the alert.
    case alarmStuck = "alarm-stuck"
    /// A check-in code that was used has not been processed for a minute: it may be a call for
    /// help. The subject is the code.
    case codeLate = "code-late"
    /// The process ended several times while this message was sent, and it was given up. The subject is
    /// the delivery.
    case messageGivenUp = "message-ended-process"
    /// A message could not be read when it was due, and was given up. The subject is the delivery.
    case messageUnreadable = "message-unreadable"
    /// An alert is open, and two minutes after its responders were called no carrier has accepted any
    /// message of it. The subject is the alert.
    case alarmUnreached = "alarm-unreached"
    /// A person has no row with their next check-in. The subject is the person.
    case watchMissing = "watch-missing"
    /// A row with a next check-in belongs to a person who is not stored: no alert can be raised for them.
    /// The subject is the person.
    case personMissing = "person-missing"
    /// An alert is open, and the row of its calls names another person, or it is about a trip and none is open.
    /// The subject is the alert.
    case alarmContradicted = "alarm-contradicted"
    /// An alert is open, and two minutes after the call there is no message to any responder: none
    /// has a channel that is switched on. The subject is the alert.
    case alarmWithoutMessage = "alarm-without-message"
    /// One side of a relation is missing, or contradicts the other. The subject is the owner of the
    /// side that exists.
    case relationBroken = "relation-broken"
    /// One side of a relation contains a value unknown to this release, or names a person who is not
    /// stored. The subject is its owner.
    case relationUnknown = "relation-unknown"
    /// A channel belongs to a person who is not stored, was switched off at an impossible time, or has no
    /// address: no message goes there. The subject is the channel.
    case channelDamaged = "channel-damaged"
    /// A row that an alert may depend on could not be read in full. The subject is the first number in its key,
    /// in whichever table. Health names the tables.
    case rowUnreadable = "row-unreadable"
  }

  /// The party at fault.
  public enum Fault: String, Codable, Sendable {
    /// The server: something it promised was not done.
    case promise
    /// The carriers: the server has done its part, and they do not accept its messages.
    case carrier
  }

  public var kind: Kind
  /// The number of the row.
  public var subject: Int64

  public init(_ kind: Kind, _ subject: Int64) {
    self.kind = kind
    self.subject = subject
  }
}

extension AuditFinding.Kind {
  /// Nil where the server has done all it can: responders without a channel, of which the owner is
  /// notified, values of another release, and a channel that only an operator can repair. Such a finding
  /// must not make the server unready, which would hide the next fault. A row whose damage keeps an alert
  /// from its responders is a broken promise, even if only an operator can repair it.
  public var fault: AuditFinding.Fault? {
    switch self {
    case .alarmUnreached: .carrier
    case .alarmWithoutMessage, .relationUnknown, .channelDamaged, .rowUnreadable: nil
    default: .promise
    }
  }
}

extension AuditFinding: CustomStringConvertible {
  public var description: String { "\(kind.rawValue):\(subject)" }
}
