public import Foundation

/// Reads of pings.
public protocol PingReads: RecordReads {
  func pendingPing(from sender: Person.ID, to recipient: Person.ID) throws -> Ping?
  /// Pending pings to `recipient`, oldest first.
  func pendingPings(to recipient: Person.ID) throws -> [Ping]
  /// Pings of this ordered pair sent at or after `since`, in any status, newest first.
  func pings(from sender: Person.ID, to recipient: Person.ID, since: Date) throws -> [Ping]
  /// Pings `person` has sent or received, in any status, newest first.
  func pings(of person: Person.ID, limit: Int) throws -> [PingFacts]
}

extension PingReads {
  public func ping(_ id: PingData.ID) throws -> Ping? { try find(id) }
}
