public import Foundation

/// The limits of one search by the auditor, which keep its cost constant however much is stored.
public struct AuditScope: Equatable, Sendable {
  public var now: Date
  /// A row that was due before this instant and is still there is late.
  public var lateBefore: Date
  /// A row that failed and was put off is tried again before this instant.
  public var soon: Date { now + 11 }
  /// No deadline, trip or pause ends after this instant.
  public var neverAfter: Date { now + 400 * 86_400 }
  /// No rule makes a message wait beyond this instant.
  public var strandedAfter: Date
  /// Seconds by which a waiting row may be due later than its rule requires: the clock may be
  /// changing at this moment.
  public static let slack: TimeInterval = 120
  /// No rule makes the first message of an alert wait beyond this instant.
  public var alarmStrandedAfter: Date { now + 3_900 }
  /// No rule leases a message beyond this instant.
  public var leasedAfter: Date
  /// The notifications of alerts that began before this instant may be deleted already.
  public var entriesSince: Date
  /// Where the last search ended: this one examines rows with greater numbers.
  public var after: Int64 = .min
  /// The most rows to examine, and the most findings to return.
  public var rows = 2_000
  public var findings = 100
}

/// The result of a search.
public struct AuditPage: Equatable, Sendable {
  /// Numbers of the subjects, in the order they were found.
  public var subjects: [Int64]
  /// The last row examined if there are more; nil at the end.
  public var end: Int64?
  /// When each fault began, where a row shows it; for the others only the time of discovery is
  /// known.
  public var since: [Int64: Date]

  public init(subjects: [Int64] = [], end: Int64? = nil, since: [Int64: Date] = [:]) {
    self.subjects = subjects
    self.end = end
    self.since = since
  }
}
