extension Channel {
  public static let lists = [enabled, ofPerson, atAddress]
  static let enabled = Rows<Channel>(
    .equal("person_id"), .missing("disabled_at"), passesOverUnreadable: true)
  static let ofPerson = Rows<Channel>(.equal("person_id"), passesOverUnreadable: true)
  static let atAddress = Rows<Channel>(.equal("person_id"), .equal("kind"), .equal("address"))
}

extension RecordReads {
  /// Channels that are not disabled, oldest first.
  public func channels(of person: Person.ID) throws -> [Channel] {
    try oldestFirst(Channel.enabled, of: person)
  }

  /// All of their channels, in any state, oldest first.
  public func allChannels(of person: Person.ID) throws -> [Channel] {
    try oldestFirst(Channel.ofPerson, of: person)
  }

  /// The person's channel with exactly this address, disabled or not.
  public func channel(
    of person: Person.ID, _ kind: ChannelKind, at address: String
  ) throws -> Channel? {
    try first(Channel.atAddress, .id(person), .text(kind.rawValue), .text(address))
  }

  /// A handful at most: sorting them here is cheaper than a sorter in the database.
  private func oldestFirst(_ rows: Rows<Channel>, of person: Person.ID) throws -> [Channel] {
    try list(rows, .id(person)).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }
}

/// Reads of people's channels.
public protocol ChannelReads {
  /// At most two of the people who have an enabled channel of this kind at this address.
  func owners(of kind: ChannelKind, at address: String) throws -> [Person.ID]
}
