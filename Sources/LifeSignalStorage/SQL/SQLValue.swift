import Foundation
import LifeSignalEngine
import LifeSignalModel

typealias SQLValue = StoredValue

extension StoredValue {
  static func int(_ value: Int) -> SQLValue { .int64(Int64(clamping: value)) }
  static func flag(_ value: Bool) -> SQLValue { .int64(value ? 1 : 0) }
  static func date(_ value: Date?) -> SQLValue { value.map { .date($0) } ?? .null }
  static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

  static func length(_ seconds: TimeInterval) -> SQLValue {
    .int64(Int64(clamping: (seconds * 1000).rounded()))
  }

  /// For storing an id.
  /// - Throws: ``LedgerError/corrupt(_:)`` for text that is no number: SQLite would take NULL as a
  ///   request to choose a key.
  static func key<Subject>(_ id: Identifier<Subject>) throws -> SQLValue { try id.column() }

  static func key<Subject>(_ id: Identifier<Subject>?) throws -> SQLValue {
    try id.map { try .key($0) } ?? .null
  }
}
