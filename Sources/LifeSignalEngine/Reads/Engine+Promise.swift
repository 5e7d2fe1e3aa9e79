public import LifeSignalModel

/// A viewer's reads of their own promise; no other person's is ever read here.
extension Engine {
  /// The next older ones after `record`, newest first.
  public func checkIns(
    of viewer: Person.ID, olderThan record: CheckInRecord, limit: Int
  ) async throws -> [CheckInRecord] {
    try await ledger.read { tx in
      try tx.checkIns(of: viewer, olderThan: record, limit: limit).map(CheckInRecord.init)
    }
  }

  /// The last weeks as days of `zone`.
  public func checkInCalendar(of viewer: Person.ID, zone: Zone) async throws -> CheckInCalendar {
    let now = clock.now
    let start = CheckInCalendar.start(now: now, zone: zone)
    return try await ledger.read { tx in
      // Five weeks cannot contain more alerts than hours.
      let missed = try tx.alerts(of: viewer, kind: .missedCheckIn, limit: 840)
      return CheckInCalendar(
        now: now, zone: zone, checkIns: try tx.checkInTimes(of: viewer, since: start),
        missed: missed.map(\.startedAt), pauses: try tx.pauses(of: viewer, since: start))
    }
  }
}
