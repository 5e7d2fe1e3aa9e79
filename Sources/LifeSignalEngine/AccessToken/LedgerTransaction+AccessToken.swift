public import Foundation
public import LifeSignalModel

extension LedgerTransaction {
  /// Wins while the token is this person's and not revoked.
  public func revokeAccessToken(
    _ id: AccessToken.ID, of person: Person.ID, at: Date
  ) throws -> Bool {
    guard let old: AccessToken = try find(id), old.person == person else { return false }
    var new = old
    new.revokedAt = at
    return try update(new, from: old)
  }

  /// Wins while the token is not revoked.
  public func noteUse(ofAccessToken id: AccessToken.ID, at: Date) throws -> Bool {
    guard let old: AccessToken = try find(id) else { return false }
    var new = old
    new.lastUsedAt = at
    return try update(new, from: old)
  }
}
