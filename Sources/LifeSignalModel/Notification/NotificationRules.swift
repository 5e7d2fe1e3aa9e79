import Foundation

/// A person's own notification centre and small settings. No other person is ever named: the owner
/// is the actor.
public enum NotificationRules {
  /// Reading an entry is opening the messages that were sent about it.
  /// - Parameters:
  ///   - deliveries: those messages.
  ///   - owner: the person whose alert they are about.
  public static func markRead(
    _ id: NotificationData.ID, by person: Person.ID, deliveries: [Delivery] = [],
    about owner: Person.ID? = nil, moment: Moment
  ) -> Decision {
    var decision = change(person, .markRead(id, person, at: moment.now))
    let opened = ReceiptRules.opened(deliveries, by: person, about: owner, moment: moment)
    decision.mutations += opened.mutations
    decision.touch(opened.changes.keys, .alert)
    return decision
  }

  /// Only entries that have arrived by now; later ones stay unread.
  public static func markAllRead(by person: Person.ID, moment: Moment) -> Decision {
    change(person, .markAllRead(person, upTo: moment.now))
  }

  public static func clear(_ id: NotificationData.ID, by person: Person.ID) -> Decision {
    change(person, .clearNotification(id, person))
  }

  /// Only entries that have arrived by now.
  public static func clearAll(by person: Person.ID, moment: Moment) -> Decision {
    change(person, .clearNotifications(person, upTo: moment.now))
  }

  /// The most small settings that are kept for one person.
  public static let mostPreferences = 100

  /// Keys of 1–64 and values of at most 4,096 bytes.
  /// - Parameter kept: the keys that the person has.
  public static func setPreference(
    _ key: String, _ value: String?, by person: Person.ID, kept: Set<String>
  ) throws(Refusal) -> Decision {
    guard (1...64).contains(key.utf8.count), (value?.utf8.count ?? 0) <= 4_096,
      value == nil || kept.contains(key) || kept.count < mostPreferences
    else { throw .invalidPreference }
    return Decision(mutations: [.setPreference(person, key: key, value: value)])
  }

  private static func change(_ person: Person.ID, _ mutation: Mutation) -> Decision {
    var decision = Decision(mutations: [mutation])
    decision.touch(person, .notifications)
    return decision
  }
}

extension NotificationData {
  /// The stored entry as its owner sees it.
  public init(_ record: NotificationRecord) {
    self.init(
      id: record.id, userID: record.person, type: record.type, event: record.event,
      title: record.title, message: record.message, timestamp: record.at,
      isRead: record.readAt != nil, relatedContactID: record.relatedContact,
      relatedAlertID: record.relatedAlert, relatedPingID: record.relatedPing,
      relatedCheckInID: record.relatedCheckIn)
  }
}
