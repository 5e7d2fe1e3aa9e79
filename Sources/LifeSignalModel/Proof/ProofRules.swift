public import Foundation

/// The stored facts that decide whether an action requires re-authentication.
public struct ProofFacts: Equatable, Sendable {
  /// The session that asks, ended or not.
  public var session: Session?
  /// The person's own side of the relation the action is about.
  public var relation: Relation?
  /// The end of a pause that is on.
  public var pausedUntil: Date?
  /// How often the person has promised to check in; nil before the first promise.
  public var plan: CheckInPlan?
  /// The evidence that may check in for them.
  public var evidence: Evidence

  public init(
    session: Session?, relation: Relation? = nil, pausedUntil: Date? = nil,
    plan: CheckInPlan? = nil, evidence: Evidence = Evidence()
  ) {
    self.session = session
    self.relation = relation
    self.pausedUntil = pausedUntil
    self.plan = plan
    self.evidence = evidence
  }
}

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

  /// - Throws: as ``require(_:at:)``, for an action that requires re-authentication.
  public static func check(
    _ command: CommandCase, _ facts: ProofFacts, moment: Moment
  ) throws(Refusal) {
    guard needsProof(command, facts, at: moment.now) else { return }
    try require(facts.session, at: moment.now)
  }

  static func needsProof(_ command: CommandCase, _ facts: ProofFacts, at now: Date) -> Bool {
    guard !command.isVital else { return false }
    return switch command {
    case .endRelation: facts.hasResponder
    // Having one more responder makes the promise stronger.
    case .updateRoles(_, let isResponder, _): facts.hasResponder && !isResponder
    // Without a policy everyone is called immediately.
    case .setEscalationPlan(let plan): plan.map { !$0.steps.isEmpty } ?? false
    case .pause(let until):
      until > now + freePause && until > facts.pausedUntil ?? .distantPast
    case .setInterval(let seconds): facts.isLonger(.interval(seconds))
    case .setPlan(let plan): facts.isLonger(plan)
    case .editThing, .removeThing, .setEvidenceRule:
      facts.evidence.after(command, at: now).isEasier(than: facts.evidence)
    case .createAccessToken, .makeCheckInCodes, .addThing, .rotateThing: true
    default: false
    }
  }

  // MARK: Giving it

  /// Sends a code to the account's number.
  public static func requestCode(
    _ code: OneTimeCode, recent: [OneTimeCode], limits: AuthLimits, moment: Moment
  ) throws(Refusal) -> Decision {
    try AuthRules.requestCode(code, recent: recent, limits: limits, moment: moment)
  }

  /// - Parameter isRight: the result of comparing hashes.
  public static func prove(
    _ code: OneTimeCode?, isRight: Bool, in session: Session?, limits: AuthLimits, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let session, session.isGood(at: moment.now) else { throw .notSignedIn }
    var (_, decision) = try CodeRules.spend(
      code, for: .proof(session.person), isRight: isRight, limits: limits, moment: moment)
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

extension ProofFacts {
  fileprivate var hasResponder: Bool {
    relation?.status == .accepted && relation?.isResponder == true
  }

  /// Whether a person who does not check in would be missed later than a day after, and later than
  /// until now.
  fileprivate func isLonger(_ new: CheckInPlan) -> Bool {
    new.longestWait > max(ProofRules.freeWait, plan?.longestWait ?? 0)
  }
}

extension CommandCase {
  /// The other person, where a relation decides whether the action requires re-authentication.
  public var relationToProve: Person.ID? {
    switch self {
    case .endRelation(let other), .updateRoles(let other, _, _): other
    default: nil
    }
  }

  /// Whether any of them may require re-authentication: the others are not examined.
  public var mayNeedProof: Bool {
    switch self {
    case .endRelation, .updateRoles, .setEscalationPlan, .pause, .setInterval, .setPlan,
      .createAccessToken, .makeCheckInCodes, .addThing, .rotateThing, .editThing, .removeThing,
      .setEvidenceRule:
      true
    default: false
    }
  }
}
