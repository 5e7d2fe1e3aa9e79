/// A list of stored records: what chooses its rows, and in which order they come. Declared once, as a
/// constant, so that a database prepares its statement once.
public final class Rows<Stored: Record>: Sendable {
  public let conditions: [RowCondition]
  public let order: [RowOrder]
  /// Whether an unreadable row is left out, and takes no place from those behind it. Otherwise it is
  /// an error.
  public let passesOverUnreadable: Bool
  /// Whether an unreadable value is replaced by that of ``Record/blank``: for the one row of its kind that a
  /// person may have.
  public let replacesUnreadable: Bool

  /// - Parameter conditions: all of them hold. Those that compare take the next value of a reading.
  public convenience init(
    _ conditions: RowCondition..., order: RowOrder...,
    passesOverUnreadable: Bool = Stored.table.passesOverUnreadable,
    replacesUnreadable: Bool = false
  ) {
    self.init(conditions, order, passesOverUnreadable, replacesUnreadable)
  }

  init(
    _ conditions: [RowCondition], _ order: [RowOrder], _ passesOverUnreadable: Bool,
    _ replacesUnreadable: Bool = false
  ) {
    self.conditions = conditions
    self.order = order
    self.passesOverUnreadable = passesOverUnreadable
    self.replacesUnreadable = replacesUnreadable
  }
}

/// Accepts only text from the sources, so that all of it can be part of a statement.
public enum RowCondition: Sendable {
  case equal(StaticString)
  case atLeast(StaticString)
  case atMost(StaticString)
  case above(StaticString)
  case below(StaticString)
  /// Above the next value, or without a value.
  case aboveOrMissing(StaticString)
  /// Below the next two values in the order of these two columns.
  case bothBelow(StaticString, StaticString)
  case missing(StaticString)
  case present(StaticString)
  /// Written as in the condition of a partial index, which serves no other form.
  case word(StaticString, StaticString)
  case number(StaticString, Int)
}

public enum RowOrder: Sendable {
  case rising(StaticString)
  case falling(StaticString)
}
