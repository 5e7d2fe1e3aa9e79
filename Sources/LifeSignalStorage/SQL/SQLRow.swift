import Foundation
import LifeSignalEngine
import LifeSignalModel

/// One row of a result, read column by column from the left.
struct SQLRow: Sendable {
  private let values: [SQLValue]
  private var next = 0

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

  mutating func int() throws -> Int { Int(try int64()) }
  mutating func flag() throws -> Bool { try int64() != 0 }
  mutating func date() throws -> Date { Date(milliseconds: try int64()) }
  mutating func length() throws -> TimeInterval { TimeInterval(try int64()) / 1000 }
  mutating func id<Subject>() throws -> Identifier<Subject> { Identifier(try int64()) }

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

  /// Nil when the next column is NULL; then `columns` columns are passed over.
  mutating func optional<Value>(
    columns: Int = 1, _ read: (inout SQLRow) throws -> Value
  ) throws -> Value? {
    guard next < values.count, values[next] != .null else {
      next += columns
      return nil
    }
    return try read(&self)
  }

  /// Nil when the row is not what `read` expects.
  func readable<Value>(_ read: (inout SQLRow) throws -> Value) throws -> Value? {
    var row = self
    do {
      return try read(&row)
    } catch LedgerError.corrupt {
      return nil
    }
  }

  private mutating func take() throws -> SQLValue {
    guard next < values.count else { throw unexpected("one more column") }
    defer { next += 1 }
    return values[next]
  }

  /// Names the column, never its content.
  private func unexpected(_ wanted: String) -> LedgerError {
    .corrupt("Column \(next) of \(values.count) is not \(wanted).")
  }
}
