public import LifeSignalModel

/// Part of a list, newest first.
public struct Page<Item: Sendable>: Sendable {
  public var items: [Item]
  /// The cursor for the next part; nil where nothing follows.
  public var next: String?
}

extension Page: Equatable where Item: Equatable {}

extension Engine {
  /// - Parameters:
  ///   - before: ``Page/next`` of the part before; nil begins with the newest.
  ///   - limit: from 1.
  /// - Throws: ``Refusal/invalidCursor``.
  public func notifications(
    of viewer: Person.ID, before: String?, limit: Int
  ) async throws -> Page<NotificationData> {
    try await ledger.read { tx in
      let records =
        if let before {
          try tx.notifications(
            of: viewer, olderThan: tx.notification(at: before, of: viewer), limit: limit + 1)
        } else {
          try tx.notifications(of: viewer, limit: limit + 1)
        }
      return Page(records.map(NotificationData.init), limit: limit) { $0.id.rawValue }
    }
  }

  /// Alerts the viewer raised by hand; the active one, if any, is the first of the first part.
  /// - Parameters:
  ///   - before: ``Page/next`` of the part before; nil begins with the newest.
  ///   - limit: from 1.
  /// - Throws: ``Refusal/invalidCursor``.
  public func alerts(
    of viewer: Person.ID, before: String?, limit: Int
  ) async throws -> Page<AlertRecord> {
    try await ledger.read { tx in
      let open = try tx.openAlert(of: viewer, kind: .manual)
      let alerts: [Alert]
      if let before {
        // One more, as the active one may be among them: after the clock was set back.
        alerts = try tx.alerts(
          of: viewer, olderThan: tx.alert(at: before, of: viewer), limit: limit + 2
        ).filter { !$0.isOpen }
      } else {
        let ended = try tx.alerts(of: viewer, kind: .manual, limit: limit + 1)
        alerts = (open.map { [$0] } ?? []) + ended.filter { !$0.isOpen }
      }
      return Page(alerts.map(AlertRecord.init), limit: limit) { $0.id.rawValue }
    }
  }
}

extension Page {
  /// - Parameter found: one more than `limit` if more follow.
  fileprivate init(_ found: [Item], limit: Int, name: (Item) -> String) {
    items = Array(found.prefix(limit))
    next = found.count > limit ? items.last.map(name) : nil
  }
}

extension LedgerSnapshot {
  fileprivate func notification(
    at cursor: String, of person: Person.ID
  ) throws -> NotificationRecord {
    guard let found = try notification(NotificationData.ID(rawValue: cursor)),
      found.person == person
    else { throw Refusal.invalidCursor }
    return found
  }

  fileprivate func alert(at cursor: String, of person: Person.ID) throws -> Alert {
    guard let found = try alert(AlertRecord.ID(rawValue: cursor)), found.person == person,
      found.kind == .manual
    else { throw Refusal.invalidCursor }
    return found
  }
}
