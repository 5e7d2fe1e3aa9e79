public import Foundation

/// The notification of one person about one event: the entry in the notification center, and the
/// text and urgency of the message to their channels.
public struct Notice: Equatable, Sendable {
  /// Whether, and how urgently, the notice leaves the notification centre.
  public enum Push: Equatable, Sendable {
    /// Only the centre and open pages.
    case never
    /// To every channel, unless the recipient has switched this category off.
    case unlessMuted(Delivery.Priority)
    /// To every channel, whatever the recipient has switched off: no one else has answered, or no
    /// responder is left.
    case always(Delivery.Priority)
  }

  public var event: NotificationEvent
  public var title: Phrase
  public var message: Phrase
  /// Where a channel's words differ from the entry's.
  public var pushTitle: Phrase?
  public var pushBody: Phrase?
  public var push: Push
  /// Whether the entry counts as read from the start.
  public var isRead = false
  /// The subject of the notice; with event and recipient it makes the dedupe key.
  public var subject: String
  /// From this instant on the message is worthless: if the recipient's quiet hours would delay it
  /// past this instant, it does not wait for their end.
  public var lapsesAt: Date?
  /// The channel's text after such a wait, where the other texts state how much time is left.
  public var bodyAfterWaiting: Phrase?
  public var relatedContact: Person.ID?
  public var relatedAlert: AlertRecord.ID?
  public var relatedPing: PingData.ID?
  public var relatedCheckIn: CheckInRecord.ID?

  public init(
    _ event: NotificationEvent, _ title: Phrase, _ message: Phrase, push: Push = .never,
    subject: String
  ) {
    self.event = event
    self.title = title
    self.message = message
    self.push = push
    self.subject = subject
  }

  func entry(id: NotificationData.ID, for person: Person.ID, at now: Date) -> NotificationRecord {
    NotificationRecord(
      id: id, person: person, type: event.type, event: event, title: title, message: message,
      at: now, readAt: isRead ? now.storable : nil, relatedContact: relatedContact,
      relatedAlert: relatedAlert,
      relatedPing: relatedPing, relatedCheckIn: relatedCheckIn,
      dedupeKey: "\(event.rawValue):\(subject):\(person)")
  }

  /// The urgency of the message to a person with these preferences; nil for no message.
  ///
  /// The category switches mute the push, never the entry. The master switch mutes reminders only.
  func push(to preferences: NotificationPreferences) -> Delivery.Priority? {
    let priority: Delivery.Priority
    switch push {
    case .never: return nil
    case .always(let urgency): return urgency
    case .unlessMuted(let urgency): priority = urgency
    }
    return preferences.wants(event) ? priority : nil
  }
}

extension NotificationPreferences {
  /// Whether the person wants messages about this event.
  func wants(_ event: NotificationEvent) -> Bool {
    switch event.type {
    case .alert: alertNotifications
    case .ping: pingNotifications
    case .checkIn:
      checkInNotifications && (event.isAboutSomebodyElse || isNotificationsEnabled)
    case .added, .removed, .role: contactNotifications
    case .all, .system: true
    }
  }
}
