public import Foundation

/// The stored facts about a pair of people, one of whom wants to ping the other.
public struct PingPair: Equatable, Sendable {
  public var sender: Recipient
  /// Nil if no person has this id.
  public var recipient: Recipient?
  /// The sender's side of the relation.
  public var relation: Relation?
  /// The recipient's side of the relation.
  public var mirror: Relation?
  public var pending: Ping?
  /// Pings of this pair sent within ``PingRules/window``, in any status.
  public var recent: [Ping]

  public init(
    sender: Recipient, recipient: Recipient?, relation: Relation? = nil, mirror: Relation? = nil,
    pending: Ping? = nil, recent: [Ping] = []
  ) {
    self.sender = sender
    self.recipient = recipient
    self.relation = relation
    self.mirror = mirror
    self.pending = pending
    self.recent = recent
  }
}

/// Sending pings.
public enum PingRules {
  /// Seconds a ping waits for an answer.
  public static let life: TimeInterval = 86_400
  /// Seconds between two pushes to the same person by the same person.
  public static let pause: TimeInterval = 60
  /// Seconds in which at most ``most`` pings of one pair are sent.
  public static let window: TimeInterval = 3_600
  public static let most = 10

  /// Only a responder may ping, and only after both agreed. A ping that is still pending keeps its
  /// id; within a minute a repeat changes nothing, later it is sent again.
  /// A damaged one is sent again immediately.
  public static func ping(_ pair: PingPair, moment: Moment) throws(Refusal) -> Decided<PingData> {
    guard let recipient = pair.recipient, let relation = pair.relation else {
      throw .contactNotFound
    }
    guard relation.status == .accepted, relation.isDependent else { throw .notYourDependent }
    guard pair.mirror?.receivePings ?? true else { throw .pingsNotAccepted }
    guard relation.sendPings else { throw .pingsSwitchedOff }
    let now = moment.now

    if let pending = pair.pending {
      guard pending.isDamaged || now.timeIntervalSince(pending.pushedAt) >= pause else {
        return Decided(Decision(), data(pending, pair.sender, recipient))
      }
      var again = pending
      again.sentAt = now
      again.pushedAt = now
      again.expiresAt = (now + life).storable
      return send(
        again, .updatePing(again, from: pending.whole), pair.sender, recipient, moment)
    }

    if let newest = pair.recent.map(\.pushedAt).max() {
      let wait = pause - now.timeIntervalSince(newest)
      guard wait <= 0 else { throw .tooSoon(retryAfter: wait) }
    }
    if pair.recent.count >= most, let oldest = pair.recent.map(\.sentAt).min() {
      throw .tooSoon(retryAfter: max(1, window - now.timeIntervalSince(oldest)))
    }
    let ping = Ping(
      id: PingData.ID(moment.mint()), sender: pair.sender.person.id,
      recipient: recipient.person.id, sentAt: now, pushedAt: now,
      expiresAt: (now + life).storable)
    return send(ping, .insertPing(ping), pair.sender, recipient, moment)
  }

  private static func send(
    _ ping: Ping, _ mutation: Mutation, _ sender: Recipient, _ recipient: Recipient,
    _ moment: Moment
  ) -> Decided<PingData> {
    var decision = Decision(events: [.pinged(ping.id)], mutations: [mutation])
    decision.tell(recipient, PingNotices.received(ping, from: sender.person), at: moment)
    decision.tell(sender, PingNotices.sent(ping, to: recipient.person), at: moment)
    decision.log(.pingReceived, of: recipient.person.id, by: sender.person, at: moment)
    decision.touch([ping.sender, ping.recipient], [.pings, .contacts])
    return Decided(decision, data(ping, sender, recipient))
  }

  private static func data(_ ping: Ping, _ sender: Recipient, _ recipient: Recipient) -> PingData {
    PingData(
      PingFacts(
        ping: ping, senderName: sender.person.name, recipientName: recipient.person.name))
  }
}

extension PingData {
  /// The stored ping as either side sees it.
  public init(_ facts: PingFacts) {
    let ping = facts.ping
    self.init(
      id: ping.id, senderID: ping.sender, recipientID: ping.recipient, timestamp: ping.sentAt,
      status: ping.status, responseTimestamp: ping.status == .responded ? ping.closedAt : nil,
      senderName: facts.senderName, recipientName: facts.recipientName)
  }
}
