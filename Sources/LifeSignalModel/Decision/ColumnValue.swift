public import Foundation

/// A value that one column contains. The conformance of a type is the only place that knows how it is
/// stored.
public protocol ColumnValue {
  /// Nil if the column contains none.
  init?(column: StoredValue)

  /// - Throws: ``LedgerError/corrupt(_:)`` for a value that no column may contain.
  func column() throws -> StoredValue
}

extension String: ColumnValue {
  public init?(column: StoredValue) {
    guard case .text(let text) = column else { return nil }
    self = text
  }

  public func column() -> StoredValue { .text(self) }
}

extension Data: ColumnValue {
  public init?(column: StoredValue) {
    guard case .bytes(let bytes) = column else { return nil }
    self = bytes
  }

  public func column() -> StoredValue { .bytes(self) }
}

extension Bool: ColumnValue {
  public init?(column: StoredValue) {
    guard case .int64(let number) = column else { return nil }
    self = number != 0
  }

  public func column() -> StoredValue { .int64(self ? 1 : 0) }
}

/// A number to count with.
extension Int64: ColumnValue {
  public init?(column: StoredValue) {
    guard let number = column.count else { return nil }
    self = number
  }

  public func column() -> StoredValue { .int64(self) }
}

extension Int: ColumnValue {
  public init?(column: StoredValue) {
    guard let number = column.count else { return nil }
    self = Int(clamping: number)
  }

  public func column() -> StoredValue { .int64(Int64(clamping: self)) }
}

extension UInt32: ColumnValue {
  public init?(column: StoredValue) {
    guard let number = column.count, let exact = UInt32(exactly: number) else { return nil }
    self = exact
  }

  public func column() -> StoredValue { .int64(Int64(clamping: self)) }
}

/// An instant, with the precision of ``Foundation/Date/storable``.
extension Date: ColumnValue {
  public init?(column: StoredValue) {
    guard let date = column.date else { return nil }
    self = date
  }

  public func column() -> StoredValue { .int64(milliseconds) }
}

/// A length of time in seconds.
extension TimeInterval: ColumnValue {
  public init?(column: StoredValue) {
    guard let length = column.length else { return nil }
    self = length
  }

  public func column() -> StoredValue { .int64(Int64(clamping: (self * 1000).rounded())) }
}

/// The number of a row.
extension Identifier: ColumnValue {
  public init?(column: StoredValue) {
    guard case .int64(let number) = column else { return nil }
    self.init(number)
  }

  /// - Throws: ``LedgerError/corrupt(_:)`` for text that is no number: a database would take NULL as a
  ///   request to choose a key.
  public func column() throws -> StoredValue {
    guard let number = int64 else {
      throw LedgerError.corrupt("An identifier of \(Subject.self) is not a number.")
    }
    return .int64(number)
  }
}

/// People, by their numbers with blanks between them.
extension [Person.ID]: ColumnValue {
  public init?(column: StoredValue) {
    guard case .text(let text) = column else { return nil }
    self = text.split(separator: " ").map { Person.ID(rawValue: String($0)) }
  }

  public func column() -> StoredValue { .text(map(\.rawValue).joined(separator: " ")) }
}

/// A choice that is stored by its raw value; any other value is damage.
extension ColumnValue where Self: RawRepresentable<String> {
  public init?(column: StoredValue) {
    guard case .text(let text) = column else { return nil }
    self.init(rawValue: text)
  }

  public func column() -> StoredValue { .text(rawValue) }
}

extension ColumnValue where Self: RawRepresentable<Int> {
  public init?(column: StoredValue) {
    guard let number = column.count else { return nil }
    self.init(rawValue: Int(clamping: number))
  }

  public func column() -> StoredValue { .int64(Int64(clamping: rawValue)) }
}

/// A choice that a later release may extend.
public protocol OpenChoice: ColumnValue, RawRepresentable<String> {
  /// The meaning of a stored word that this release does not know.
  static var unknown: Self { get }
}

extension OpenChoice {
  public init?(column: StoredValue) {
    guard case .text(let text) = column else { return nil }
    self = Self(rawValue: text) ?? .unknown
  }
}
