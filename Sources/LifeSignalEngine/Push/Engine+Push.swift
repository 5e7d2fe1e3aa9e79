public import LifeSignalModel

extension Engine {
  /// Sends to this phone of `me`, and no longer to whoever else had it; nil to no phone of theirs.
  func decideDevice(
    _ text: String?, of me: Person.ID, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    guard configuration.ableChannels.contains(.apns) else { return Decision() }
    let mine = try recipient(me, in: tx)
    guard let text else { return DeviceRules.forget(mine, moment: moment) }
    guard let token = DeviceToken(text) else { throw Refusal.invalidDeviceToken }
    let others = try tx.owners(of: .apns, at: token.text).filter { $0 != me }
    return try DeviceRules.register(
      token, mine, former: tx.channel(of: me, .apns, at: token.text),
      others: others.map { try recipient($0, in: tx) }, moment: moment
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

  /// What the message with this receipt token is about, if it was sent to the viewer; nil for everybody
  /// else, as for one that does not exist.
  public func subject(
    ofReceipt token: String, for viewer: Person.ID
  ) async throws -> Delivery.Subject? {
    let delivery = try await ledger.read { try $0.delivery(receiptToken: token) }
    return delivery?.person == viewer ? delivery?.subject : nil
  }
}
