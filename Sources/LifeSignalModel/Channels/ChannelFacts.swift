/// What is stored about the ways somebody is reached.
public struct ChannelFacts: Equatable, Sendable {
  public var me: Recipient
  /// All of theirs, whatever their state, oldest first.
  public var all: [Channel]
  /// The kinds this server can bring an alarm by.
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

  /// Those the person sees, in their order: a browser that has gone is of no use to anybody.
  var listed: [Channel] {
    Channel.groups(all.filter(\.isListed)).flatMap(\.self)
  }

  /// Those an alarm can come by.
  var alive: [Channel] { all.filter { $0.isOn && able.contains($0.kind) } }

  /// - Throws: ``Refusal/channelNotFound`` also for somebody else's.
  func listed(_ id: Channel.ID) throws(Refusal) -> Channel {
    guard let channel = all.first(where: { $0.id == id && $0.isListed }) else {
      throw .channelNotFound
    }
    return channel
  }

  /// An alarm must still come if the channel is as given from now on, by day and by night.
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
