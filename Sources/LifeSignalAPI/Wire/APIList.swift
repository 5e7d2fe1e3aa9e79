/// Several values, in an object, so that more can be said about them later.
public struct APIList<Item: Codable & Sendable>: Codable, Sendable {
  public var items: [Item]

  public init(_ items: [Item]) {
    self.items = items
  }
}

extension APIList: Equatable where Item: Equatable {}

/// How many values are asked for; a number in JSON, text in a query.
public struct APILimit: Codable, Equatable, Sendable {
  /// The newest so many; nil is all.
  public var limit: Int?

  public init(_ limit: Int? = nil) {
    self.limit = limit
  }

  private enum CodingKeys: CodingKey { case limit }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard values.contains(.limit) else { return }
    let number =
      (try? values.decode(Int.self, forKey: .limit))
      ?? (try? values.decode(String.self, forKey: .limit)).flatMap { Int($0) }
    guard let number, number > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .limit, in: values, debugDescription: "a limit is a positive number")
    }
    limit = number
  }
}
