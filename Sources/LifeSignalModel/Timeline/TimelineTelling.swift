/// Names the timeline that records that a person was notified, and what became of the message.
public struct TimelineTelling: Equatable, Sendable {
  /// Nil means the person whose alert ``alert`` is.
  public var person: Person.ID?
  public var kind: TimelineKind
  public var alert: AlertRecord.ID?

  /// Nil for notices that do not belong to a timeline.
  public init?(_ notification: NotificationRecord) {
    self.init(
      notification.event, to: notification.person, contact: notification.relatedContact,
      alert: notification.relatedAlert, isSent: true)
  }

  /// - Parameters:
  ///   - contact: the person named by the notice, beside its recipient.
  ///   - isSent: whether it leaves the server.
  init?(
    _ event: NotificationEvent, to recipient: Person.ID, contact: Person.ID?,
    alert: AlertRecord.ID?, isSent: Bool
  ) {
    switch event {
    case .checkInReminder2Hours, .checkInReminder30Minutes, .checkInReminder, .travelReminder,
      .travelDue:
      (person, kind) = (recipient, .reminderSent)
    case .checkInExpired where alert == nil:
      (person, kind) = (recipient, .reminderSent)
    case .dependentStopped, .dependentPaused, .dependentResumed:
      (person, kind) = (contact, .told)
    default:
      // An alert's notices to everyone else, and to the person themselves if it leaves the server.
      guard alert != nil, contact != nil || isSent else { return nil }
      (person, kind) = (nil, .told)
    }
    self.alert = alert
    guard person != nil || alert != nil else { return nil }
  }
}
