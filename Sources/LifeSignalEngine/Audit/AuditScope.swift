public import Foundation

/// What one look of the auditor takes in, so that a look costs the same whatever there is to see.
public struct AuditScope: Equatable, Sendable {
  public var now: Date
  /// Due before this instant and still there is late.
  public var lateBefore: Date
  /// Whoever fails and is pushed forward is tried again before this instant.
  public var soon: Date { now + 11 }
  /// No deadline, journey or pause lasts until after this instant.
  public var neverAfter: Date { now + 400 * 86_400 }
  /// No rule makes a message wait until after this instant.
  public var strandedAfter: Date
  /// Seconds by which a waiting row may come due later than its rule says: the clock may just be being set.
  public static let slack: TimeInterval = 120
  /// No rule makes the first message of an alarm wait until after this instant.
  public var alarmStrandedAfter: Date { now + 3_900 }
  /// No rule leases a message until after this instant.
  public var leasedAfter: Date
  /// The entries of alarms that began before this instant may have been swept.
  public var entriesSince: Date
  /// Where the last look ended; rows with greater numbers are looked at.
  public var after: Int64
  /// Rows looked at, and findings returned, at most.
  public var rows: Int
  public var findings: Int

  public init(
    now: Date, lateBefore: Date, strandedAfter: Date, leasedAfter: Date, entriesSince: Date,
    after: Int64 = .min, rows: Int = 2_000, findings: Int = 100
  ) {
    self.now = now
    self.lateBefore = lateBefore
    self.strandedAfter = strandedAfter
    self.leasedAfter = leasedAfter
    self.entriesSince = entriesSince
    self.after = after
    self.rows = rows
    self.findings = findings
  }
}

/// What a look found.
public struct AuditPage: Equatable, Sendable {
  /// Numbers of the subjects, in the order they were found.
  public var subjects: [Int64]
  /// The last row looked at when there are more; nil when the end was reached.
  public var end: Int64?
  /// Since when it is so, by subject, where a row says it; of others the auditor knows only when it found them.
  public var since: [Int64: Date]

  public init(subjects: [Int64] = [], end: Int64? = nil, since: [Int64: Date] = [:]) {
    self.subjects = subjects
    self.end = end
    self.since = since
  }
}
