public import LifeSignalModel

// Requests about a person's own channels that are not values of the model.

public struct ChannelCodeRequest: Codable, Equatable, Sendable {
  public var kind: ChannelKind
  /// As typed.
  public var address: String
}
