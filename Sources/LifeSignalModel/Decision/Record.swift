public import Foundation

/// A value that is one row of a table. Its columns are declared once, in ``columns(_:)``; the
/// statements that find, add, change and remove a row follow from that.
public protocol Record: Equatable, Sendable {
  static var table: RecordTable { get }

  /// The lists that readings ask for.
  static var lists: [Rows<Self>] { get }

  /// Any value, to be filled from a row.
  static var blank: Self { get }

  /// Names each column with its field, in a fixed order that begins with the key.
  /// - Throws: ``LedgerError/corrupt(_:)`` for a row that is no such record, and for a value that
  ///   cannot be stored.
  mutating func columns(_ column: inout Columns) throws
}

extension Record {
  /// None.
  public static var lists: [Rows<Self>] { [] }
}

/// A record that one value identifies.
public protocol KeyedRecord: Record {
  associatedtype Key: Sendable

  /// The key as its column contains it; a value that finds no row, where no column may contain it.
  static func column(of key: Key) -> StoredValue
}

/// The table of a kind of record.
public struct RecordTable: Sendable {
  public let name: String
  /// The columns of a unique index, with its condition if it is partial. A record that has the same
  /// values as a stored one is not added; every other value that is taken is an error.
  public let unique: [String]
  /// Whether a record that is added replaces the stored one with the same ``unique`` values.
  public let replaces: Bool
  /// Whether an unreadable row counts as missing when it is looked for by its key. For other tables it
  /// is an error.
  public let passesOverUnreadable: Bool
  /// Whether its first two columns together name a row.
  public let isPair: Bool

  /// Accepts only text from the sources, so that all of it can be part of a statement.
  public init(
    _ name: StaticString, unique: [StaticString] = [], replaces: Bool = false,
    passesOverUnreadable: Bool = false, isPair: Bool = false
  ) {
    self.name = name.description
    self.unique = unique.map(\.description)
    self.replaces = replaces
    self.passesOverUnreadable = passesOverUnreadable
    self.isPair = isPair
  }
}

/// A record that is its own timer: a loop takes it up at an instant.
public protocol TimedRecord: Record {
  static var timer: RecordTimer<Self> { get }

  /// When the loop takes it up; nil while nothing is due.
  var wakesAt: Date? { get }
}

/// The lists by which a loop finds the records that are due, in the order of their index. A row that a bug
/// or a bad disk has damaged must not delay the promises to everyone else.
public struct RecordTimer<Stored: Record>: Sendable {
  /// Those with an instant at or before a given one, earliest first.
  public let due: Rows<Stored>
  /// All that have an instant, earliest first.
  public let waiting: Rows<Stored>

  /// - Parameter condition: that of the index of this column; none if the index is of all rows.
  public init(_ column: StaticString, where condition: RowCondition...) {
    due = Rows(condition + [.atMost(column)], [.rising(column)], true)
    waiting = Rows(condition, [.rising(column)], true)
  }
}
