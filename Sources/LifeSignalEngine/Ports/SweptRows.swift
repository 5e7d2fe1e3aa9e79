/// The rows that are removed when they are past their retention.
public enum SweptRows: CaseIterable, Sendable {
  /// What no one needs any more: notifications and finished deliveries, codes, sessions and access
  /// tokens that have expired, tokens that were revoked, sheets of check-in codes that are void and
  /// have no code that is due.
  case leftovers
  case activities
  case retiredQRCodes
  /// Requests with a key, by when they began.
  case requests
  /// Automatic check-ins by when they were recorded, except a person's first and last of a day, in
  /// UTC. Examines as many check-ins as the limit says that it has not examined before; returns how
  /// many.
  case automaticCheckIns
  /// The same for all check-ins, also those that people made.
  case checkIns
  /// Pings, trips, pauses and alerts by when they ended, with the escalations of these alerts. An
  /// alert of the deadline that a person has still missed stays: without it the same deadline would
  /// raise another.
  case history
}
