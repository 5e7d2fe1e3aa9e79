public import Foundation
public import LifeSignalModel

/// The records of each loop, earliest first.
extension LedgerSnapshot {
  public func dueTravels(at now: Date, limit: Int) throws -> [Travel] {
    try due(at: now, limit: limit)
  }

  /// Used codes.
  public func dueCheckInCodes(at now: Date, limit: Int) throws -> [CheckInCode] {
    try due(at: now, limit: limit)
  }

  public func dueEscalations(at now: Date, limit: Int) throws -> [Escalation] {
    try due(at: now, limit: limit)
  }

  /// Pending pings that have expired.
  public func duePings(at now: Date, limit: Int) throws -> [Ping] {
    try due(at: now, limit: limit)
  }

  public func dueDrills(at now: Date, limit: Int) throws -> [Drill] {
    try due(at: now, limit: limit)
  }

  public func earliestTravel() throws -> Date? { try earliest(Travel.self) }
  public func earliestCheckInCode() throws -> Date? { try earliest(CheckInCode.self) }
  public func earliestEscalation() throws -> Date? { try earliest(Escalation.self) }
  /// The smallest `expiresAt` of a pending ping.
  public func earliestPingExpiry() throws -> Date? { try earliest(Ping.self) }
}
