import Foundation
import LifeSignalModel
import Testing

@Suite struct ProofRulesTests {
  private func session(proven seconds: TimeInterval = 0, revoked: Date? = nil) -> Session {
    Session(
      id: "5", person: "1", tokenHash: Data([1]), createdAt: Cast.start - 86_400,
      expiresAt: Cast.start + 86_400, revokedAt: revoked, provenAt: Cast.start + seconds)
  }

  private static let responder = Cast.relation(Cast.mara, Cast.theo).mine
  private static let dependent = Cast.relation(
    Cast.mara, Cast.theo, isResponder: false, isDependent: true
  ).mine
  private static let asked = Cast.relation(Cast.mara, Cast.theo, status: .requestedByMe).mine
  private static let order = EscalationPlan(steps: [.init(responders: ["2"])])

  /// An hour after the last proof.
  private func check(
    _ command: CommandCase, relation: Relation? = nil, pausedUntil: TimeInterval? = nil
  ) throws {
    try ProofRules.check(
      command,
      ProofFacts(
        session: session(), relation: relation, pausedUntil: pausedUntil.map { Cast.start + $0 }),
      moment: Cast.moment(3_600))
  }

  private func isAsked(
    _ command: CommandCase, relation: Relation? = nil, pausedUntil: TimeInterval? = nil
  ) throws -> Bool {
    do {
      try check(command, relation: relation, pausedUntil: pausedUntil)
      return false
    } catch Refusal.proofNeeded {
      return true
    }
  }

  @Test func `a proof is good for fifteen minutes`() {
    #expect(ProofRules.isFresh(Cast.start, at: Cast.start + 899))
    #expect(!ProofRules.isFresh(Cast.start, at: Cast.start + 900))
  }

  @Test func `a proof from the future is none, but for a clock's unsteadiness`() {
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

  @Test func `a responder is not lost without a proof`() throws {
    #expect(try isAsked(.endRelation("2"), relation: Self.responder))
    #expect(
      try isAsked(
        .updateRoles("2", isResponder: false, isDependent: true), relation: Self.responder))
    #expect(try isAsked(.setEscalationPlan(Self.order)))
  }

  @Test func `gaining one, and what takes none away, asks for nothing`() throws {
    #expect(try !isAsked(.endRelation("2"), relation: Self.dependent))
    #expect(try !isAsked(.endRelation("2"), relation: Self.asked))
    #expect(try !isAsked(.endRelation("2")))
    #expect(
      try !isAsked(
        .updateRoles("2", isResponder: true, isDependent: false), relation: Self.dependent))
    #expect(try !isAsked(.acceptRelation("2"), relation: Self.asked))
    #expect(try !isAsked(.setEscalationPlan(nil)))
    #expect(try !isAsked(.setEscalationPlan(.everybody)))
  }

  @Test func `a pause asks when it ends later than a day from now`() throws {
    let now: TimeInterval = 3_600
    #expect(try !isAsked(.pause(until: Cast.start + now + 86_400)))
    #expect(try isAsked(.pause(until: Cast.start + now + 86_401)))
    #expect(try isAsked(.pause(until: Cast.start + now + 200_000), pausedUntil: now + 100_000))
  }

  @Test func `a pause is shortened without a proof`() throws {
    #expect(try !isAsked(.pause(until: Cast.start + 200_000), pausedUntil: 300_000))
  }

  @Test func `no sign of life and no alert ever asks`() throws {
    for command in CommandCase.vitalOnes + [.hear(.success, token: "t")] {
      #expect(try !isAsked(command, relation: Self.responder, pausedUntil: 9), "\(command)")
      #expect(!command.mayNeedProof, "\(command)")
    }
  }

  @Test func `that list knows every command that is vital`() throws {
    #expect(CommandCase.vitalOnes.allSatisfy { $0.isVital })
    let names = try CommandCase.vitalNames()
    #expect(names.count > 15)
    #expect(Set(CommandCase.vitalOnes.map(\.caseName)) == names)
  }

  @Test func `these endpoints are vital, and no others`() {
    #expect(
      Set(Endpoints.commands.filter { $0.terms.isVital }.map { $0.name }) == [
        "extendTravel", "arrive", "respondToPing", "respondToAllPings",
      ])
  }

  @Test func `keys for programs and things, and codes on paper, ask`() throws {
    #expect(try isAsked(.createAccessToken(name: "n", scopes: [.read], life: nil)))
    #expect(try isAsked(.addThing(ThingSettings(name: "Kettle", kind: .plug))))
    #expect(try isAsked(.rotateThing("1")))
    #expect(try isAsked(.makeCheckInCodes(told: ["2"])))
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
      code, isRight: isRight, in: session, limits: AuthLimits(), moment: Cast.moment(10))
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

  @Test func `a code for anything else, or of somebody else, proves nothing`() {
    for purpose in [
      OneTimeCode.Purpose.signIn, .deletion("1"), .numberChange("1"), .proof("2"),
      .channel("1", .email),
    ] {
      #expect(throws: Refusal.codeExpired) { try prove(code(purpose), in: session()) }
    }
    #expect(throws: Refusal.notSignedIn) { try prove(code(), in: nil) }
  }

  @Test func `a code for a proof signs nobody in`() {
    let material = SignInMaterial(
      token: "t", tokenHash: Data([1]), label: "", qrCode: "NEW", channels: [.sms])
    #expect(throws: Refusal.codeExpired) {
      try AuthRules.verifyCode(
        code(), isRight: true, person: Cast.mara.person, limits: AuthLimits(), material: material,
        moment: Cast.moment())
    }
  }
}
