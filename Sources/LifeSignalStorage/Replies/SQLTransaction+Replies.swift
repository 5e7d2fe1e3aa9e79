import Foundation
import LifeSignalModel

extension SQLTransaction {
  func hasReply(_ id: Reply.ID) throws -> Bool {
    try session.first(ReplyStatements.byID, [.text(id.rawValue)]) { try $0.int() } != nil
  }

  func insertReply(_ id: Reply.ID, at: Date) throws -> Bool {
    try wins(ReplyStatements.insert, [.text(id.rawValue), .date(at)])
  }
}

enum ReplyStatements {
  static let byID: SQLText = "SELECT 1 FROM replies WHERE id = $1"
  static let insert: SQLText = """
    INSERT INTO replies (id, received_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING
    """
}
