/// A stored ping with both people as recipients.
public struct PingParties: Equatable, Sendable {
  public var ping: Ping
  public var sender: Recipient
  public var recipient: Recipient
  /// The alert of the recipient that an answer leaves on.
  public var remaining: RemainingAlert?

  public init(
    ping: Ping, sender: Recipient, recipient: Recipient, remaining: RemainingAlert? = nil
  ) {
    self.ping = ping
    self.sender = sender
    self.recipient = recipient
    self.remaining = remaining
  }
}

/// An alert that no check-in ends, as far as the sender of a ping may know of it.
public enum RemainingAlert: Equatable, Sendable {
  /// One they raised themselves, or one about a trip.
  case open
  /// The recipient was made to check in, so that they are well may be a lie.
  case duress
}

/// How a pending ping ends: answered, cleared or expired. All three are final.
public enum PingClosingRules {
  /// Only the recipient answers; answering again is a success. The answer is a check-in, and the
  /// sender is notified.
  /// - Parameter scopes: those of the access token of a program; nil for the person.
  public static func respond(
    _ parties: PingParties?, _ checkIn: CheckInFacts, by me: Person.ID,
    with scopes: Set<TokenScope>? = nil, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let parties else { throw .pingNotFound }
    guard me == parties.ping.recipient else { throw .notYourPing }
    switch parties.ping.status {
    case .responded: return Decision()
    case .cleared, .expired: throw .pingNoLongerPending
    case .pending: break
    }
    var decision = try signOfLife(checkIn, with: scopes, moment)
    answer(parties, &decision, moment)
    return decision
  }

  /// Answers every ping pending for the actor, which is one check-in; nothing pending is a success
  /// too, and changes nothing.
  public static func respondToAll(
    _ pending: [PingParties], _ checkIn: CheckInFacts, with scopes: Set<TokenScope>? = nil,
    moment: Moment
  ) throws(Refusal) -> Decision {
    guard let first = pending.first else { return Decision() }
    var decision = try signOfLife(checkIn, with: scopes, moment)
    for parties in pending { answer(parties, &decision, moment) }
    decision.tell(
      checkIn.me, PingNotices.allAnswered(checkIn.me.person.id, first: first.ping), at: moment)
    return decision
  }

  private static func signOfLife(
    _ facts: CheckInFacts, with scopes: Set<TokenScope>?, _ moment: Moment
  ) throws(Refusal) -> Decision {
    guard let scopes else {
      return CheckInRules.checkIn(facts, clientKey: nil, at: nil, moment: moment).decision
    }
    return try CheckInRules.checkIn(
      facts, clientKey: nil, at: nil, with: scopes, moment: moment
    ).decision
  }

  /// Answers these pings, all pending for `me`, as part of another action of theirs.
  static func answer(
    _ pending: [PingParties], me: Recipient, _ decision: inout Decision, _ moment: Moment
  ) {
    for parties in pending { answer(parties, &decision, moment) }
    guard pending.count > 1, let first = pending.first else { return }
    decision.tell(me, PingNotices.allAnswered(me.person.id, first: first.ping), at: moment)
  }

  /// Only the sender clears; clearing again is a success. The recipient no longer sees the ping.
  public static func clear(
    _ parties: PingParties?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let parties else { throw .pingNotFound }
    guard me == parties.ping.sender else { throw .notYourPing }
    switch parties.ping.status {
    case .cleared: return Decision()
    case .responded, .expired: throw .pingNoLongerPending
    case .pending: break
    }
    var decision = Decision()
    withdraw(parties, &decision, moment)
    return decision
  }

  /// The day is over without an answer. Does nothing if the ping has changed since it was claimed.
  public static func expire(
    _ claimed: Ping, _ parties: PingParties?, moment: Moment
  ) -> Decision {
    guard let parties, parties.ping.status == .pending,
      parties.ping.expiresAt.milliseconds == claimed.expiresAt.milliseconds,
      parties.ping.expiresAt <= moment.now
    else { return Decision(.unchanged) }
    var decision = Decision(events: [.pingExpired(claimed.id)])
    let closed = close(parties, as: .expired, &decision, moment)
    decision.tell(
      closed.sender, PingNotices.expired(closed.ping, to: closed.recipient.person), at: moment)
    log(.pingExpired, closed, &decision, moment)
    return decision
  }

  /// Clears a ping that is no longer legal, and notifies both sides.
  static func withdraw(
    _ parties: PingParties, _ decision: inout Decision, _ moment: Moment
  ) {
    let closed = close(parties, as: .cleared, &decision, moment)
    decision.events.append(.pingCleared(closed.ping.id))
    decision.tell(
      closed.sender, PingNotices.cleared(closed.ping, to: closed.recipient.person), at: moment)
    decision.tell(
      closed.recipient, PingNotices.withdrawn(closed.ping, by: closed.sender.person), at: moment)
    log(.pingWithdrawn, closed, &decision, moment)
  }

  private static func answer(
    _ parties: PingParties, _ decision: inout Decision, _ moment: Moment
  ) {
    let closed = close(parties, as: .responded, &decision, moment)
    decision.events.append(.pingAnswered(closed.ping.id))
    decision.tell(
      closed.sender,
      PingNotices.responded(closed.ping, by: closed.recipient.person, closed.remaining),
      at: moment)
    log(.pingAnswered, closed, &decision, moment)
  }

  static func close(
    _ parties: PingParties, as status: PingStatus, _ decision: inout Decision, _ moment: Moment
  ) -> PingParties {
    var closed = parties
    closed.ping.status = status
    closed.ping.closedAt = moment.now
    decision.mutations.append(.updatePing(closed.ping, from: parties.ping.whole))
    decision.touch([closed.ping.sender, closed.ping.recipient], [.pings, .contacts])
    return closed
  }

  /// For the log of the person who was asked.
  static func log(
    _ kind: Activity.Kind, _ parties: PingParties, _ decision: inout Decision, _ moment: Moment
  ) {
    decision.log(kind, of: parties.recipient.person.id, by: parties.sender.person, at: moment)
  }
}
