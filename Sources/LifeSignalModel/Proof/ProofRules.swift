public import Foundation

/// The actions that require re-authentication on a signed-in device.
///
/// They are those that weaken the promise or give everything away. Never a check-in, an alert, or
/// an action that strengthens the promise: a found phone may save its owner, and must not be usable
/// against them.
public enum ProofRules {
  /// Seconds for which one re-authentication is valid.
  public static let life: TimeInterval = 900
  /// Seconds from now: a pause that ends by then requires no re-authentication.
  public static let freePause: TimeInterval = 86_400
  /// Seconds: a plan with no wait longer than this requires no re-authentication.
  public static let freeWait: TimeInterval = 86_400

  /// - Throws: ``Refusal/proofNeeded`` if the session's last re-authentication is too old,
  ///   ``Refusal/notSignedIn`` when the session has ended.
  public static func require(_ session: Session?, at now: Date) throws(Refusal) {
    guard let session, session.isGood(at: now) else { throw .notSignedIn }
    guard isFresh(session.provenAt, at: now) else { throw .proofNeeded }
  }

  /// A re-authentication from more than a minute ahead was stored before the clock was set back,
  /// and does not count.
  public static func isFresh(_ proof: Date, at now: Date) -> Bool {
    let age = now.timeIntervalSince(proof)
    return age >= -60 && age < life
  }

  // MARK: Giving it

  /// Sends a code to the account's number or e-mail address.
  public static func requestCode(
    _ code: OneTimeCode, recent: [OneTimeCode], moment: Moment
  ) throws(Refusal) -> Decision {
    try AuthRules.requestCode(code, recent: recent, moment: moment)
  }

  /// - Parameter isRight: the result of comparing hashes.
  public static func prove(
    _ code: OneTimeCode?, isRight: Bool, in session: Session?, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let session, session.isGood(at: moment.now) else { throw .notSignedIn }
    var (_, decision) = try CodeRules.spend(
      code, for: .proof(session.person), isRight: isRight, moment: moment)
    guard decision.refusal == nil else { return decision }
    note(session, &decision, moment)
    return decision
  }

  static func note(_ session: Session, _ decision: inout Decision, _ moment: Moment) {
    decision.mutations.append(
      .proveSession(session.id, session.person, at: moment.now.storable))
    decision.events.append(.identityProven(session.person))
  }
}
