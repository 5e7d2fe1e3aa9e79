/// The identity of one `Subject`, so that a contact's id cannot be passed in place of a ping's.
///
/// On the wire and in features an identifier is text; storage keeps the ones the server makes as
/// 64-bit integers, which ``init(_:)`` and ``int64`` convert.
public struct Identifier<Subject>: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The identifier of a stored row.
  public init(_ row: Int64) {
    rawValue = String(row)
  }

  /// The stored row's number, or nil when the text is not one this server made.
  public var int64: Int64? { Int64(rawValue) }
}

extension Identifier: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Identifier: Comparable {
  /// Orders like the rows where both sides are row numbers, otherwise as text.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    if let left = lhs.int64, let right = rhs.int64 { return left < right }
    return lhs.rawValue < rhs.rawValue
  }
}

extension Identifier: CustomStringConvertible {
  public var description: String { rawValue }
}
