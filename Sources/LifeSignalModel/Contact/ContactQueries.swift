import Foundation

extension Endpoints {
  static let contactQueries: [any Query.Type] = [
    GetContacts.self, GetContactInfo.self, GetBlockedAskers.self,
  ]
}

/// The member's network, requests included, newest first.
public struct GetContacts: FollowedQuery {
  public init() {}

  public static let topics = ChangeSet.contacts
  public static let route = Route.get(
    "/contacts", summary: "Lists the whole network, requests included.", for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<ContactData> {
    ItemList(try reads.contacts(of: me.id).map { ContactData(try reads.withAlarms($0)) })
  }
}

/// Opens the page of a contact. Opening a person one watches over is a profile view, which that
/// person can see in their log.
public struct GetContact: Endpoint {
  public var id: Person.ID

  public init(id: Person.ID) { self.id = id }

  public struct Facts {
    var contact: ContactFacts?
    var relation: RelationFacts?
    /// The caller's newest view of this person.
    var last: Date?
  }

  public static let route = Route(
    .get, "/contacts/{id}", summary: "Reads one contact.", for: .token(.read), .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    let contact = try reads.contact(id, of: me.id).map { try reads.withAlarms($0) }
    // A duress alert must leave no profile view in their log.
    if let alert = try reads.openAlert(of: id, kind: .duress), try reads.mayKnow(me.id, of: alert) {
      return Facts(contact: contact)
    }
    return Facts(
      contact: contact, relation: try reads.relationFacts(me.id, id),
      last: try reads.lastActivity(of: id, by: me.id, .looked)?.at)
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    guard let contact = facts.contact else { throw .contactNotFound }
    guard let relation = facts.relation else { return Decided(Decision(), ContactData(contact)) }
    return Decided(
      try LookRules.look(relation, last: facts.last, moment: moment), ContactData(contact))
  }
}

/// The person with this code, to whom the member wants to send a request: a name and a masked
/// number.
public struct GetContactInfo: Query {
  public var qrCode: QRCodeID

  public init(qrCode: QRCodeID) { self.qrCode = qrCode }

  public static let route = Route.get(
    "/qr-codes/{qrCode}", summary: "Says who has a code.", for: .token(.contacts))

  /// - Throws: ``Refusal/qrCodeUnknown``, ``Refusal/qrCodeReplaced``, and the refusal that a request
  ///   would get.
  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ContactInfo {
    guard let person = try reads.person(qrCode: qrCode) else {
      throw RetiredQRCode.refusal(wasRetired: try reads.isRetired(qrCode))
    }
    try RelationRules.checkIsNew(
      person.id, to: me.id, reads.relation(of: me.id, with: person.id))
    try RequestRules.check(reads.requestHistory(of: person.id, from: me.id), at: moment.now)
    return ContactInfo(person)
  }
}

/// The people whose requests the member has blocked.
public struct GetBlockedAskers: Query {
  public init() {}

  public static let route = Route.get(
    "/blocked-requests", summary: "Lists those whose requests are blocked.", for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<BlockedAsker> { ItemList(try reads.blockedAskers(of: me.id)) }
}
