/// Walks the columns of a record, in one of three ways: it lists them, fills the fields from a row, or
/// collects the values to store.
public struct Columns {
  /// What a change of the record does with a column.
  public enum Role: Sendable {
    /// Stored when it has changed.
    case changing
    /// Identifies the row; the first one finds it.
    case key
    /// Never changes: an update that would change it loses.
    case fixed
    /// Stored when it has changed; an update wins only while the row still has the old value.
    case compared
    /// Stored when it has changed; an update wins only while the row has no value.
    case end
    /// Stored by every update: what is read may differ from what the row contains, or the caller knows
    /// no old value.
    case always
  }

  private enum Way { case listing, reading, storing }

  private let way: Way
  /// The names and roles of a record's columns, after listing.
  public private(set) var list: [(name: String, role: Role)] = []
  /// The values of a record, after storing; of a row, while reading.
  public private(set) var values: [StoredValue]
  /// The column to be read next.
  public private(set) var next = 0
  /// Whether a value had to be replaced.
  public private(set) var isDamaged = false
  /// Whether nothing depends any more on the values that had to be replaced.
  public private(set) var isForgiven = false

  /// Whether an unreadable column leaves its field unchanged. Key and fixed columns still throw.
  private let replaces: Bool

  private init(
    _ way: Way, values: [StoredValue] = [], next: Int = 0, replaces: Bool = false
  ) {
    self.way = way
    self.replaces = replaces
    self.values = values
    self.next = next
  }

  public static var listing: Columns { Columns(.listing) }
  public static var storing: Columns {
    var columns = Columns(.storing)
    columns.values.reserveCapacity(16)
    return columns
  }
  /// - Parameters:
  ///   - next: the place of the record's first column in `row`.
  ///   - replaces: whether an unreadable column leaves its field unchanged. Key and fixed columns still
  ///     throw.
  public static func reading(
    _ row: [StoredValue], from next: Int, replaces: Bool = false
  ) -> Columns {
    Columns(.reading, values: row, next: next, replaces: replaces)
  }

  /// Whether values to store are being collected.
  var isStoring: Bool { way == .storing }

  /// Whether fields are being filled: a record then settles what depends on several columns.
  public var isReading: Bool { way == .reading }

  /// Notes that a value contradicts the others and had to be replaced.
  public mutating func noteDamage() { isDamaged = true }

  /// For a record that is over.
  public mutating func forgive() { isForgiven = true }

  /// - Throws: ``LedgerError/corrupt(_:)`` for a column that contains no such value.
  public mutating func callAsFunction<Value: ColumnValue>(
    _ name: StaticString, _ field: inout Value, _ role: Role = .changing
  ) throws {
    switch way {
    case .listing: list.append((name.description, role))
    case .reading:
      if let value = Value(column: take()) { field = value } else { try keepOrThrow(name, role) }
    case .storing: values.append(try field.column())
    }
  }

  /// - Parameter fallback: taken for a column that cannot be read: one damaged value must not cost a
  ///   person the whole row. The damage is noted, and so shown to the operator.
  public mutating func callAsFunction<Value: ColumnValue>(
    _ name: StaticString, _ field: inout Value, _ role: Role = .changing, or fallback: Value
  ) throws {
    guard isReading else { return try self(name, &field, role) }
    if let value = Value(column: take()) {
      field = value
    } else {
      field = fallback
      isDamaged = true
    }
  }

  /// Nil is stored as no value.
  public mutating func callAsFunction<Value: ColumnValue>(
    _ name: StaticString, _ field: inout Value?, _ role: Role = .changing
  ) throws {
    switch way {
    case .listing: list.append((name.description, role))
    case .reading:
      let column = take()
      if case .null = column {
        field = nil
      } else if let value = Value(column: column) {
        field = value
      } else {
        try keepOrThrow(name, role)
      }
    case .storing: values.append(try field?.column() ?? .null)
    }
  }

  public mutating func callAsFunction<Value: ColumnValue>(
    _ name: StaticString, _ field: inout Value?, _ role: Role = .changing, or fallback: Value?
  ) throws {
    guard isReading else { return try self(name, &field, role) }
    let column = take()
    if case .null = column {
      field = nil
    } else if let value = Value(column: column) {
      field = value
    } else {
      field = fallback
      isDamaged = true
    }
  }

  /// No value where there are no more columns.
  private mutating func take() -> StoredValue {
    defer { next += 1 }
    return next < values.count ? values[next] : .null
  }

  /// Keeps the field and notes the damage, or throws. The error names the column, never its content.
  private mutating func keepOrThrow(_ name: StaticString, _ role: Role) throws {
    guard replaces, role != .key, role != .fixed else {
      throw LedgerError.corrupt("The column \(name) contains no such value.")
    }
    isDamaged = true
  }
}
