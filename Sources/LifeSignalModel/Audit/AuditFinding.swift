/// A promise that the auditor found not kept: what is wrong, and with which row.
public struct AuditFinding: Hashable, Codable, Sendable {
  /// Raw values are stored, and name the finding in figures and logs.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// Somebody is non-responsive, and no alarm is open for it. The subject is the person.
    case missedWithoutAlarm = "missed-without-alarm"
    /// A journey is overdue, and no alarm is open for it. The subject is the journey.
    case journeyWithoutAlarm = "journey-without-alarm"
    /// A check-in is promised and no step of it will ever come due. The subject is the person.
    case watchWithoutTimer = "watch-without-timer"
    /// A journey is under way and no step of it will ever come due. The subject is the journey.
    case journeyWithoutTimer = "journey-without-timer"
    /// An alarm is open, and its own person has no entry about it. The subject is the alarm.
    case alarmUntold = "alarm-untold"
    /// An alarm is on, and nobody will ever be called for it. The subject is the alarm.
    case alarmUncalled = "alarm-uncalled"
    /// Somebody counts as called for an alarm, and nobody has an entry of it. The subject is the
    /// alarm.
    case alarmUnheard = "alarm-unheard"
    /// A call for an alarm came due and nobody made it, or it waits for an instant no rule gives. The
    /// subject is the alarm.
    case alarmLate = "alarm-late"
    /// A step of a check-in came due and nobody carried it out. The subject is the person.
    case watchLate = "watch-late"
    /// A step of a journey came due and nobody carried it out. The subject is the journey.
    case journeyLate = "journey-late"
    /// A ping should have expired. The subject is the ping.
    case pingLate = "ping-late"
    /// A message is due, or its lease has lapsed, and nobody takes it. The subject is the delivery.
    case deliveryLate = "delivery-late"
    /// A message waits for an instant, or is leased until one, that no rule gives. The subject is
    /// the delivery.
    case deliveryStranded = "delivery-stranded"
    /// An alert is on, its responders were called, and no more calls have come for longer than any rule
    /// waits. The subject is the alert.
    case alarmStuck = "alarm-stuck"
    /// A used check-in code was not looked at for a minute: it may be a call for help. The subject is the
    /// code.
    case codeLate = "code-late"
    /// The process ended several times while this message was sent, and it was given up. The subject is
    /// the delivery.
    case messageGivenUp = "message-ended-process"
    /// A message could not be read when its turn came, and was given up. The subject is the delivery.
    case messageUnreadable = "message-unreadable"
    /// An alert is on and was called out, and two minutes later no carrier has taken any message of it.
    /// The subject is the alert.
    case alarmUnreached = "alarm-unreached"
    /// A person has no row that says when they check in. The subject is the person.
    case watchMissing = "watch-missing"
    /// An alert is on and its responders count as called, and two minutes later there is no message to any
    /// of them: none has a channel that is on. The subject is the alert.
    case alarmWithoutMessage = "alarm-without-message"
    /// A side of a relation is missing, or contradicts the other. The subject is the owner of a side that
    /// is there.
    case relationBroken = "relation-broken"
    /// A side of a relation holds what this release does not know. The subject is its owner.
    case relationUnknown = "relation-unknown"
  }

  /// Whose doing a finding is.
  public enum Fault: String, Codable, Sendable {
    /// Something that was promised is not done.
    case promise
    /// It was done, and those who carry messages do not take them.
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
  /// Nil where nothing is broken that a server could keep whole: people without a channel, of which the
  /// alert's owner is notified, and words of another release. One of these must not hide the next fault.
  public var fault: AuditFinding.Fault? {
    switch self {
    case .alarmUnreached: .carrier
    case .alarmWithoutMessage, .relationUnknown: nil
    default: .promise
    }
  }
}

extension AuditFinding: CustomStringConvertible {
  public var description: String { "\(kind.rawValue):\(subject)" }
}
