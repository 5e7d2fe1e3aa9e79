extension Endpoints {
  static let contacts: [any Endpoint.Type] = [
    GetContact.self, AddContact.self, AcceptContact.self, DeclineContact.self, BlockRequests.self,
    AllowRequests.self, UpdateContact.self, UpdateContactPrivateFields.self,
    UpdateContactSwitches.self, RemoveContact.self,
  ]
}

/// What a member asks about one contact, whichever side has asked for the relation.
public protocol ContactCommand: Command where Asker == Member, Facts == RelationFacts {
  var id: Person.ID { get }
}

extension ContactCommand {
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> RelationFacts { try reads.relationFacts(me.id, id) }
}

/// Asks the owner of a code for a relation. Roles as the caller sees them: the other as my
/// responder, the other as my dependent.
public struct AddContact: Endpoint {
  public var qrCode: QRCodeID
  public var isResponder: Bool
  public var isDependent: Bool

  public init(qrCode: QRCodeID, isResponder: Bool, isDependent: Bool) {
    self.qrCode = qrCode
    self.isResponder = isResponder
    self.isDependent = isDependent
  }

  public static let route = Route(
    .post, "/contacts", summary: "Asks a code's owner for a relation.", for: .token(.contacts),
    .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> RelationFacts {
    let other = try reads.person(qrCode: qrCode)?.id
    var facts = try reads.relationFacts(me.id, other)
    facts.isCodeRetired = try other == nil && reads.isRetired(qrCode)
    facts.messages = try other.map { try reads.newestDeliveries(of: $0) } ?? []
    return facts
  }

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    try RelationRules.request(
      facts, isResponder: isResponder, isDependent: isDependent, moment: moment)
  }
}

/// Declines a request; the sender learns only that it is gone.
public struct DeclineContact: Endpoint, ContactCommand {
  public var id: Person.ID

  public init(id: Person.ID) { self.id = id }

  public static let route = Route(
    .post, "/contacts/{id}/decline", summary: "Declines a request.", for: .token(.contacts),
    .ordinary)

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try RelationRules.decline(facts, moment: moment))
  }
}

/// Declines a request, and blocks further requests from the same person.
public struct BlockRequests: Endpoint, ContactCommand {
  public var id: Person.ID

  public init(id: Person.ID) { self.id = id }

  public static let route = Route(
    .post, "/contacts/{id}/block",
    summary: "Declines a request, and wants no more from the same person.",
    for: .token(.contacts), .ordinary)

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try RequestRules.block(facts, moment: moment))
  }
}

/// Allows the same person to send requests again.
public struct AllowRequests: Endpoint {
  public var id: Person.ID

  public init(id: Person.ID) { self.id = id }

  public static let route = Route(
    .delete, "/blocked-requests/{id}", summary: "Lets a person ask again.",
    for: .token(.contacts), .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) {}

  public func decide(_ facts: Void, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(RequestRules.allow(id, of: me.id))
  }
}
