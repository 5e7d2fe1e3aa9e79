extension Endpoints {
  static let notifications: [any Endpoint.Type] = [
    MarkAsRead.self, MarkAllAsRead.self, ClearNotification.self, ClearAllNotifications.self,
    SetPreference.self,
  ]
  static let notificationQueries: [any Query.Type] = [GetNotifications.self, GetPreference.self]
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
  ) throws -> Set<String> { Set(try reads.preferences(of: me.id).keys) }

  public func decide(
    _ kept: Set<String>, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try NotificationRules.setPreference(key, value, by: me.id, kept: kept))
  }
}

/// The member's notifications that are not cleared, newest first.
public struct GetNotifications: FollowedQuery, BriefQuery {
  /// ``ItemList/next`` of the part before; nil begins with the newest.
  public var before: String?
  /// At most ``longest``; nil is ``longest``.
  public var limit: APICount?

  /// The most that one answer lists.
  public static let longest = 100

  public init(before: String? = nil, limit: Int? = nil) {
    self.before = before
    self.limit = limit.map(APICount.init)
  }

  public static let topics: ChangeSet = .notifications
  public static let route = Route.get(
    "/notifications", summary: "Lists notifications, newest first, at most 100 at once.",
    for: .token(.read))

  /// - Throws: ``Refusal/invalidCursor``.
  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<NotificationData> {
    let limit = min(Self.longest, limit?.value ?? Self.longest)
    let entries =
      if let before {
        try reads.notifications(
          of: me.id, olderThan: entry(at: before, of: me, in: reads), limit: limit + 1)
      } else {
        try reads.notifications(of: me.id, limit: limit + 1)
      }
    return ItemList(entries.map(NotificationData.init), limit: limit) { $0.id.rawValue }
  }

  private func entry(
    at cursor: String, of me: Member, in reads: some Reads
  ) throws -> NotificationRecord {
    guard let found = try reads.notification(NotificationData.ID(rawValue: cursor)),
      found.person == me.id
    else { throw Refusal.invalidCursor }
    return found
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
}
