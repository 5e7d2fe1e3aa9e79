/// The kinds of channel of this server.
public struct ChannelKinds: Sendable {
  /// Those that every new member gets for their phone number; codes to it go to the first.
  public var signUp: [ChannelKind]
  /// Those for which a person may add addresses, in the order they are offered.
  public var offered: [ChannelKind]
  /// Those by which an alert can leave the server.
  public var able: Set<ChannelKind>
  /// Those that have a courier. Messages of other kinds wait.
  public var carried: Set<ChannelKind>
  /// The means by which codes for signing in are sent, in the order they are offered.
  public var signIn: [SignInMeans]

  public init(
    signUp: [ChannelKind] = [], offered: [ChannelKind] = [], able: Set<ChannelKind> = [],
    carried: Set<ChannelKind> = [], signIn: [SignInMeans] = [.phone]
  ) {
    self.signUp = signUp
    self.offered = offered
    self.able = able
    self.carried = carried
    self.signIn = signIn
  }
}
