public import LifeSignalModel

extension Engine {
  /// Decides about a browser's or phone's report on itself, in the session it is signed in with.
  func decidePush(
    _ command: CommandCase, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    let me = try actor.member()
    var session: SessionID?
    if case .session(let id, _) = actor {
      // The session may have ended since the request was accepted.
      guard try tx.session(id)?.isGood(at: moment.now) ?? false else { throw Refusal.notSignedIn }
      session = id
    }
    switch command {
    case .subscribePush(let subscription, let isWanted):
      return try PushRules.subscribe(
        subscription, tx.recipient(me),
        former: tx.channel(of: me, .webPush, at: subscription.address), isWanted: isWanted,
        session: session, moment: moment
      ).kept(of: me, in: tx)
    case .setDeviceToken(let token):
      return try decideDevice(token, of: me, session, in: tx, at: moment)
    default: throw Refusal.notAllowed
    }
  }

  /// Sends to this phone of `me`, and no longer to the person who had it before; nil to no phone of
  /// theirs.
  private func decideDevice(
    _ text: String?, of me: Person.ID, _ session: SessionID?, in tx: any LedgerTransaction,
    at moment: Moment
  ) throws -> Decision {
    guard configuration.ableChannels.contains(.apns) else { return Decision() }
    let mine = try tx.recipient(me)
    guard let text else { return DeviceRules.forget(mine, moment: moment) }
    guard let token = DeviceToken(text) else { throw Refusal.invalidDeviceToken }
    let others = try tx.owners(of: .apns, at: token.text).filter { $0 != me }
      .map { try tx.recipient($0) }
    let bound = try others.flatMap(\.channels).filter { channel in
      try channel.session.flatMap { try tx.session($0) }?.isGood(at: moment.now) ?? false
    }
    return try DeviceRules.register(
      token, mine, former: tx.channel(of: me, .apns, at: token.text), others: others,
      bound: Set(bound.map(\.id)), session: session, moment: moment
    ).kept(of: me, in: tx)
  }

  /// Whether messages go to this browser: its person may have switched it off in their list.
  public func isSubscribed(_ subscription: PushSubscription, of person: Person.ID) async throws
    -> Bool
  {
    try await ledger.read {
      try $0.channel(of: person, .webPush, at: subscription.address)?.isOn ?? false
    }
  }

  /// The subject of the message with this receipt token, if it was sent to the viewer; nil for
  /// everyone else, as for a missing one.
  public func subject(
    ofReceipt token: String, for viewer: Person.ID
  ) async throws -> Delivery.Subject? {
    let delivery = try await ledger.read { try $0.delivery(receiptToken: token) }
    return delivery?.person == viewer ? delivery?.subject : nil
  }
}
