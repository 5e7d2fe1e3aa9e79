public import Foundation

/// One entry of a person's notification centre, as stored.
public struct NotificationRecord: Identifiable, Equatable, Sendable {
  public var id: NotificationData.ID
  public var person: Person.ID
  public var type: NotificationType
  public var event: NotificationEvent
  public var title: Phrase
  public var message: Phrase
  public var at: Date
  public var readAt: Date?
  public var relatedContact: Person.ID?
  public var relatedAlert: AlertRecord.ID?
  public var relatedPing: PingData.ID?
  public var relatedCheckIn: CheckInRecord.ID?
  /// Unique: an entry whose key is already stored is the same entry, and is not stored again.
  public var dedupeKey: String

  public init(
    id: NotificationData.ID, person: Person.ID, type: NotificationType, event: NotificationEvent,
    title: Phrase, message: Phrase, at: Date, readAt: Date? = nil,
    relatedContact: Person.ID? = nil, relatedAlert: AlertRecord.ID? = nil,
    relatedPing: PingData.ID? = nil, relatedCheckIn: CheckInRecord.ID? = nil, dedupeKey: String
  ) {
    self.id = id
    self.person = person
    self.type = type
    self.event = event
    self.title = title
    self.message = message
    self.at = at
    self.readAt = readAt
    self.relatedContact = relatedContact
    self.relatedAlert = relatedAlert
    self.relatedPing = relatedPing
    self.relatedCheckIn = relatedCheckIn
    self.dedupeKey = dedupeKey
  }
}
