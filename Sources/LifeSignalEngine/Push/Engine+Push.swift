public import LifeSignalModel

extension Engine {
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
