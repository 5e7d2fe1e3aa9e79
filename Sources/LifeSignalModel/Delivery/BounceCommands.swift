/// The carrier that had accepted the message of this token could not deliver it.
public struct Bounce: Command {
  public var token: String
  /// Contains no address and no text.
  public var reason: String

  public init(token: String, reason: String) {
    self.token = token
    self.reason = reason
  }

  public static let terms = Terms.vital

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> BounceFacts { try reads.bounceFacts(of: reads.delivery(receiptToken: token)) }

  public func decide(
    _ facts: BounceFacts, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<Outcome> {
    Decided(try facts.decision(reason: reason, moment: moment))
  }
}

/// A mail came back.
public struct ReturnMail: Command {
  public var id: Delivery.ID
  /// Contains no address and no text.
  public var reason: String
  /// Its mailbox does not exist: after a second mail like this, nothing more is sent to it.
  public var isGone: Bool

  public init(id: Delivery.ID, reason: String, isGone: Bool) {
    self.id = id
    self.reason = reason
    self.isGone = isGone
  }

  public static let terms = Terms.vital

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> BounceFacts {
    let delivery = try reads.delivery(id)
    var facts = try reads.bounceFacts(of: delivery)
    if isGone, let delivery {
      facts.mailbox = try reads.mailbox(of: delivery, about: facts.alert, at: moment)
    }
    return facts
  }

  public func decide(
    _ facts: BounceFacts, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<Outcome> {
    Decided(try facts.decision(reason: reason, moment: moment))
  }
}

/// The stored facts about a message that its carrier could not deliver.
public struct BounceFacts: Sendable {
  /// Nil if there is no such message.
  var delivery: Delivery?
  /// The rows of all channels of the same entry.
  var siblings: [Delivery]
  /// The alert it is about.
  var alert: Alert?
  /// Where the mailbox is reported missing.
  var mailbox: MailboxFacts?

  fileprivate func decision(reason: String, moment: Moment) throws(Refusal) -> Decision {
    try BounceRules.bounce(
      delivery, siblings: siblings, reason: reason, about: alert?.person, mailbox: mailbox,
      moment: moment
    ).kept(about: alert)
  }
}

extension Reads {
  fileprivate func bounceFacts(of delivery: Delivery?) throws -> BounceFacts {
    BounceFacts(
      delivery: delivery,
      siblings: try delivery?.notification.map { try deliveries(of: $0) } ?? [],
      alert: try delivery?.alert.flatMap { try alert($0) })
  }

  /// Nil if another address has replaced it since.
  fileprivate func mailbox(
    of delivery: Delivery, about alert: Alert?, at moment: Moment
  ) throws -> MailboxFacts? {
    guard try isStillThere(delivery) else { return nil }
    let messages = try newestDeliveries(of: delivery.person)
    let silent = try silentAlarms(among: messages)
    return MailboxFacts(
      channels: try channelFacts(of: delivery.person, among: moment.channels),
      messages: messages.filter { !$0.isAbout(silent) }, isSilent: alert?.isSilent == true)
  }
}
