public import LifeSignalModel

// Requests about a person's own channels that are not values of the model.

public struct ChannelCodeRequest: Codable, Equatable, Sendable {
  public var kind: ChannelKind
  /// As typed.
  public var address: String
}

public struct ChannelReference: Codable, Equatable, Sendable {
  public var id: Channel.ID
}

public struct MoveChannelRequest: Codable, Equatable, Sendable {
  public var id: Channel.ID
  public var direction: Channel.Direction
}

public struct SwitchChannelRequest: Codable, Equatable, Sendable {
  public var id: Channel.ID
  public var isOn: Bool
}

public struct QuietChannelRequest: Codable, Equatable, Sendable {
  public var id: Channel.ID
  public var quiet: Channel.Quiet
}

public struct QuietHoursRequest: Codable, Equatable, Sendable {
  /// Nil for none.
  public var hours: QuietHours?
}
