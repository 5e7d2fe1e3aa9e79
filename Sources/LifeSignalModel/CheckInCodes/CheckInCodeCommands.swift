extension Endpoints {
  static let checkInCodes: [any Endpoint.Type] = [
    MakeCheckInCodes.self, RevokeCheckInCodes.self,
  ]
  static let checkInCodeQueries: [any Query.Type] = [GetCheckInCodes.self]
}

/// The member's valid sheet. Never a code.
public struct GetCheckInCodes: FollowedQuery {
  public init() {}

  public static let topics = ChangeSet.codes
  public static let route = Route.get(
    "/check-in-codes",
    summary: "Says how many printed codes are left, and since when there are any.",
    for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInSheetAnswer { CheckInSheetAnswer(sheet: try reads.checkInCodes(of: me.id)) }
}

public struct CheckInSheetAnswer: Codable, Equatable, Sendable {
  /// Nil while there is none in force.
  public var sheet: CheckInSheetData?
}

/// Makes a new sheet of codes to print; earlier sheets stop working.
public struct MakeCheckInCodes: Endpoint {
  /// The responders to notify of a duress alert.
  public var told: [Person.ID]

  public init(told: [Person.ID]) { self.told = told }

  /// By people only, as every route that answers with a key.
  public static let route = Route(
    .post, "/check-in-codes",
    summary: "Makes printed codes, which no other answer contains. Earlier ones stop working.",
    for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (responders: [Person.ID], me: Recipient) {
    (try reads.responders(of: me.id).map(\.person.id), try reads.recipient(me.id))
  }

  public func decide(
    _ facts: (responders: [Person.ID], me: Recipient), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<NewCheckInSheet> {
    try CheckInCodeRules.make(
      CheckInSheetMaterial(from: moment.secrets), told: told, responders: facts.responders,
      facts.me, moment: moment)
  }
}

/// Makes every printed code stop working; does nothing without a sheet.
public struct RevokeCheckInCodes: Endpoint {
  public init() {}

  public static let route = Route(
    .delete, "/check-in-codes", summary: "Makes every printed code stop working.", for: .session,
    .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (sheet: CheckInSheet?, me: Recipient) {
    (try reads.revocableCheckInSheet(of: me.id), try reads.recipient(me.id))
  }

  public func decide(
    _ facts: (sheet: CheckInSheet?, me: Recipient), by me: Member, at moment: Moment
  ) -> Decided<Empty> {
    Decided(CheckInCodeRules.revoke(facts.sheet, by: facts.me, moment: moment))
  }
}

extension Reads {
  /// The person's valid sheet, without its codes; nil while there is none.
  public func checkInCodes(of person: Person.ID) throws -> CheckInSheetData? {
    guard let sheet = try checkInSheet(of: person) else { return nil }
    return CheckInSheetData(
      createdAt: sheet.createdAt, left: try unusedCheckInCodes(of: sheet.id))
  }
}
