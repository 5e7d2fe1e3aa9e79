/// The switches of one side of a relation. The other side has its own.
public struct ContactSwitches: Equatable, Codable, Sendable {
  /// Whether I can ping them; off, a ping is refused before it is sent.
  public var sendPings: Bool
  /// Whether they can ping me.
  public var receivePings: Bool
  /// Notify me when they check in after a missed deadline.
  public var notifyOnCheckIn: Bool
  /// Notify me when they miss a deadline. Manual alerts always notify.
  public var notifyOnExpiry: Bool

  public init(
    sendPings: Bool = true, receivePings: Bool = true, notifyOnCheckIn: Bool = true,
    notifyOnExpiry: Bool = true
  ) {
    self.sendPings = sendPings
    self.receivePings = receivePings
    self.notifyOnCheckIn = notifyOnCheckIn
    self.notifyOnExpiry = notifyOnExpiry
  }
}

extension ContactData {
  public var switches: ContactSwitches {
    get {
      ContactSwitches(
        sendPings: sendPings, receivePings: receivePings, notifyOnCheckIn: notifyOnCheckIn,
        notifyOnExpiry: notifyOnExpiry)
    }
    set {
      sendPings = newValue.sendPings
      receivePings = newValue.receivePings
      notifyOnCheckIn = newValue.notifyOnCheckIn
      notifyOnExpiry = newValue.notifyOnExpiry
    }
  }

  /// The owner's own name for them, or their name.
  public var shownName: String { nickname ?? name }
}
