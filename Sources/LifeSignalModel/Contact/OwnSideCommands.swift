/// Sets the fields of a contact that only the caller sees; nil and blank remove them.
public struct UpdateContactPrivateFields: Endpoint, ContactCommand {
  public var id: Person.ID
  public var nickname: String?
  public var notes: String?

  public init(id: Person.ID, nickname: String?, notes: String?) {
    self.id = id
    self.nickname = nickname
    self.notes = notes
  }

  public static let route = Route(
    .put, "/contacts/{id}/private-fields",
    summary: "Sets nickname and notes of a contact, for the caller alone.",
    for: .token(.contacts), .ordinary)

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try OwnSideRules.setPrivateFields(facts, nickname: nickname, notes: notes, moment: moment))
  }
}

/// Sets the caller's switches for a contact; the other side's own do not change.
public struct UpdateContactSwitches: Endpoint, ContactCommand {
  public var id: Person.ID
  public var switches: ContactSwitches

  public init(id: Person.ID, switches: ContactSwitches) {
    self.id = id
    self.switches = switches
  }

  public static let route = Route(
    .put, "/contacts/{id}/switches", summary: "Sets what the caller wants of a contact.",
    for: .token(.contacts), .ordinary)

  public func decide(
    _ facts: RelationFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    Decided(
      try OwnSideRules.setSwitches(facts, switches, moment: moment), showing: id, to: me)
  }
}
