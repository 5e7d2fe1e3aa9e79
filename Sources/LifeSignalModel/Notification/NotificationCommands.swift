extension Endpoints {
  static let notifications: [any Endpoint.Type] = [
    MarkAsRead.self, MarkAllAsRead.self, ClearNotification.self, ClearAllNotifications.self,
    SetPreference.self,
  ]
  static let notificationQueries: [any Query.Type] = [GetPreference.self]
}

/// Marks a notification as read, and the messages about it as opened.
public struct MarkAsRead: Endpoint {
  public var id: NotificationData.ID

  public init(id: NotificationData.ID) { self.id = id }

  public static let route = Route(
    .post, "/notifications/{id}/read", summary: "Marks a notification as read.",
    for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (deliveries: [Delivery], alert: Alert?) {
    let deliveries = try reads.deliveries(of: id)
    return (deliveries, try deliveries.first?.alert.flatMap { try reads.alert($0) })
  }

  public func decide(
    _ facts: (deliveries: [Delivery], alert: Alert?), by me: Member, at moment: Moment
  ) -> Decided<Empty> {
    Decided(
      NotificationRules.markRead(
        id, by: me.id, deliveries: facts.deliveries, about: facts.alert?.person, moment: moment
      ).kept(about: facts.alert))
  }
}

/// Marks every notification that has arrived as read.
public struct MarkAllAsRead: Endpoint {
  public init() {}

  public static let route = Route(
    .post, "/notifications/read", summary: "Marks all notifications as read.",
    for: .token(.account), .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) {}

  public func decide(_ facts: Void, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(NotificationRules.markAllRead(by: me.id, moment: moment))
  }
}

/// Clears a notification.
public struct ClearNotification: Endpoint {
  public var id: NotificationData.ID

  public init(id: NotificationData.ID) { self.id = id }

  public static let route = Route(
    .delete, "/notifications/{id}", summary: "Clears a notification.", for: .token(.account),
    .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) {}

  public func decide(_ facts: Void, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(NotificationRules.clear(id, by: me.id))
  }
}

/// Clears every notification that has arrived.
public struct ClearAllNotifications: Endpoint {
  public init() {}

  public static let route = Route(
    .delete, "/notifications", summary: "Clears all notifications.", for: .token(.account),
    .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) {}

  public func decide(_ facts: Void, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(NotificationRules.clearAll(by: me.id, moment: moment))
  }
}

/// Keeps a small setting of the member; nil removes it.
public struct SetPreference: Endpoint {
  /// 1–64 bytes.
  public var key: String
  /// At most 4,096 bytes.
  public var value: String?

  public init(key: String, value: String?) {
    self.key = key
    self.value = value
  }

  public static let route = Route(
    .put, "/preferences/{key}", summary: "Stores a small value; null removes it.",
    for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> Set<String> { try reads.preferenceKeys(of: me.id) }

  public func decide(
    _ kept: Set<String>, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try NotificationRules.setPreference(key, value, by: me.id, kept: kept))
  }
}

/// A small setting of the member.
public struct GetPreference: Query {
  public var key: String

  public init(key: String) { self.key = key }

  public static let route = Route.get(
    "/preferences/{key}", summary: "Reads a small value kept for the person.", for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> PreferenceAnswer {
    PreferenceAnswer(value: try reads.preference(key, of: me.id))
  }
}

/// A small value kept for a person; nil where none is.
public struct PreferenceAnswer: Codable, Equatable, Sendable {
  public var value: String?

  public init(value: String?) {
    self.value = value
  }
}
