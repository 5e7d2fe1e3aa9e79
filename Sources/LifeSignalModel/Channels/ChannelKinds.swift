/// The kinds of channel of this server.
public struct ChannelKinds: Sendable {
  /// Those that every new member gets for their phone number; codes go to the first.
  public var signUp: [ChannelKind]
  /// Those for which a person may add addresses, in the order they are offered.
  public var offered: [ChannelKind]
  /// Those by which an alert can leave the server.
  public var able: Set<ChannelKind>
  /// Those that have a courier. Messages of other kinds wait.
  public var carried: Set<ChannelKind>

  public init(
    signUp: [ChannelKind] = [], offered: [ChannelKind] = [], able: Set<ChannelKind> = [],
    carried: Set<ChannelKind> = []
  ) {
    self.signUp = signUp
    self.offered = offered
    self.able = able
    self.carried = carried
  }
}
