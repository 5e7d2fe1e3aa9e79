/// A whole number; text where it stands in a path or a query.
public struct APINumber: Codable, Equatable, Sendable, ExpressibleByIntegerLiteral {
  public var value: Int

  public init(_ value: Int) {
    self.value = value
  }

  public init(integerLiteral value: Int) {
    self.value = value
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      value = number
    } else if let number = Int(try container.decode(String.self)) {
      value = number
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a whole number")  // no words
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// How many: a whole number from 1 on; text where it stands in a query.
public struct APICount: Codable, Equatable, Sendable {
  /// The most that one answer lists.
  public static let longest = 1_000

  public var value: Int

  public init(_ value: Int) {
    self.value = value
  }

  public init(from decoder: any Decoder) throws {
    value = try APINumber(from: decoder).value
    guard value > 0 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a count begins with 1"))  // no words
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try APINumber(value).encode(to: encoder)
  }
}
