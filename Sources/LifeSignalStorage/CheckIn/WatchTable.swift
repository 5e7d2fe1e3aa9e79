import LifeSignalEngine
import LifeSignalModel

extension SQLTable {
  static let watches = SQLTable(
    name: "watches",
    columns: [
      "person_id", "interval_ms", "grace_ms", "last_check_in_at", "deadline_at", "stage",
      "next_fire_at", "gen", "plan_times", "plan_days", "plan_zone", "paused_at", "paused_until",
      "resumed_at", "snoozed_until", "snoozed_gen", "snoozes",
    ], unique: ["(person_id)"])
}

extension Watch {
  init(_ row: inout SQLRow) throws {
    row.begin(.watches)
    self.init(
      person: try row.id(),
      // Without these a check-in could not be stored; the deadline that is due has its own column.
      interval: row.read(or: CheckInSettings.defaultInterval) { try $0.length() },
      grace: row.read(or: CheckInSettings.defaultGracePeriod) { try $0.length() },
      lastCheckIn: row.read(or: nil) { row in try row.optional { try $0.date() } },
      deadline: try row.optional { try $0.date() }, stage: try row.choice(),
      nextFireAt: try row.optional { try $0.date() }, gen: try row.count(),
      // Without a plan the interval applies, which is stored beside it.
      times: row.read(or: nil, columns: 3) { row in
        try row.optional(columns: 3) { try CheckInTimes(&$0) }
      },
      pausedAt: try row.optional { try $0.date() },
      pausedUntil: try row.optional { try $0.date() },
      resumedAt: try row.optional { try $0.date() },
      // The deadline itself does not depend on it.
      snooze: row.read(or: nil, columns: 3) { row in
        try row.optional(columns: 3) {
          Snooze(until: try $0.date(), gen: try $0.count(), count: try $0.int())
        }
      })
  }

  /// In the order of ``SQLTable/watches``.
  func values() throws -> [SQLValue] {
    [
      try .key(person), .length(interval), .length(grace), .date(lastCheckIn), .date(deadline),
      .int(stage.rawValue), .date(nextFireAt), .int64(gen), .text(times?.storedTimes),
      times.map { .int($0.storedDays) } ?? .null, .text(times?.zone.identifier),
      .date(pausedAt), .date(pausedUntil), .date(resumedAt), .date(snooze?.until),
      snooze.map { .int64($0.gen) } ?? .null, snooze.map { .int($0.count) } ?? .null,
    ]
  }
}

/// Times as "480 1230", minutes after midnight; days as bits, Monday the lowest.
extension CheckInTimes {
  fileprivate init(_ row: inout SQLRow) throws {
    let texts = try row.text().split(separator: " ")
    let times = texts.compactMap { Int($0).flatMap(TimeOfDay.init(minutes:)) }
    let bits = try row.int()
    guard times.count == texts.count else {
      throw LedgerError.corrupt("A plan of check-in times cannot be read.")
    }
    // A zone that a later database of zones has dropped must not remove a person from the watch.
    let zone = Zone(try row.text()) ?? .utc
    self.init(
      times: times, days: Weekday.allCases.filter { bits & (1 << ($0.rawValue - 1)) != 0 },
      zone: zone)
  }

  fileprivate var storedTimes: String {
    times.map { String($0.minutes) }.joined(separator: " ")
  }

  fileprivate var storedDays: Int { days.reduce(0) { $0 | 1 << ($1.rawValue - 1) } }
}
