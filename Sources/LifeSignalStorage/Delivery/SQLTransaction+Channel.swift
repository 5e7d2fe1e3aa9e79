import Foundation
import LifeSignalModel

extension SQLTransaction {
  func channels(of person: Person.ID) throws -> [Channel] {
    // A handful at most: sorting them here is cheaper than a sorter in the database.
    try session.allReadable(Statements.enabled, [.id(person)]) { try Channel(&$0) }
      .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  func channel(of person: Person.ID, _ kind: ChannelKind, at address: String) throws -> Channel? {
    try session.first(Statements.atAddress, [.id(person), .text(kind.rawValue), .text(address)]) {
      try Channel(&$0)
    }
  }

  func insert(_ channel: Channel) throws -> Bool {
    try wins(Statements.insertOrEnable, try channel.values())
  }

  func disable(_ channel: Channel.ID, address: String?, at: Date) throws -> Bool {
    guard let address else { return try wins(Statements.disable, [.id(channel), .date(at)]) }
    return try wins(Statements.disableAddress, [.id(channel), .date(at), .text(address)])
  }
}

private enum Statements {
  static let enabled: SQLText = """
    SELECT \(SQLTable.channels.list) FROM channels
    WHERE person_id = $1 AND disabled_at IS NULL
    """
  static let atAddress: SQLText = """
    SELECT \(SQLTable.channels.list) FROM channels
    WHERE person_id = $1 AND kind = $2 AND address = $3
    """
  static let insertOrEnable: SQLText = """
    INSERT INTO channels (\(SQLTable.channels.list)) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (person_id, kind, address) DO UPDATE SET disabled_at = NULL
    WHERE channels.disabled_at IS NOT NULL
    """
  static let disable: SQLText =
    "UPDATE channels SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL"
  static let disableAddress: SQLText = """
    UPDATE channels SET disabled_at = $2
    WHERE id = $1 AND disabled_at IS NULL AND address = $3
    """
}
