import Foundation
import GRDB
import GRDBSQLite
import LifeSignalModel

/// A GRDB connection seen as an ``SQLSession``, for the time of one batch or one read.
///
/// Statements are prepared once per connection. Binding and stepping go straight to SQLite: every
/// check-in runs some ten statements, and values pass through no second representation.
final class SQLiteSession: SQLSession {
  let database: Database
  private let connection: OpaquePointer?
  /// The texts and statements of this session. Both are retained: GRDB drops its own statements
  /// when the schema changes, and a released text could leave its identity to another.
  private var prepared: [ObjectIdentifier: (text: SQLText, statement: Statement)] = [:]

  /// Whether a statement found no room.
  private(set) var hasMetFullDisk = false
  /// Whether a statement could not read what SQLite has written.
  private(set) var hasMetDamage = false

  let damaged: DamagedRows?

  init(database: Database, damaged: DamagedRows? = nil) {
    self.database = database
    self.damaged = damaged
    connection = database.sqliteConnection
  }

  /// Rows changed since the connection was opened.
  var totalChanges: Int32 { sqlite3_total_changes(connection) }

  func rows(_ statement: SQLText, _ values: [SQLValue]) throws -> [SQLRow] {
    try run(statement, values) { prepared in
      var rows: [SQLRow] = []
      while try step(prepared) { rows.append(row(of: prepared)) }
      return rows
    }
  }

  @discardableResult
  func change(_ statement: SQLText, _ values: [SQLValue]) throws -> Int {
    try run(statement, values) { prepared in
      while try step(prepared) {}
      return Int(clamping: sqlite3_changes(connection))
    }
  }

  private func run<Result>(
    _ statement: SQLText, _ values: [SQLValue], _ body: (OpaquePointer) throws -> Result
  ) throws -> Result {
    let prepared = try prepare(statement)
    defer { sqlite3_reset(prepared) }
    for (index, value) in values.enumerated() {
      let code = bind(value, to: prepared, at: Int32(clamping: index + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
    return try body(prepared)
  }

  private func prepare(_ statement: SQLText) throws -> OpaquePointer {
    if let known = prepared[ObjectIdentifier(statement)] { return known.statement.sqliteStatement }
    do {
      let new = try database.cachedStatement(sql: statement.questionMarks)
      prepared[ObjectIdentifier(statement)] = (statement, new)
      return new.sqliteStatement
    } catch let error as DatabaseError {
      throw SQLiteFailure(error).ledgerError
    }
  }

  /// True while there is a row to read.
  private func step(_ prepared: OpaquePointer) throws -> Bool {
    let code = sqlite3_step(prepared)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(code)
    }
  }

  private func bind(_ value: SQLValue, to prepared: OpaquePointer, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(prepared, index)
    case .int64(let number): return sqlite3_bind_int64(prepared, index, number)
    case .text(var text):
      // Empty text may have no address, and no address would bind NULL.
      guard !text.isEmpty else { return sqlite3_bind_text(prepared, index, "", 0, Self.copied) }
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(
            prepared, index, characters.baseAddress, Int32(clamping: characters.count), Self.copied)
        }
      }
    case .bytes(let data):
      guard !data.isEmpty else { return sqlite3_bind_zeroblob(prepared, index, 0) }
      return data.withUnsafeBytes {
        sqlite3_bind_blob(prepared, index, $0.baseAddress, Int32(clamping: $0.count), Self.copied)
      }
    }
  }

  private func row(of prepared: OpaquePointer) -> SQLRow {
    SQLRow(
      (0..<sqlite3_column_count(prepared)).map { column in
        switch sqlite3_column_type(prepared, column) {
        case SQLITE_INTEGER: .int64(sqlite3_column_int64(prepared, column))
        case SQLITE_TEXT: .text(text(of: prepared, column))
        case SQLITE_BLOB: .bytes(bytes(of: prepared, column))
        default: .null
        }
      })
  }

  private func text(of prepared: OpaquePointer, _ column: Int32) -> String {
    // In this order: asking for the text may convert it, which settles the number of bytes.
    let start = sqlite3_column_text(prepared, column)
    let count = Int(clamping: sqlite3_column_bytes(prepared, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func bytes(of prepared: OpaquePointer, _ column: Int32) -> Data {
    let start = sqlite3_column_blob(prepared, column)
    let count = Int(clamping: sqlite3_column_bytes(prepared, column))
    return start.map { Data(bytes: $0, count: count) } ?? Data()
  }

  private func failure(_ code: Int32) -> any Error {
    let failure = SQLiteFailure(
      code: code, message: String(cString: sqlite3_errmsg(connection)),
      systemError: sqlite3_system_errno(connection))
    if failure.code & 0xff == SQLITE_FULL { hasMetFullDisk = true }
    if failure.isDamage { hasMetDamage = true }
    return failure.ledgerError
  }

  /// SQLITE_TRANSIENT: SQLite takes its own copy before the call returns.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
