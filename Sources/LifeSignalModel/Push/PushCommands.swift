import Foundation

extension Endpoints {
  static let push: [any Endpoint.Type] = [UpdatePushToken.self]
}

/// Sends messages to this browser of the member too, and first; repeats are harmless.
///
/// Only pages send it, over an address of their own: no program acts for a browser.
public struct SubscribePush: Command {
  public var subscription: PushSubscription
  /// Whether the person has just asked for it there, and not only opened a page.
  public var isWanted: Bool

  public init(_ subscription: PushSubscription, isWanted: Bool = false) {
    self.subscription = subscription
    self.isWanted = isWanted
  }

  public static let terms = Terms.ordinary

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> DeviceFacts {
    try reads.requireSession(of: me, at: moment)
    return try reads.deviceFacts(of: me, .webPush, at: subscription.address, moment)
  }

  public func decide(
    _ facts: DeviceFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try PushRules.subscribe(
        subscription, facts.me, former: facts.former, isWanted: isWanted, session: me.session,
        moment: moment
      ).kept(after: facts.silence, former: facts.former))
  }
}

/// Stops messages to this browser; does nothing without such a subscription.
public struct UnsubscribePush: Command {
  public var endpoint: String

  public init(endpoint: String) { self.endpoint = endpoint }

  public static let terms = Terms.ordinary

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Recipient {
    try reads.recipient(me.id)
  }

  public func decide(_ mine: Recipient, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(PushRules.unsubscribe(endpoint: endpoint, mine, moment: moment))
  }
}

/// Sends messages to the member's phone with this token too, and first, and no longer to the person
/// who had it before; repeats are harmless. Does nothing if this server cannot reach phones.
public struct UpdatePushToken: Endpoint {
  /// Nil stops messages to all phones of the member.
  public var token: String?

  public init(token: String?) { self.token = token }

  public static let route = Route(
    .put, "/user/push-token", summary: "Stores a device's push token; null forgets it.",
    for: .session, .ordinary)

  /// - Returns: nil if this server cannot reach phones.
  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> DeviceFacts?
  {
    try reads.requireSession(of: me, at: moment)
    guard moment.channels.able.contains(.apns) else { return nil }
    guard let token = token.flatMap(DeviceToken.init) else {
      return DeviceFacts(me: try reads.recipient(me.id))
    }
    var facts = try reads.deviceFacts(of: me, .apns, at: token.text, moment)
    facts.others = try reads.owners(of: .apns, at: token.text).filter { $0 != me.id }
      .map { try reads.recipient($0) }
    let bound = try facts.others.flatMap(\.channels).filter { channel in
      try channel.session.flatMap { try reads.session($0) }?.isGood(at: moment.now) ?? false
    }
    facts.bound = Set(bound.map(\.id))
    return facts
  }

  public func decide(
    _ facts: DeviceFacts?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    guard let facts else { return Decided(Decision()) }
    guard let text = token else {
      return Decided(DeviceRules.forget(facts.me, moment: moment))
    }
    guard let token = DeviceToken(text) else { throw .invalidDeviceToken }
    return Decided(
      try DeviceRules.register(
        token, facts.me, former: facts.former, others: facts.others,
        bound: facts.bound, session: me.session, moment: moment
      ).kept(after: facts.silence, former: facts.former))
  }
}

/// What decides about a browser's or phone's report on itself.
public struct DeviceFacts {
  var me: Recipient
  /// The row of this very device, disabled or not.
  var former: Channel?
  /// Since when the person may have known of duress alerts that are on; nil also where the report
  /// would not be stored.
  var silence: Date?
  /// The other people who use this token of a phone.
  var others: [Recipient] = []
  /// Channels of those others that belong to a good session.
  var bound: Set<Channel.ID> = []
}

extension Reads {
  /// - Throws: ``Refusal/notSignedIn`` if the session has ended since the request was accepted.
  fileprivate func requireSession(of me: Member, at moment: Moment) throws {
    guard let id = me.session else { return }
    guard try session(id)?.isGood(at: moment.now) ?? false else { throw Refusal.notSignedIn }
  }

  fileprivate func deviceFacts(
    of me: Member, _ kind: ChannelKind, at address: String, _ moment: Moment
  ) throws -> DeviceFacts {
    let mine = try recipient(me.id)
    let known = PushRules.enabled(mine, kind).first { $0.address == address }
    // Most reports only repeat a recent one: they need not know more.
    let isNoted = known.map { PushRules.isNoted($0, at: moment.now) } ?? false
    return DeviceFacts(
      me: mine, former: try channel(of: me.id, kind, at: address),
      silence: isNoted ? nil : try silence(knownTo: me.id))
  }
}
