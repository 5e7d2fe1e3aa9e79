extension Endpoints {
  static let pings: [any Endpoint.Type] = [
    PingDependent.self, RespondToPing.self, RespondToAllPings.self, ClearPing.self,
  ]
  static let pingQueries: [any Query.Type] = [
    GetPings.self, GetPendingPings.self, GetPingHistory.self,
  ]
}

/// Asks a dependent for a sign of life. The answer is the pending ping: a new one, or the one that
/// waits already.
public struct PingDependent: Endpoint {
  public var dependent: Person.ID

  public init(dependent: Person.ID) { self.dependent = dependent }

  public static let route = Route(
    .post, "/pings",
    summary:
      "Asks a dependent for a sign of life. During their duress alert it could put them at risk.",
    for: .token(.ping), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> PingPair { try reads.pingPair(from: me.id, to: dependent, at: moment) }

  public func decide(
    _ pair: PingPair, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<PingData> { try PingRules.ping(pair, moment: moment) }
}

/// Answers a received ping, which is a check-in; answering again is a success.
public struct RespondToPing: Endpoint {
  public var id: PingData.ID

  public init(id: PingData.ID) { self.id = id }

  public static let route = Route(
    .post, "/pings/{id}/respond", summary: "Answers a ping, and checks in.",
    for: .token(.checkIn), .vital, takesKey: false)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (parties: PingParties?, checkIn: CheckInFacts) {
    (try reads.parties(of: id), try reads.signOfLifeFacts(of: me.id))
  }

  public func decide(
    _ facts: (parties: PingParties?, checkIn: CheckInFacts), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try PingClosingRules.respond(
        facts.parties, facts.checkIn, by: me.id, with: me.origin.scopes, moment: moment))
  }
}

/// Answers every ping that is pending for the member, which is a check-in.
public struct RespondToAllPings: Endpoint {
  public init() {}

  public static let route = Route(
    .post, "/pings/respond-to-all",
    summary: "Answers all pings that wait for an answer, and checks in.",
    for: .token(.checkIn), .vital, takesKey: false)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (pending: [PingParties], checkIn: CheckInFacts) {
    (try reads.pendingPingParties(to: me.id), try reads.signOfLifeFacts(of: me.id))
  }

  public func decide(
    _ facts: (pending: [PingParties], checkIn: CheckInFacts), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try PingClosingRules.respondToAll(
        facts.pending, facts.checkIn, with: me.origin.scopes, moment: moment))
  }
}

/// Withdraws a sent ping; withdrawing again is a success.
public struct ClearPing: Endpoint {
  public var id: PingData.ID

  public init(id: PingData.ID) { self.id = id }

  public static let route = Route(
    .delete, "/pings/{id}", summary: "Withdraws a ping.", for: .token(.ping), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> PingParties? { try reads.parties(of: id) }

  public func decide(
    _ parties: PingParties?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try PingClosingRules.clear(parties, by: me.id, moment: moment))
  }
}

/// Ends a ping that no one has answered for a day: the ping as the loop read it. Does nothing if it
/// has changed since.
public struct ExpirePing: Command {
  public var claimed: Ping

  public init(claimed: Ping) { self.claimed = claimed }

  public static let terms = Terms(
    isVital: true, lane: .bulk, isLogged: false, budget: nil)

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> PingParties? { try reads.parties(of: claimed.id) }

  public func decide(
    _ parties: PingParties?, by system: System, at moment: Moment
  ) -> Decided<Outcome> { Decided(PingClosingRules.expire(claimed, parties, moment: moment)) }
}

/// Pings that wait for the member, oldest first, and the newest of all others.
public struct GetPings: FollowedQuery {
  public init() {}

  public static let topics = ChangeSet.pings
  public static let route = Route.get(
    "/pings", summary: "Reads pending pings and all others from one snapshot.", for: .token(.read))

  public func answer(to me: Member, from reads: some Reads, at moment: Moment) throws -> PingLists {
    try reads.pingLists(of: me.id)
  }
}

/// The pings that wait for the member, oldest first.
public struct GetPendingPings: Query {
  public init() {}

  public static let route = Route.get(
    "/pings/pending", summary: "Lists pings that wait for the own answer.", for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<PingData> { ItemList(try reads.pingLists(of: me.id).pending) }
}

/// All other pings, sent and received, newest first.
public struct GetPingHistory: Query {
  public init() {}

  public static let route = Route.get(
    "/pings/history", summary: "Lists all other pings, sent and received, newest first.",
    for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<PingData> { ItemList(try reads.pingLists(of: me.id).history) }
}
