/// Reads of people's channels.
public protocol ChannelReads {
  /// At most two of the people who have an enabled channel of this kind at this address.
  func owners(of kind: ChannelKind, at address: String) throws -> [Person.ID]
  /// Channels that are not disabled, oldest first.
  func channels(of person: Person.ID) throws -> [Channel]
  /// All of their channels, in any state, oldest first.
  func allChannels(of person: Person.ID) throws -> [Channel]
  /// The person's channel with exactly this address, disabled or not.
  func channel(of person: Person.ID, _ kind: ChannelKind, at address: String) throws -> Channel?
}
