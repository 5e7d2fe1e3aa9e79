import Foundation
import LifeSignalEngine
import LifeSignalModel

/// One row of a result, read column by column from the left.
struct SQLRow: Sendable {
  private let values: [SQLValue]
  private var next = 0
  /// The record that is being read.
  private(set) var record = RecordName()
  /// The columns of its table, where it is read one by one, and the place of the first.
  private var columns: [String] = []
  private var first = 0
  /// Records in which a damaged value had to be replaced.
  private(set) var spoilt: [RecordName] = []

  init(_ values: [SQLValue]) {
    self.values = values
  }

  mutating func int64() throws -> Int64 {
    guard case .int64(let value) = try take() else { throw unexpected("a number") }
    return value
  }

  mutating func text() throws -> String {
    guard case .text(let value) = try take() else { throw unexpected("text") }
    return value
  }

  mutating func bytes() throws -> Data {
    guard case .bytes(let value) = try take() else { throw unexpected("bytes") }
    return value
  }

  /// What the column contains, as every record reads it.
  private mutating func value<Value: ColumnValue>() throws -> Value {
    guard let value = Value(column: try take()) else { throw unexpected("a \(Value.self)") }
    return value
  }

  /// A number to count with: far from overflow when one is added.
  mutating func count() throws -> Int64 { try value() }
  mutating func int() throws -> Int { try value() }
  mutating func flag() throws -> Bool { try value() }
  mutating func date() throws -> Date { try value() }
  mutating func length() throws -> TimeInterval { try value() }
  mutating func id<Subject>() throws -> Identifier<Subject> { try value() }

  /// A value stored by its raw text.
  mutating func choice<Choice: RawRepresentable<String>>() throws -> Choice {
    guard let choice = Choice(rawValue: try text()) else { throw unexpected("a \(Choice.self)") }
    return choice
  }

  /// A value stored by its raw number.
  mutating func choice<Choice: RawRepresentable<Int>>() throws -> Choice {
    guard let choice = Choice(rawValue: try int()) else { throw unexpected("a \(Choice.self)") }
    return choice
  }

  /// Nil when the next column is NULL; then `columns` columns are skipped.
  mutating func optional<Value>(
    columns: Int = 1, _ read: (inout SQLRow) throws -> Value
  ) throws -> Value? {
    guard next < values.count, values[next] != .null else {
      next += columns
      return nil
    }
    return try read(&self)
  }

  /// Nil if the row does not have the form that `read` expects.
  func readable<Value>(
    noting damaged: DamagedRows?, _ read: (inout SQLRow) throws -> Value
  ) throws -> Value? {
    var row = self
    do {
      let value = try read(&row)
      damaged?.wasRead(row)
      return value
    } catch LedgerError.corrupt {
      damaged?.note(row.record)
      return nil
    }
  }

  /// Begins a record of this table. Its first column names the row, or its first two.
  mutating func begin(_ table: SQLTable, isPair: Bool = false) {
    begin(table.name, isPair: isPair)
    (columns, first) = (table.columns, next)
  }

  private mutating func begin(_ table: String, isPair: Bool) {
    record = RecordName(table: table)
    columns = []
    if next < values.count {
      switch values[next] {
      case .int64(let key): record.key = key
      case .text(let name): record.name = name
      case .null, .bytes: break
      }
    }
    if isPair, next + 1 < values.count { record.other = values[next + 1] }
  }

  /// Fills the record from the next columns.
  mutating func fill<Filled: Record>(_ filled: inout Filled, replacing: Bool = false) throws {
    let table = Filled.table
    begin(table.name, isPair: table.isPair)
    var columns = Columns.reading(values, from: next, replaces: replacing)
    try filled.columns(&columns)
    next = columns.next
    if columns.isDamaged { noteDamage() }
    if columns.isForgiven { forgive() }
  }

  /// The value `read` makes from the next columns, or `fallback` if it cannot: one damaged value
  /// must not cost a person the whole row. The damage is noted, and so shown to the operator.
  mutating func read<Value>(
    or fallback: Value, columns: Int = 1, _ read: (inout SQLRow) throws -> Value
  ) -> Value {
    let start = next
    do {
      return try read(&self)
    } catch {
      noteDamage()
      next = start + columns
      return fallback
    }
  }

  /// Notes the record that is being read as damaged, because its columns contradict one another.
  mutating func noteDamage() {
    if spoilt.last != record { spoilt.append(record) }
  }

  /// For a record that is over: nothing depends any more on the values that had to be replaced in
  /// it.
  mutating func forgive() { spoilt.removeAll { $0 == record } }

  /// A value stored by its raw text; `unknown` for one stored by another release.
  mutating func choice<Choice: RawRepresentable<String>>(unknown: Choice) throws -> Choice {
    Choice(rawValue: try text()) ?? unknown
  }

  private mutating func take() throws -> SQLValue {
    guard next < values.count else { throw LedgerError.corrupt("A row has too few columns.") }
    defer { next += 1 }
    return values[next]
  }

  /// Names the column, never its content. Called when it has been taken.
  private func unexpected(_ wanted: String) -> LedgerError {
    let place = next - 1 - first
    let name = columns.indices.contains(place) ? columns[place] : "\(next) of \(values.count)"
    return .corrupt("The column \(name) is not \(wanted).")
  }
}
