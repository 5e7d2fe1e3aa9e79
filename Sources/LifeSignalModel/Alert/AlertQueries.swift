extension Endpoints {
  static let alertQueries: [any Query.Type] = [GetAlertStatus.self, GetAlertHistory.self]
}

/// Whether the member's own alert is on, and since when.
public struct GetAlertStatus: BriefQuery {
  public init() {}

  public static let route = Route.get(
    "/alert", summary: "Says whether the own alert is on.", for: .token(.read))

  /// - Throws: ``Refusal/personNotFound``.
  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> AlertStatusSnapshot {
    guard try reads.person(me.id) != nil else { throw Refusal.personNotFound }
    let open = try reads.openAlert(of: me.id, kind: .manual)
    return AlertStatusSnapshot(isActive: open != nil, startTime: open?.startedAt)
  }
}

/// Alerts that the member raised by hand, newest first; the active one, if any, is the first of the
/// first part.
public struct GetAlertHistory: Query {
  /// ``ItemList/next`` of the part before; nil begins with the newest.
  public var before: String?
  /// At most ``APICount/longest``; nil is that many.
  public var limit: APICount?

  public init(before: String? = nil, limit: Int? = nil) {
    self.before = before
    self.limit = limit.map(APICount.init)
  }

  public static let route = Route.get(
    "/alerts", summary: "Lists the own alerts, newest first, at most 1,000 at once.",
    for: .token(.read))

  /// - Throws: ``Refusal/invalidCursor``.
  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<AlertRecord> {
    let limit = min(APICount.longest, limit?.value ?? APICount.longest)
    let alerts: [Alert]
    if let before {
      // One more, as the active one may be among them: after the clock was set back.
      alerts = try reads.alerts(
        of: me.id, olderThan: alert(at: before, of: me, in: reads), limit: limit + 2
      ).filter { !$0.isOpen }
    } else {
      // In a query of its own: after the clock was set back an ended alert may look newer.
      let open = try reads.openAlert(of: me.id, kind: .manual).map { [$0] } ?? []
      let ended = try reads.alerts(of: me.id, kind: .manual, limit: limit + 1)
      alerts = open + ended.filter { !$0.isOpen }
    }
    return ItemList(alerts.map(AlertRecord.init), limit: limit) { $0.id.rawValue }
  }

  private func alert(at cursor: String, of me: Member, in reads: some Reads) throws -> Alert {
    guard let found = try reads.alert(AlertRecord.ID(rawValue: cursor)), found.person == me.id,
      found.kind == .manual
    else { throw Refusal.invalidCursor }
    return found
  }
}
