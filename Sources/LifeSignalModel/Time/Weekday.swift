/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, CaseIterable, Comparable, Codable, Sendable {
  case monday = 1
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday
  case sunday

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
