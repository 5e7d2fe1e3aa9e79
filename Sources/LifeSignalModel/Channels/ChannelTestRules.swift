import Foundation

/// Messages a person sends to themselves, to see whether a channel works.
public enum ChannelTestRules {
  /// Sends one message to this channel alone, immediately and at any hour: the person is waiting
  /// for it.
  public static func send(
    _ id: Channel.ID, _ facts: ChannelFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    let channel = try facts.listed(id)
    guard channel.isOn, facts.able.contains(channel.kind), channel.kind.carries(.information) else {
      throw .channelNotTestable
    }
    let me = facts.me.person
    let number = moment.mint()
    let words = moment.translations[me.language ?? .english]
    var decision = Decision(events: [.channelTested(me.id)])
    decision.deliveries.append(
      Delivery(
        id: Delivery.ID(number), dedupeKey: "\(Delivery.testPrefix)\(number):\(me.id):\(id)",
        idempotencyKey: "lifesignal-\(number)", person: me.id, notification: nil, channel: id,
        kind: channel.kind, address: channel.address, title: words.say("Test"),
        body: words.say("This is a test. We can reach you this way."), priority: .information,
        createdAt: moment.now, nextAttemptAt: moment.now.storable,
        giveUpAt: (moment.now + patience).storable))
    decision.touch(me.id, .channels)
    return decision
  }

  /// Seconds after which the person has surely stopped watching the page.
  static let patience: TimeInterval = 600
}

extension Delivery {
  static let testPrefix = "test:"

  /// Whether its recipient has sent it to themselves.
  public var isTest: Bool { dedupeKey.hasPrefix(Self.testPrefix) }
}
