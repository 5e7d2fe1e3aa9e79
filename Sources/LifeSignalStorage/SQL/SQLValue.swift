import Foundation
import LifeSignalEngine
import LifeSignalModel

/// A value of a column. Instants are UTC milliseconds, lengths are milliseconds, flags 0 or 1.
enum SQLValue: Equatable, Sendable {
  case null
  case int64(Int64)
  case text(String)
  case bytes(Data)

  static func int(_ value: Int) -> SQLValue { .int64(Int64(clamping: value)) }
  static func flag(_ value: Bool) -> SQLValue { .int64(value ? 1 : 0) }
  static func date(_ value: Date) -> SQLValue { .int64(value.milliseconds) }
  static func date(_ value: Date?) -> SQLValue { value.map { .date($0) } ?? .null }
  static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

  static func length(_ seconds: TimeInterval) -> SQLValue {
    .int64(Int64(clamping: (seconds * 1000).rounded()))
  }

  /// For finding a row. Text that is no number is no stored id: it compares as NULL, so it finds
  /// none.
  static func id<Subject>(_ id: Identifier<Subject>) -> SQLValue {
    id.int64.map { .int64($0) } ?? .null
  }

  /// For storing an id.
  /// - Throws: ``LedgerError/corrupt(_:)`` for text that is no number: SQLite would take NULL as a
  ///   request to choose a key.
  static func key<Subject>(_ id: Identifier<Subject>) throws -> SQLValue {
    guard let number = id.int64 else {
      throw LedgerError.corrupt("An identifier of \(Subject.self) is not a number.")
    }
    return .int64(number)
  }

  static func key<Subject>(_ id: Identifier<Subject>?) throws -> SQLValue {
    try id.map { try .key($0) } ?? .null
  }
}
