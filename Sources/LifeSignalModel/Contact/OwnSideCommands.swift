/// Sets the fields of a contact that only the caller sees; nil and blank remove them.
public struct UpdateContactPrivateFields: Endpoint, ContactCommand {
  public var id: Person.ID
  public var nickname: String?
  public var notes: String?
  /// What the page showed; never on the wire. See ``Edit``.
  public var seen: PrivateFields?

  public init(
    id: Person.ID, nickname: String?, notes: String?, seen: PrivateFields? = nil
  ) {
    self.id = id
    self.nickname = nickname
    self.notes = notes
    self.seen = seen
  }

  private enum CodingKeys: CodingKey { case id, nickname, notes }

  public static let route = Route(
    .put, "/contacts/{id}/private-fields",
    summary: "Sets nickname and notes of a contact, for the caller alone.",
    for: .token(.contacts), .ordinary)

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try OwnSideRules.setPrivateFields(
        facts, nickname: nickname, notes: notes, seen: seen, moment: moment))
  }
}

/// Sets the caller's switches for a contact; the other side's own do not change.
public struct UpdateContactSwitches: Endpoint, ContactCommand {
  public var id: Person.ID
  public var switches: ContactSwitches
  /// What the page showed; never on the wire. See ``Edit``.
  public var seen: ContactSwitches?

  public init(id: Person.ID, switches: ContactSwitches, seen: ContactSwitches? = nil) {
    self.id = id
    self.switches = switches
    self.seen = seen
  }

  private enum CodingKeys: CodingKey { case id, switches }

  public static let route = Route(
    .put, "/contacts/{id}/switches", summary: "Sets what the caller wants of a contact.",
    for: .token(.contacts), .ordinary)

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    Decided(
      try OwnSideRules.setSwitches(facts, switches, seen: seen, moment: moment),
      showing: id, to: me)
  }
}
