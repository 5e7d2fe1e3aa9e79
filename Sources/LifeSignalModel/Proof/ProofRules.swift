public import Foundation

/// What is stored that decides whether an act needs a fresh proof.
public struct ProofFacts: Equatable, Sendable {
  /// The session that asks, ended or not.
  public var session: Session?
  /// The person's own side of the relation the act is about.
  public var relation: Relation?
  /// The end of a pause that is on.
  public var pausedUntil: Date?
  /// How often the person has promised to check in; nil before the first promise.
  public var plan: CheckInPlan?
  /// What may check in for them.
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

/// Which acts ask whether it is still the person themselves who holds a signed-in device.
///
/// Those that make the promise weaker or give everything away. Never a sign of life, an alert, or
/// what makes the promise stronger: a found phone may save its owner, and must not undo them.
public enum ProofRules {
  /// Seconds for which one proof is good.
  public static let life: TimeInterval = 900
  /// Seconds from now: a pause that ends by then asks for nothing.
  public static let freePause: TimeInterval = 86_400
  /// Seconds: a plan that lets nobody wait longer asks for nothing.
  public static let freeWait: TimeInterval = 86_400

  /// - Throws: ``Refusal/proofNeeded`` when the session's last proof is too old,
  ///   ``Refusal/notSignedIn`` when the session has ended.
  public static func require(_ session: Session?, at now: Date) throws(Refusal) {
    guard let session, session.isGood(at: now) else { throw .notSignedIn }
    guard isFresh(session.provenAt, at: now) else { throw .proofNeeded }
  }

  /// A proof from more than a minute ahead is from before the clock was set back, and is none.
  public static func isFresh(_ proof: Date, at now: Date) -> Bool {
    let age = now.timeIntervalSince(proof)
    return age >= -60 && age < life
  }

  /// - Throws: as ``require(_:at:)``, for an act that needs it.
  public static func check(
    _ command: Command, _ facts: ProofFacts, moment: Moment
  ) throws(Refusal) {
    guard needsProof(command, facts, at: moment.now) else { return }
    try require(facts.session, at: moment.now)
  }

  static func needsProof(_ command: Command, _ facts: ProofFacts, at now: Date) -> Bool {
    guard !command.isVital else { return false }
    return switch command {
    case .endRelation: facts.hasResponder
    // Having one more responder makes the promise stronger.
    case .updateRoles(_, let isResponder, _): facts.hasResponder && !isResponder
    // Without an order everybody is called at once.
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

  /// A code to the number the account has.
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

  /// Whether somebody who does not check in is missed later than a day after, and later than until now.
  fileprivate func isLonger(_ new: CheckInPlan) -> Bool {
    new.longestWait > max(ProofRules.freeWait, plan?.longestWait ?? 0)
  }
}

extension Command {
  /// Whom the act is about, where a relation decides whether it needs a proof.
  public var relationToProve: Person.ID? {
    switch self {
    case .endRelation(let other), .updateRoles(let other, _, _): other
    default: nil
    }
  }

  /// Whether any of them may need one: the others are not looked at.
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
