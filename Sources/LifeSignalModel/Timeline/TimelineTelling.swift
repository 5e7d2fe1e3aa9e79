/// Whose timeline records that a person was notified, and what became of the message.
public struct TimelineTelling: Equatable, Sendable {
  /// Nil for whoever's alarm ``alert`` is.
  public var person: Person.ID?
  public var kind: TimelineKind
  public var alert: AlertRecord.ID?

  /// Nil for notices that are no part of a timeline.
  public init?(_ notification: NotificationRecord) {
    self.init(
      notification.event, to: notification.person, contact: notification.relatedContact,
      alert: notification.relatedAlert, isSent: true)
  }

  /// - Parameters:
  ///   - contact: whom the notice names beside its recipient.
  ///   - isSent: whether it leaves the house.
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
    case .dependentPaused, .dependentResumed:
      (person, kind) = (contact, .told)
    default:
      // Of an alarm: to everybody else, and to the person themselves where it left the house.
      guard alert != nil, contact != nil || isSent else { return nil }
      (person, kind) = (nil, .told)
    }
    self.alert = alert
    guard person != nil || alert != nil else { return nil }
  }
}
