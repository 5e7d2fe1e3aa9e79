import LifeSignalModel

/// A table's name and the columns a record is made from, in the order of reading.
struct SQLTable: Sendable {
  let name: String
  let columns: [String]
  /// The columns that identify a record, each entry as the columns of a unique index and, if the
  /// index is partial, its condition. The first of them is enough.
  let unique: [String]
  /// What a change does with each column; empty for tables whose changes are written by hand.
  let roles: [Columns.Role]
  /// Whether an inserted record replaces an existing one with the same ``unique`` columns.
  let replaces: Bool

  /// Accepts only text from the sources, so that all of it can be part of a statement.
  init(name: StaticString, columns: [StaticString], unique: [StaticString] = []) {
    self.name = name.description
    self.columns = columns.map(\.description)
    self.unique = unique.map(\.description)
    roles = []
    replaces = false
  }

  /// The table of a record, as its own declaration lists it.
  init<Stored: Record>(_ type: Stored.Type) {
    let list = Stored.listedColumns
    name = Stored.table.name
    columns = list.map(\.name)
    unique = Stored.table.unique
    roles = list.map(\.role)
    replaces = Stored.table.replaces
  }
}

/// The tables of records that other statements name too.
extension SQLTable {
  static let accessTokens = SQLTable(AccessToken.self)
  static let channels = SQLTable(Channel.self)
  static let checkInCodes = SQLTable(CheckInCode.self)
  static let checkInSheets = SQLTable(CheckInSheet.self)
  static let escalations = SQLTable(Escalation.self)
  static let pings = SQLTable(Ping.self)
  static let sessions = SQLTable(Session.self)
  static let travels = SQLTable(Travel.self)
}
