extension Endpoints {
  static let sessions: [any Endpoint.Type] = [
    SignOut.self, EndSession.self, EndOtherSessions.self,
  ]
}

/// Ends the session that asks.
public struct SignOut: Endpoint {
  public init() {}

  public static let route = Route(
    .delete, "/auth/session", summary: "Ends the session the request was made with.",
    for: .session, .logged, endsSession: true)

  /// - Throws: ``Refusal/sessionRequired`` for a member without a session.
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> EndSession.Facts {
    try EndSession(id: me.requireSession()).facts(by: me, from: reads, at: moment)
  }

  public func decide(
    _ facts: EndSession.Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    EndSession(id: try me.requireSession()).decide(facts, by: me, at: moment)
  }
}

/// Ends one of the member's own sessions, this device's or another's; its streams end immediately.
/// Ending one that is over, or another person's, changes nothing.
public struct EndSession: Endpoint {
  public var id: SessionID

  public init(id: SessionID) { self.id = id }

  public struct Facts {
    /// Nil for a person who signs out on this device: they need no notice of it.
    var elsewhere: EndedSessions?
    var channels: ChannelFacts
  }

  public static let route = Route(
    .delete, "/user/sessions/{id}", summary: "Signs one device out.", for: .session, .logged)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    var elsewhere: EndedSessions?
    if me.session != id, let session = try reads.ownSession(id, of: me.id),
      session.isGood(at: moment.now)
    {
      elsewhere = EndedSessions([session], of: try reads.recipient(me.id))
    }
    return Facts(
      elsewhere: elsewhere, channels: try reads.channelFacts(of: me.id, at: moment))
  }

  public func decide(_ facts: Facts, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(
      SessionRules.end(
        id, by: me.id, elsewhere: facts.elsewhere, channels: facts.channels, moment: moment))
  }
}

/// Ends every session of the member but the one that asks.
public struct EndOtherSessions: Endpoint {
  public init() {}

  public struct Facts {
    /// Nil if there are no others.
    var elsewhere: EndedSessions?
    var channels: ChannelFacts
  }

  public static let route = Route(
    .delete, "/user/sessions", summary: "Signs every device out but the one that asks.",
    for: .session, .logged)

  /// - Throws: ``Refusal/sessionRequired`` for a member without a session.
  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    let mine = try me.requireSession()
    let others = try reads.sessions(of: me.id, at: moment.now).filter { $0.id != mine }
    return Facts(
      elsewhere: others.isEmpty ? nil : EndedSessions(others, of: try reads.recipient(me.id)),
      channels: try reads.channelFacts(of: me.id, at: moment))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      SessionRules.endOthers(
        than: try me.requireSession(), by: me.id, elsewhere: facts.elsewhere,
        channels: facts.channels, moment: moment))
  }
}
