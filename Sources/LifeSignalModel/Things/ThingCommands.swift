extension Endpoints {
  static let things: [any Endpoint.Type] = [
    AddThing.self, EditThing.self, RotateThing.self, RemoveThing.self, SetEvidenceRule.self,
  ]
  static let thingQueries: [any Query.Type] = [GetThings.self]
}

/// The member's own devices, the oldest first, and the rule for their signals.
public struct GetThings: FollowedQuery {
  public init() {}

  public static let topics = ChangeSet.things
  public static let route = Route.get(
    "/things",
    summary: "Lists things that check in for the person, and what their signs have to come to.",
    for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ThingList {
    let evidence = try reads.evidence(of: me.id)
    return ThingList(things: evidence.things.map(ThingData.init), rule: evidence.rule)
  }
}

/// Adds a device of the member, with an address of its own.
public struct AddThing: Endpoint {
  public var settings: ThingSettings

  public init(settings: ThingSettings) { self.settings = settings }

  /// The request is the settings alone.
  public init(from decoder: any Decoder) throws {
    settings = try ThingSettings(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws { try settings.encode(to: encoder) }

  /// By people only, as every route that answers with a key.
  public static let route = Route(
    .post, "/things",
    summary: "Adds a thing. The only answer with its token: it speaks at `/ping/{token}`.",
    for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (me: Recipient, mine: [Thing]) {
    (try reads.recipient(me.id), try reads.things(of: me.id))
  }

  public func decide(
    _ facts: (me: Recipient, mine: [Thing]), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ThingKey> {
    let token = moment.secrets.entropy.thingToken()
    return try ThingRules.add(
      settings, facts.me, mine: facts.mine, token: token, hash: moment.secrets.hash(token: token),
      moment: moment)
  }
}

/// Changes the settings of a device.
public struct EditThing: Endpoint {
  public var id: Thing.ID
  public var settings: ThingSettings

  public init(id: Thing.ID, settings: ThingSettings) {
    self.id = id
    self.settings = settings
  }

  public struct Facts {
    var thing: Thing?
    var me: Recipient
    var evidence: Evidence
  }

  public static let route = Route(
    .put, "/things/{id}", summary: "Changes the settings of a thing.", for: .token(.account),
    .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    Facts(
      thing: try reads.thing(id), me: try reads.recipient(me.id),
      evidence: try reads.evidence(of: me.id))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try ThingRules.edit(
        facts.thing, settings, by: facts.me, evidence: facts.evidence, moment: moment))
  }
}

/// Gives a device another address; the old one stops working.
public struct RotateThing: Endpoint {
  public var id: Thing.ID

  public init(id: Thing.ID) { self.id = id }

  public static let route = Route(
    .post, "/things/{id}/key",
    summary: "Gives a thing another token. The old one opens nothing any more.", for: .session,
    .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (thing: Thing?, me: Recipient) { (try reads.thing(id), try reads.recipient(me.id)) }

  public func decide(
    _ facts: (thing: Thing?, me: Recipient), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ThingKey> {
    let token = moment.secrets.entropy.thingToken()
    return try ThingRules.rotate(
      facts.thing, token: token, hash: moment.secrets.hash(token: token), by: facts.me,
      moment: moment)
  }
}

/// Removes a device.
public struct RemoveThing: Endpoint {
  public var id: Thing.ID

  public init(id: Thing.ID) { self.id = id }

  public static let route = Route(
    .delete, "/things/{id}", summary: "Removes a thing.", for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (thing: Thing?, evidence: Evidence) {
    (try reads.thing(id), try reads.evidence(of: me.id))
  }

  public func decide(
    _ facts: (thing: Thing?, evidence: Evidence), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ThingRules.remove(facts.thing, by: me.id, evidence: facts.evidence))
  }
}

/// Sets how many signals the member's devices must send to count as a check-in.
public struct SetEvidenceRule: Endpoint {
  public var rule: EvidenceRule

  public init(rule: EvidenceRule) { self.rule = rule }

  /// The request is the rule alone.
  public init(from decoder: any Decoder) throws { rule = try EvidenceRule(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try rule.encode(to: encoder) }

  public static let route = Route(
    .put, "/evidence-rule", summary: "Sets what the signs of things have to come to.",
    for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> Evidence { try reads.evidence(of: me.id) }

  public func decide(
    _ evidence: Evidence, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ThingRules.setRule(rule, of: me.id, evidence: evidence))
  }
}

extension RecordReads {
  /// The person's devices, and the rule for their signals.
  func evidence(of person: Person.ID) throws -> Evidence {
    Evidence(things: try things(of: person), rule: try evidenceRule(of: person) ?? .standard)
  }
}
