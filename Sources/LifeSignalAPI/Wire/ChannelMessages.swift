public import LifeSignalModel

// What is sent about a person's own channels, where it is no value of the model.

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
