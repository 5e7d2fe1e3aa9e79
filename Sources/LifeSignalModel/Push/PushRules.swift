import Foundation

/// A person's browsers and phones that receive push messages.
public enum PushRules {
  /// Browsers of one person at most, and phones: every message goes to all of them.
  public static let most = 10

  /// Seconds after which a device's report that it is active is stored again. For phones the
  /// precision is a minute: their push service may report on a token as it was before the phone
  /// returned.
  static func hearing(_ kind: ChannelKind) -> TimeInterval { kind == .apns ? 60 : 86_400 }

  /// Whether a report of this device now is not stored, because a recent one is.
  static func isNoted(_ channel: Channel, at now: Date) -> Bool {
    (channel.heardAt ?? channel.createdAt) + hearing(channel.kind) >= now
  }

  /// Adds the browser, or enables it again. A known subscription changes nothing, so that a page
  /// can send it on every load; changed keys replace the old ones. A new browser is announced on
  /// all other channels: it may not be the person's.
  ///
  /// - Parameters:
  ///   - former: the row of this very subscription, disabled or not.
  ///   - isWanted: the person has just switched it on in that browser, which counts as much as the
  ///     list, where it may be off.
  ///   - session: the session in which the browser is signed in; the subscription ends with it.
  /// - Throws: ``Refusal/invalidPushSubscription``, ``Refusal/tooManyPushSubscriptions``.
  public static func subscribe(
    _ subscription: PushSubscription, _ me: Recipient, former: Channel?, isWanted: Bool = false,
    session: SessionID? = nil, moment: Moment
  ) throws(Refusal) -> Decision {
    guard subscription.isValid else { throw .invalidPushSubscription }
    return try add(
      subscription.address, .webPush, replacing: channels(at: subscription.endpoint, of: me), me,
      former: former, isWanted: isWanted, session: session, moment: moment)
  }

  /// - Parameter replaced: the rows of this very device with another address.
  static func add(
    _ address: String, _ kind: ChannelKind, replacing replaced: [Channel] = [], _ me: Recipient,
    former: Channel?, isWanted: Bool = false, session: SessionID?, moment: Moment
  ) throws(Refusal) -> Decision {
    let mine = enabled(me, kind)
    if let known = mine.first(where: { $0.address == address }) {
      var decision = Decision(mutations: binding(known, to: session))
      if !isNoted(known, at: moment.now) {
        decision.mutations.append(.hearChannel(known.id, at: moment.now.storable))
      }
      return decision
    }
    guard mine.count - replaced.count < most else { throw .tooManyPushSubscriptions }
    var decision = Decision(events: [.pushSubscribed(me.person.id)])
    decision.mutations = replaced.map { .disableChannel($0.id, at: moment.now.storable) }
    // A disabled row is re-enabled; one the person has switched off stays off.
    let channel = Channel(
      id: Channel.ID(moment.mint()), person: me.person.id, kind: kind, address: address,
      createdAt: moment.now.storable, position: replaced.first?.position,
      quiet: replaced.first?.quiet ?? .notices, session: session)
    // Also one that stays off: the person may switch it on in the list.
    if let former { decision.mutations += binding(former, to: session) }
    decision.mutations.append(.insertChannel(channel))
    if kind == .apns, let former {
      decision.mutations.append(.hearChannel(former.id, at: moment.now.storable))
    }
    if isWanted, let former, former.off == .byPerson || former.off == .removed {
      decision.mutations.append(.enableChannel(me.person.id, kind, address: address))
      decision.record(.channelSwitchedOn, of: me.person.id, at: moment) { $0.channel = kind }
    }
    decision.touch(me.person.id, .channels)
    if former == nil, replaced.isEmpty { decision.tell(me, notice(of: channel.id), at: moment) }
    return decision
  }

  /// A program that registers the token again does not loosen what a device has bound.
  private static func binding(_ channel: Channel, to session: SessionID?) -> [Mutation] {
    guard let session, channel.session != session else { return [] }
    var channel = channel
    channel.session = session
    return [.updateChannel(channel)]
  }

  private static func notice(of channel: Channel.ID) -> Notice {
    Notice(
      .system, "Notifications switched on", "Notifications were switched on on a new device.",
      push: .unlessMuted(.information), subject: "push:\(channel)")
  }

  /// Sends nothing more to the caller's own browser with this endpoint. An endpoint of another
  /// person's browser gets the same answer as an unknown one, and changes nothing.
  public static func unsubscribe(
    endpoint: String, _ me: Recipient, moment: Moment
  ) -> Decision {
    let mine = channels(at: endpoint, of: me)
    guard !mine.isEmpty else { return Decision() }
    var decision = Decision(
      events: [.pushUnsubscribed(me.person.id)],
      mutations: mine.map { .disableChannel($0.id, at: moment.now.storable) })
    decision.touch(me.person.id, .channels)
    return decision
  }

  static func enabled(_ me: Recipient, _ kind: ChannelKind) -> [Channel] {
    me.channels.filter { $0.kind == kind && $0.disabledAt == nil }
  }

  private static func channels(at endpoint: String, of me: Recipient) -> [Channel] {
    enabled(me, .webPush).filter { PushSubscription(address: $0.address)?.endpoint == endpoint }
  }
}
