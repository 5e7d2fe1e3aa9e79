/// The number of requested values.
public struct APILimit: Codable, Equatable, Sendable {
  /// The most that one answer lists.
  public static let longest = 1_000

  /// The newest so many, at most ``longest``; nil is ``longest``.
  public var limit: APICount?

  public init(_ limit: Int? = nil) {
    self.limit = limit.map(APICount.init)
  }
}

/// The requested part of a list, newest first.
public struct APIPage: Codable, Equatable, Sendable {
  /// ``ItemList/next`` of the part before; nil begins with the newest.
  public var before: String?
  public var limit: APICount?

  public init(before: String? = nil, limit: Int? = nil) {
    self.before = before
    self.limit = limit.map(APICount.init)
  }
}
