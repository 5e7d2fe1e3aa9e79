import LifeSignalModel
import Synchronization

/// The statements that follow from a record's declaration.
final class RecordStatements: Sendable {
  private static let known = Made<RecordStatements>()

  static func of<Stored: Record>(_ type: Stored.Type) -> RecordStatements {
    known.value(for: ObjectIdentifier(type)) { RecordStatements(SQLTable(type)) }
  }

  let table: SQLTable
  /// By the first column of the key.
  let find: SQLText
  let insert: SQLText
  let delete: SQLText
  /// Whatever the row contains.
  let replace: SQLText
  /// By the columns that an update sets.
  private let updates = Mutex<[UInt64: SQLText]>([:])

  private init(_ table: SQLTable) {
    self.table = table
    find = table.find
    insert = table.insert
    delete = table.delete
    replace = table.replace
  }

  /// The statement and the values that turn the one record into the other; nil if such a change always
  /// loses.
  func update(to new: [SQLValue], from old: [SQLValue]) -> (SQLText, [SQLValue])? {
    var (set, bit): (UInt64, UInt64) = (0, 1)
    var changed: [Int] = []
    for (index, role) in table.roles.enumerated() {
      let isSet: Bool
      switch role {
      case .key, .fixed:
        guard new[index] == old[index] else { return nil }
        isSet = false
      case .always: isSet = true
      case .changing, .compared, .end: isSet = new[index] != old[index]
      }
      if isSet {
        set |= bit
        changed.append(index)
      }
      bit <<= 1
    }
    var values = changed.map { new[$0] }
    for (index, role) in table.roles.enumerated() where role == .key || role == .compared {
      values.append(old[index])
    }
    let statement = updates.withLock { updates in
      if let known = updates[set] { return known }
      let statement = table.update(setting: changed)
      updates[set] = statement
      return statement
    }
    return (statement, values)
  }
}

extension SQLTransaction {
  func find<Stored: KeyedRecord>(_ key: Stored.Key) throws -> Stored? {
    let statement = RecordStatements.of(Stored.self).find
    let value = Stored.column(of: key)
    return Stored.table.passesOverUnreadable
      ? try session.readable(statement, [value]) { try Stored(&$0) }
      : try session.first(statement, [value]) { try Stored(&$0) }
  }

  func insert<Stored: Record>(_ record: Stored) throws -> Bool {
    try wins(RecordStatements.of(Stored.self).insert, try record.values())
  }

  func update<Stored: Record>(_ record: Stored, from old: Stored) throws -> Bool {
    let statements = RecordStatements.of(Stored.self)
    guard let update = statements.update(to: try record.values(), from: try old.values()) else {
      return false
    }
    return try wins(update.0, update.1)
  }

  /// Stores every value that may change, of a row whose values could not all be read.
  func replace<Stored: Record>(_ record: Stored) throws -> Bool {
    let statements = RecordStatements.of(Stored.self)
    let values = try record.values()
    return try wins(
      statements.replace,
      (statements.table.changing + statements.table.keys).map { values[$0] })
  }

  func delete<Stored: KeyedRecord>(_ type: Stored.Type, _ key: Stored.Key) throws -> Bool {
    try wins(RecordStatements.of(type).delete, [Stored.column(of: key)])
  }
}
