/// The state of a ledger's disk and log; nil for values that are unknown.
public struct LedgerCondition: Equatable, Sendable {
  /// Bytes of commits that are not in the database file yet.
  public var logBytes: Int64?
  /// Bytes that may still be written on the disk of the database.
  public var freeBytes: Int64?
  /// Bytes of that disk.
  public var diskBytes: Int64?
  /// Whether the room reserved for check-ins is still there; nil where none is reserved.
  public var hasReserve: Bool?
  /// Whether lost acknowledged commits were found, and the operator has not acknowledged that.
  public var hasLostCommits: Bool

  public init(
    logBytes: Int64? = nil, freeBytes: Int64? = nil, diskBytes: Int64? = nil,
    hasReserve: Bool? = nil, hasLostCommits: Bool = false
  ) {
    self.hasLostCommits = hasLostCommits
    self.logBytes = logBytes
    self.freeBytes = freeBytes
    self.diskBytes = diskBytes
    self.hasReserve = hasReserve
  }

  /// A condition that an operator should correct before it breaks a promise.
  public enum Finding: String, CaseIterable, Sendable {
    /// Less than a twentieth of the disk is free.
    case diskNearlyFull = "disk-nearly-full"
    /// The disk was full, or is too small: no room is reserved for check-ins.
    case diskReserveGone = "disk-reserve-gone"
    /// The log is longer than 512 MB: a reader prevents it from restarting at its beginning.
    case logTooLong = "log-too-long"
    /// At a start, commits on the disk could not be read any more: acknowledged data is lost.
    case commitsLost = "commits-lost"
  }

  public var findings: [Finding] {
    var found: [Finding] = []
    if let freeBytes, let diskBytes, freeBytes < diskBytes / 20 { found.append(.diskNearlyFull) }
    if hasReserve == false { found.append(.diskReserveGone) }
    if let logBytes, logBytes > 512_000_000 { found.append(.logTooLong) }
    if hasLostCommits { found.append(.commitsLost) }
    return found
  }
}

extension Ledger {
  public var condition: LedgerCondition { LedgerCondition() }
}
