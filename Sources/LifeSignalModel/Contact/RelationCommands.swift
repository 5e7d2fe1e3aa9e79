/// Agrees to a relation that the other side asked for.
public struct AcceptContact: Endpoint {
  public var id: Person.ID

  public init(id: Person.ID) { self.id = id }

  public static let route = Route(
    .post, "/contacts/{id}/accept", summary: "Accepts a request.", for: .token(.contacts),
    .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> RelationFacts { try reads.relationFacts(me.id, id, withAlarms: true) }

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    Decided(try RelationRules.accept(facts, moment: moment), showing: id, to: me)
  }
}

/// Changes the roles in an accepted relation, as the caller sees them.
public struct UpdateContact: Endpoint {
  public var id: Person.ID
  public var isResponder: Bool
  public var isDependent: Bool

  public init(id: Person.ID, isResponder: Bool, isDependent: Bool) {
    self.id = id
    self.isResponder = isResponder
    self.isDependent = isDependent
  }

  public static let route = Route(
    .put, "/contacts/{id}/roles", summary: "Changes the roles of a contact.",
    for: .token(.contacts), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> RelationFacts {
    var facts = try reads.relationFacts(me.id, id, withAlarms: true)
    facts.messages = try reads.newestDeliveries(of: id)
    return facts
  }

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    Decided(
      try RoleRules.update(
        facts, isResponder: isResponder, isDependent: isDependent, moment: moment),
      showing: id, to: me)
  }
}

/// Ends a relation, or withdraws a request, on both sides. Ending it again is a success.
public struct RemoveContact: Endpoint {
  public var id: Person.ID

  public init(id: Person.ID) { self.id = id }

  public static let route = Route(
    .delete, "/contacts/{id}", summary: "Ends a relation, or withdraws a request.",
    for: .token(.contacts), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> RelationFacts { try reads.relationFacts(me.id, id, withAlarms: true) }

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) -> Decided<Empty> { Decided(RelationRules.end(facts, moment: moment)) }
}

extension Decided<ContactData> {
  /// - Parameter id: the contact that is the answer, as the commit leaves it.
  init(_ decision: Decision, showing id: Person.ID, to me: Member) {
    self.init(decision) { reads in
      guard let contact = try reads.contact(id, of: me.id) else { throw Refusal.contactNotFound }
      return ContactData(try reads.withAlarms(contact))
    }
  }
}
