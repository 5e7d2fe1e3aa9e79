public import Foundation

extension CheckInRules {
  /// A check-in by a program with an access token: an automatic one.
  ///
  /// A script that checks in every night must not stand down responders who are on their way: once
  /// the deadline is missed, only a token that may end alerts can check in.
  /// - Throws: ``Refusal/insufficientScope(needed:)`` then.
  public static func checkIn(
    _ facts: CheckInFacts, clientKey: String?, at: Date?, with scopes: Set<TokenScope>,
    moment: Moment
  ) throws(Refusal) -> Decided<CheckInRecord> {
    if facts.repeated == nil, facts.watch.stage == .missed, !scopes.contains(.alert) {
      throw .insufficientScope(needed: .alert)
    }
    return checkIn(facts, clientKey: clientKey, at: at, source: .automatic, moment: moment)
  }
}
