public import Foundation

extension Endpoints {
  static let checkIns: [any Endpoint.Type] = [CheckInNow.self, SnoozeReminder.self]
}

/// Checks the member in. A repeat with the same key is the same check-in.
///
/// The key, and the scopes of a program's access token, come with the member: see
/// ``Origin``.
public struct CheckInNow: Endpoint {
  /// The device's time, for a check-in that waited for a connection.
  public var at: Date?

  public init(at: Date? = nil) { self.at = at }

  public static let terms = Terms.vital
  public static let route = Route(
    .post, "/check-ins",
    summary: "Checks in. `at` says when, for a check-in that waited for a connection.",
    for: .token(.checkIn), terms, operation: "checkIn")

  /// - Returns: with the key under which the check-in is stored.
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (checkIn: CheckInFacts, key: String?) {
    let key = me.origin.key.map(CheckIn.key(chosen:))
    var facts = try reads.signOfLifeFacts(of: me.id)
    if let key { facts.repeated = try reads.checkIn(of: me.id, clientKey: key) }
    return (facts, key)
  }

  public func decide(
    _ facts: (checkIn: CheckInFacts, key: String?), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<InstantAnswer> {
    let decided =
      if let scopes = me.origin.scopes {
        try CheckInRules.checkIn(
          facts.checkIn, clientKey: facts.key, at: at, with: scopes, moment: moment)
      } else {
        CheckInRules.checkIn(facts.checkIn, clientKey: facts.key, at: at, moment: moment)
      }
    return decided.map { InstantAnswer(at: $0.timestamp) }
  }
}
