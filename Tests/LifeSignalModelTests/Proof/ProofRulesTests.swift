import Foundation
import LifeSignalModel
import Testing

@Suite struct ProofRulesTests {
  private func session(proven seconds: TimeInterval = 0, revoked: Date? = nil) -> Session {
    Session(
      id: "5", person: "1", tokenHash: Data([1]), createdAt: Cast.start - 86_400,
      expiresAt: Cast.start + 86_400, revokedAt: revoked, provenAt: Cast.start + seconds)
  }

  @Test func `a proof is good for fifteen minutes`() {
    #expect(ProofRules.isFresh(Cast.start, at: Cast.start + 899))
    #expect(!ProofRules.isFresh(Cast.start, at: Cast.start + 900))
  }

  @Test func `a proof from the future is refused, except within a clock's drift`() {
    #expect(ProofRules.isFresh(Cast.start + 60, at: Cast.start))
    #expect(!ProofRules.isFresh(Cast.start + 61, at: Cast.start))
  }

  @Test func `signing in is a proof`() throws {
    let new = Session(
      id: "5", person: "1", tokenHash: Data(), createdAt: Cast.start,
      expiresAt: Cast.start + 86_400)
    #expect(throws: Never.self) { try ProofRules.require(new, at: Cast.start + 899) }
  }

  @Test func `an ended session proves nothing`() {
    #expect(throws: Refusal.notSignedIn) { try ProofRules.require(nil, at: Cast.start) }
    #expect(throws: Refusal.notSignedIn) {
      try ProofRules.require(session(revoked: Cast.start), at: Cast.start)
    }
    #expect(throws: Refusal.notSignedIn) {
      try ProofRules.require(session(), at: Cast.start + 86_400)
    }
  }

  // MARK: What asks for it

  private static let order = EscalationPlan(steps: [.init(responders: ["2"])])

  /// Mara's side is `mine`.
  private func facts(
    isResponder: Bool = true, isDependent: Bool = false, status: RelationStatus = .accepted
  ) -> RelationFacts {
    let both = Cast.relation(
      Cast.mara, Cast.theo, isResponder: isResponder, isDependent: isDependent, status: status)
    return RelationFacts(
      me: Cast.mara, other: Cast.theo, relation: both.mine, mirror: both.theirs)
  }

  private func demands(
    ofRoles facts: RelationFacts, isResponder: Bool, isDependent: Bool
  ) throws -> Set<Demand> {
    try RoleRules.update(
      facts, isResponder: isResponder, isDependent: isDependent, moment: Cast.moment()
    ).demands
  }

  private func demands(of plan: EscalationPlan?) throws -> Set<Demand> {
    try EscalationPlanRules.set(plan, of: "1", responders: ["2"]).demands
  }

  @Test func `a responder is not lost without a proof`() throws {
    #expect(RelationRules.end(facts(), moment: Cast.moment()).demands == [.proof])
    let both = facts(isDependent: true)
    #expect(try demands(ofRoles: both, isResponder: false, isDependent: true) == [.proof])
    #expect(try demands(of: Self.order) == [.proof])
  }

  @Test func `gaining one, and what takes none away, asks for nothing`() throws {
    for kept in [
      facts(isResponder: false, isDependent: true), facts(status: .requestedByMe),
      facts(status: .requestedByThem),
    ] {
      #expect(RelationRules.end(kept, moment: Cast.moment()).demands.isEmpty)
    }
    let dependent = facts(isResponder: false, isDependent: true)
    #expect(try demands(ofRoles: dependent, isResponder: true, isDependent: true).isEmpty)
    let both = facts(isDependent: true)
    #expect(try demands(ofRoles: both, isResponder: true, isDependent: false).isEmpty)
    let asked = facts(status: .requestedByThem)
    #expect(try RelationRules.accept(asked, moment: Cast.moment()).demands.isEmpty)
    #expect(try demands(of: nil).isEmpty)
    #expect(throws: Refusal.planNamesNobody) { try demands(of: .everybody) }
  }

  /// - Parameter pausedUntil: the end of a pause that is on.
  private func demandsOfPause(
    until end: TimeInterval, pausedUntil: TimeInterval? = nil
  ) throws -> Set<Demand> {
    var watch = Cast.watch()
    if let pausedUntil {
      watch.pausedAt = Cast.start
      watch.pausedUntil = Cast.start + pausedUntil
    }
    return try PauseRules.pause(
      Cast.facts(watch), until: Cast.start + end, moment: Cast.moment(3_600)
    ).demands
  }

  @Test func `a pause asks when it ends later than a day from now`() throws {
    let now: TimeInterval = 3_600
    #expect(try demandsOfPause(until: now + 86_400).isEmpty)
    #expect(try demandsOfPause(until: now + 86_401) == [.proof])
    #expect(try demandsOfPause(until: now + 200_000, pausedUntil: now + 100_000) == [.proof])
  }

  @Test func `a pause is shortened without a proof`() throws {
    #expect(try demandsOfPause(until: 200_000, pausedUntil: 300_000).isEmpty)
  }

  @Test func `these endpoints are vital, and no others`() {
    #expect(
      Set(Endpoints.commands.filter { $0.terms.isVital }.map { $0.name }) == [
        "extendTravel", "arrive", "activateAlert", "deactivateAlert", "acknowledgeAlarm",
        "releaseAlarm", "handOverAlarm", "reportReached", "endSilentAlarm", "respondToPing",
        "respondToAllPings", "checkInNow",
      ])
  }

  @Test func `these commands without a route are vital too`() {
    #expect(RaiseQueuedAlert.terms.isVital)
    #expect(OpenAlarm.terms.isVital)
  }

  // MARK: Giving it

  private func code(_ purpose: OneTimeCode.Purpose = .proof("1")) -> OneTimeCode {
    OneTimeCode(
      id: "c", phoneNumber: "+15550100001", phoneRegion: .unitedStates, hash: Data([7]),
      createdAt: Cast.start, expiresAt: Cast.start + 300, purpose: purpose)
  }

  private func prove(
    _ code: OneTimeCode?, isRight: Bool = true, in session: Session?
  ) throws -> Decision {
    try ProofRules.prove(
      code, isRight: isRight, in: session, moment: Cast.moment(10))
  }

  @Test func `the right code proves the session it was typed in`() throws {
    let decision = try prove(code(), in: session(proven: -9_000))
    #expect(
      decision.mutations == [
        .countAttempt("c", from: 0), .useCode("c", at: Cast.start + 10),
        .proveSession("5", "1", at: Cast.start + 10),
      ])
  }

  @Test func `a wrong code counts and proves nothing`() throws {
    let decision = try prove(code(), isRight: false, in: session())
    #expect(decision.refusal == .codeWrong(triesLeft: 4))
    #expect(decision.mutations == [.countAttempt("c", from: 0)])
  }

  @Test func `a code for another purpose or person proves nothing`() {
    for purpose in [
      OneTimeCode.Purpose.signIn, .deletion("1"), .numberChange("1"), .proof("2"),
      .channel("1", .email),
    ] {
      #expect(throws: Refusal.codeExpired) { try prove(code(purpose), in: session()) }
    }
    #expect(throws: Refusal.notSignedIn) { try prove(code(), in: nil) }
  }

  @Test func `a code for a proof signs no one in`() {
    let material = SignInMaterial(
      token: "t", tokenHash: Data([1]), label: "", qrCode: "NEW", channels: [.sms])
    #expect(throws: Refusal.codeExpired) {
      try AuthRules.verifyCode(
        code(), isRight: true, person: Cast.mara.person, material: material,
        moment: Cast.moment())
    }
  }
}
