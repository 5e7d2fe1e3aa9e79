import Foundation
import LifeSignalModel

extension SQLTransaction {
  func sealedEntries(of alert: AlertRecord.ID) throws -> [TimelineDraft] {
    try session.all(CheckInCodeStatements.sealed, [.id(alert)]) { row in
      TimelineDraft(
        person: nil, at: try row.date(), kind: TimelineKind(rawValue: try row.text()),
        alert: alert, other: try row.optional { try $0.id() },
        details: TimelineDetails(text: try row.text()))
    }
  }

  func voidCheckInSheets(of person: Person.ID, at: Date) throws -> Int {
    try session.change(CheckInCodeStatements.void, [.id(person), .date(at)])
  }

  func useCheckInCode(_ id: CheckInCode.ID, at: Date, dueAt: Date) throws -> Bool {
    try wins(CheckInCodeStatements.use, [.id(id), .date(at), .date(dueAt)])
  }

  func settleCheckInCode(_ id: CheckInCode.ID) throws -> Bool {
    try wins(CheckInCodeStatements.settle, [.id(id)])
  }

  func seal(_ draft: TimelineDraft, of alert: AlertRecord.ID) throws {
    try session.change(
      CheckInCodeStatements.seal,
      [
        try .key(alert), .date(draft.at), .text(draft.kind.rawValue), try .key(draft.other),
        .text(draft.details.text),
      ])
  }

  func removeSealedEntries(of alert: AlertRecord.ID) throws -> Int {
    try session.change(CheckInCodeStatements.unseal, [.id(alert)])
  }
}

enum CheckInCodeStatements {
  static let sealed: SQLText = """
    SELECT at, kind, other_id, details FROM sealed_entries WHERE alert_id = $1 ORDER BY number
    """
  static let void: SQLText =
    "UPDATE check_in_sheets SET void_at = $2 WHERE person_id = $1 AND void_at IS NULL"
  static let use: SQLText = """
    UPDATE check_in_codes SET used_at = $2, due_at = $3 WHERE id = $1 AND used_at IS NULL
    """
  static let settle: SQLText =
    "UPDATE check_in_codes SET due_at = NULL WHERE id = $1 AND due_at IS NOT NULL"
  static let seal: SQLText = """
    INSERT INTO sealed_entries (alert_id, number, at, kind, other_id, details)
    SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5
    FROM sealed_entries WHERE alert_id = $1
    """
  static let unseal: SQLText = "DELETE FROM sealed_entries WHERE alert_id = $1"
}
