/// The member's passkeys, newest first.
public struct GetPasskeys: Query {
  public init() {}

  public static let route = Route.get(
    "/user/passkeys", summary: "Lists the person's passkeys.", for: .session)

  /// - Throws: ``Refusal/passkeysNotOffered``.
  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<PasskeyData> {
    guard moment.offersPasskeys else { throw Refusal.passkeysNotOffered }
    return ItemList(try reads.passkeys(of: me.id).map(PasskeyData.init))
  }
}

/// Gives a passkey another name, 1–60 characters.
public struct RenamePasskey: Endpoint {
  public var id: Passkey.ID
  public var name: String

  public init(id: Passkey.ID, name: String) {
    self.id = id
    self.name = name
  }

  public static let route = Route(
    .put, "/user/passkeys/{id}", summary: "Names a passkey.", for: .session, .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> Passkey? { try reads.passkey(id) }

  public func decide(
    _ passkey: Passkey?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try PasskeyRules.rename(passkey, to: name, by: me.id))
  }
}

/// Removes a passkey.
public struct RemovePasskey: Endpoint {
  public var id: Passkey.ID

  public init(id: Passkey.ID) { self.id = id }

  public static let route = Route(
    .delete, "/user/passkeys/{id}", summary: "Removes a passkey.", for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (passkey: Passkey?, me: Recipient) {
    (try reads.passkey(id), try reads.recipient(me.id))
  }

  public func decide(
    _ facts: (passkey: Passkey?, me: Recipient), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try PasskeyRules.remove(facts.passkey, by: facts.me, moment: moment))
  }
}
