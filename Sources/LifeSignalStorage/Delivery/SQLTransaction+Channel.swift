import Foundation
import LifeSignalModel

extension SQLTransaction {
  func channels(of person: Person.ID) throws -> [Channel] {
    // A handful at most: sorting them here is cheaper than a sorter in the database.
    try session.allReadable(Statements.enabled, [.id(person)]) { try Channel(&$0) }
      .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  func insert(_ channel: Channel) throws -> Bool {
    try wins(Statements.insertOrEnable, try channel.values())
  }

  func disable(_ channel: Channel.ID, at: Date) throws -> Bool {
    try wins(Statements.disable, [.id(channel), .date(at)])
  }
}

private enum Statements {
  static let enabled: SQLText = """
    SELECT \(SQLTable.channels.list) FROM channels
    WHERE person_id = $1 AND disabled_at IS NULL
    """
  static let insertOrEnable: SQLText = """
    INSERT INTO channels (\(SQLTable.channels.list)) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (person_id, kind, address) DO UPDATE SET disabled_at = NULL
    WHERE channels.disabled_at IS NOT NULL
    """
  static let disable: SQLText =
    "UPDATE channels SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL"
}
