public import Foundation

extension Endpoints {
  static let checkInHistoryQueries: [any Query.Type] = [
    GetCheckInHistory.self, GetOlderCheckIns.self, GetCheckInCalendar.self,
  ]
}

/// The newest check-ins of the member.
public struct GetCheckInHistory: Query {
  /// At most ``APICount/longest``, which is also what nil gets.
  public var limit: APICount?

  public init(limit: Int? = nil) { self.limit = limit.map(APICount.init) }

  public static let route = Route.get(
    "/check-ins",
    summary:
      "Lists the newest check-ins, at most 1,000. `getOlderCheckIns` lists those before them.",
    for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<CheckInRecord> {
    let limit = min(APICount.longest, limit?.value ?? APICount.longest)
    return ItemList(try reads.checkIns(of: me.id, limit: limit).map(CheckInRecord.init))
  }
}

/// The next older check-ins of the member after one of them, newest first.
public struct GetOlderCheckIns: Query {
  /// The check-in before which the others are.
  public var id: CheckInRecord.ID
  /// When that one was made.
  public var at: Date
  /// 1–100; others are brought there.
  public var limit: APINumber

  public init(than record: CheckInRecord, limit: Int) {
    id = record.id
    at = record.timestamp
    self.limit = APINumber(limit)
  }

  public static let route = Route.get(
    "/check-ins/{id}/older",
    summary: "Lists the next older check-ins after one that was made `at`.", for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<CheckInRecord> {
    let last = CheckInRecord(id: id, userID: me.id, timestamp: at)
    let limit = max(1, min(100, limit.value))
    return ItemList(
      try reads.checkIns(of: me.id, olderThan: last, limit: limit).map(CheckInRecord.init))
  }
}

/// The last weeks of the member as days of a time zone.
public struct GetCheckInCalendar: Query {
  /// A name of the IANA database.
  public var zone: String

  public init(zone: Zone) { self.zone = zone.identifier }

  public static let route = Route.get(
    "/check-in-calendar", summary: "Reads the last weeks as days of a time zone.",
    for: .token(.read))

  /// - Throws: ``Refusal/invalidZone``.
  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInCalendar {
    guard let zone = Zone(zone) else { throw Refusal.invalidZone }
    let start = CheckInCalendar.start(now: moment.now, zone: zone)
    // Five weeks cannot contain more alerts than hours.
    let missed = try reads.alerts(of: me.id, kind: .missedCheckIn, limit: 840)
    return CheckInCalendar(
      now: moment.now, zone: zone, checkIns: try reads.checkInTimes(of: me.id, since: start),
      missed: missed.map(\.startedAt), pauses: try reads.pauses(of: me.id, since: start))
  }
}
