public import LifeSignalModel

/// The number of requested values.
public struct APILimit: Codable, Equatable, Sendable {
  /// The most that one answer lists.
  public static let longest = APICount.longest

  /// The newest so many, at most ``longest``; nil is ``longest``.
  public var limit: APICount?

  public init(_ limit: Int? = nil) {
    self.limit = limit.map(APICount.init)
  }
}
