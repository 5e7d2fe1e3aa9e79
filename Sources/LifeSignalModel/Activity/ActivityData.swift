public import Foundation

/// One entry of a person's own log as they read it.
public struct ActivityData: Equatable, Codable, Sendable, Identifiable {
  public let id: Activity.ID
  public var kind: Activity.Kind
  public var contactID: Person.ID
  public var contactName: String
  public var timestamp: Date

  public init(
    id: Activity.ID, kind: Activity.Kind, contactID: Person.ID, contactName: String,
    timestamp: Date
  ) {
    self.id = id
    self.kind = kind
    self.contactID = contactID
    self.contactName = contactName
    self.timestamp = timestamp
  }

  public init(_ activity: Activity) {
    self.init(
      id: activity.id, kind: activity.kind, contactID: activity.contact,
      contactName: activity.contactName, timestamp: activity.at)
  }
}

/// Part of the log, newest first.
public struct ActivityPage: Equatable, Codable, Sendable {
  public var entries: [ActivityData]
  /// Whether older entries follow.
  public var hasMore: Bool

  public init(entries: [ActivityData] = [], hasMore: Bool = false) {
    self.entries = entries
    self.hasMore = hasMore
  }
}
