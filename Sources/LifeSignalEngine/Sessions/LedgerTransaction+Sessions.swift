public import Foundation
public import LifeSignalModel

extension LedgerTransaction {
  /// Wins while the session is this person's and not revoked.
  public func revokeSession(_ id: SessionID, of person: Person.ID, at: Date) throws -> Bool {
    guard let old: Session = try find(id), old.person == person else { return false }
    var new = old
    new.revokedAt = at
    return try update(new, from: old)
  }

  /// Wins while the session is not revoked.
  public func noteUse(ofSession id: SessionID, at: Date) throws -> Bool {
    guard let old: Session = try find(id) else { return false }
    var new = old
    new.lastSeenAt = at
    return try update(new, from: old)
  }

  /// Wins while the session is this person's and not revoked.
  public func proveSession(_ id: SessionID, of person: Person.ID, at: Date) throws -> Bool {
    guard let old: Session = try find(id), old.person == person else { return false }
    var new = old
    new.provenAt = at
    return try update(new, from: old)
  }
}
