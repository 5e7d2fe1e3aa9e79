import Foundation
import LifeSignalModel

extension SQLTransaction {
  func revokeSessions(of person: Person.ID, otherThan id: SessionID, at: Date) throws -> Int {
    try session.change(Statements.revokeOthers, [.id(id), .id(person), .date(at)])
  }
}

private enum Statements {
  static let revokeOthers: SQLText = """
    UPDATE sessions SET revoked_at = $3
    WHERE id <> $1 AND person_id = $2 AND revoked_at IS NULL
    """
}
