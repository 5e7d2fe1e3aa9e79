public import Foundation

/// A value of a column. Instants are UTC milliseconds, lengths are milliseconds, flags 0 or 1.
public enum StoredValue: Hashable, Sendable {
  case null
  case int64(Int64)
  case text(String)
  case bytes(Data)
}

/// What a column may contain; nil for everything else.
extension StoredValue {
  /// A number to count with: far from overflow when one is added.
  public var count: Int64? {
    guard case .int64(let value) = self, Self.counts.contains(value) else { return nil }
    return value
  }

  /// In the years 1 to 9999, so that it can be calculated with and stored again.
  public var date: Date? {
    guard case .int64(let value) = self, Self.dates.contains(value) else { return nil }
    return Date(milliseconds: value)
  }

  /// Seconds, a thousand years at most.
  public var length: TimeInterval? {
    guard case .int64(let value) = self, Self.lengths.contains(value) else { return nil }
    return TimeInterval(value) / 1000
  }

  private static let counts: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
  private static let dates: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  private static let lengths: ClosedRange<Int64> = 0...31_557_600_000_000

  public static func date(_ value: Date) -> StoredValue { .int64(value.milliseconds) }

  /// For finding a row by its number. Text that is no number is no stored id: it compares as NULL, so
  /// it finds none.
  public static func id<Subject>(_ id: Identifier<Subject>) -> StoredValue {
    id.int64.map { .int64($0) } ?? .null
  }
}
