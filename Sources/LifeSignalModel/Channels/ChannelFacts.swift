/// The stored facts about a person's channels.
public struct ChannelFacts: Equatable, Sendable {
  public var me: Recipient
  /// All of their channels, in any state, oldest first.
  public var all: [Channel]
  /// The kinds of channel by which this server can deliver an alert.
  public var able: Set<ChannelKind>
  /// The kinds a person may add addresses of.
  public var offered: [ChannelKind]

  public init(
    me: Recipient, all: [Channel], able: Set<ChannelKind>, offered: [ChannelKind]
  ) {
    self.me = me
    self.all = all
    self.able = able
    self.offered = offered
  }

  /// The channels the person sees, in their order: a browser that has gone is of no use to them.
  var listed: [Channel] {
    Channel.groups(all.filter(\.isListed)).flatMap(\.self)
  }

  /// The channels that can deliver an alert.
  var alive: [Channel] { all.filter { $0.isOn && able.contains($0.kind) } }

  /// - Throws: ``Refusal/channelNotFound``, also for another person's channel.
  func listed(_ id: Channel.ID) throws(Refusal) -> Channel {
    guard let channel = all.first(where: { $0.id == id && $0.isListed }) else {
      throw .channelNotFound
    }
    return channel
  }

  /// Checks that an alert can still arrive, by day and by night, with the channel changed as given.
  func checkAlarmsCome(with channel: Channel) throws(Refusal) {
    let others = all.filter { $0.id != channel.id }
    let on = (others + [channel]).filter { $0.isOn && able.contains($0.kind) }
    guard !on.isEmpty else { throw .lastChannel }
    guard on.contains(where: { $0.quiet != .everything }) else { throw .lastChannelAtNight }
  }
}

extension Channel {
  var isListed: Bool {
    off != .removed && (isOn || off != nil || !kind.isPush)
  }
}
