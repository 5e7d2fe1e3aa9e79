import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Testing

@testable import LifeSignalEngine

@Suite(.timeLimit(.minutes(1))) struct SecurityLogTests {
  private let lines = LogLines(from: .info)

  /// Another engine on what is stored in this world.
  private func engine(_ world: SmallWorld) -> Engine {
    let lines = lines
    return Engine(
      ledger: world.ledger, couriers: [.sms: world.courier], clock: world.clock,
      configuration: EngineConfiguration(
        relyingParty: RelyingParty(origin: "https://safe.example")),
      ids: IDGenerator(node: 7), logger: Logger(label: "test") { _ in lines })
  }

  private var said: [String] { lines.all.filter { $0.hasPrefix("security ") } }

  @Test func `a sign-in is said, in vain and in the end, and never whose`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    let number = try await engine.user(world.p).phoneNumber
    let id = try await engine.requestCode(to: number, from: "198.51.100.7")
    let code = String(try #require(world.courier.messages.last?.body).prefix(7))
    let wrong = code.hasPrefix("1") ? "222-222" : "111-111"
    await #expect(throws: Refusal.codeWrong(triesLeft: 4)) {
      try await engine.verify(wrong, of: id)
    }
    try await engine.verify(code, of: id)
    #expect(
      said == [
        "security act=verifyCode outcome=codeWrong", "security act=verifyCode outcome=done",
      ])
    let all = lines.all.joined(separator: " ")
    for secret in [number, code, wrong, "Browser", "198.51.100.7"] {
      #expect(!all.contains(secret))
    }
  }

  /// One of each that opens or closes an account.
  private static let endpoints: [any Endpoint] = [
    RemovePasskey(id: "4711"), CreateAccessToken(name: "n", scopes: [.read], life: nil),
    RevokeAccessToken(id: "4711"), MakeCheckInCodes(told: ["4711"]),
    AddThing(settings: ThingSettings(name: "Kettle", kind: .plug)), RotateThing(id: "4711"),
    SignOut(), EndSession(id: "4711"), EndOtherSessions(),
    UpdatePhoneNumber(code: "111-111", verificationID: "c"),
    DeleteAccount(code: "111-111", verificationID: "c"),
    ProveIdentity(code: "111-111", verificationID: "c"), MakeInvitation(),
    WithdrawInvitation(id: "4711"),
  ]
  private static let answer = PasskeyAnswer(
    id: "a", response: .init(clientDataJSON: "b", attestationObject: "c"))

  @Test func `signing a person out everywhere is one line, whatever comes of it`() async throws {
    let world = try await SmallWorld()
    let end = EndAllSessions(phoneNumber: "+15550100055", region: .unitedStates)
    _ = try? await engine(world).perform(end, by: .person(world.p))
    _ = try? await engine(world).perform(end, by: System())
    #expect(
      said == [
        "security act=endAllSessions outcome=notAllowed",
        "security act=endAllSessions outcome=personNotFound",
      ])
  }

  @Test func `an endpoint that opens or closes an account states it`() async throws {
    let logged = Endpoints.commands.filter { $0.terms.isLogged }.map { $0.name }
    #expect(logged.sorted() == Self.endpoints.map { Swift.type(of: $0).name }.sorted())
    let world = try await SmallWorld()
    let engine = engine(world)
    for endpoint in Self.endpoints {
      _ = try? await engine.perform(endpoint, by: Actor.person(world.p))
    }
    _ = try? await engine.perform(RemovePasskey(id: "4711"), by: .visitor)
    #expect(
      said == [
        "security act=removePasskey outcome=passkeyNotFound",
        "security act=createAccessToken outcome=done",
        "security act=revokeAccessToken outcome=tokenNotFound",
        "security act=makeCheckInCodes outcome=notYourResponder",
        "security act=addThing outcome=done", "security act=rotateThing outcome=thingNotFound",
        "security act=signOut outcome=sessionRequired", "security act=endSession outcome=done",
        "security act=endOtherSessions outcome=sessionRequired",
        "security act=updatePhoneNumber outcome=codeExpired",
        "security act=deleteAccount outcome=codeExpired",
        "security act=proveIdentity outcome=sessionRequired",
        "security act=makeInvitation outcome=done",
        "security act=withdrawInvitation outcome=invitationUnknown",
        "security act=removePasskey outcome=notSignedIn",
      ])
  }

  @Test func `signing in and passkeys are one line each, whatever comes of it`() async throws {
    let world = try await SmallWorld()
    let (engine, me) = (engine(world), Member(world.p, in: "4711"))
    _ = try? await engine.verify("111-111", of: "c")
    _ = try? await engine.signIn(with: Self.answer, by: Visitor(from: .unknown))
    _ = try? await engine.prove(with: Self.answer, by: me)
    _ = try? await engine.registerPasskey(Self.answer, name: "n", by: me)
    #expect(
      said == [
        "security act=verifyCode outcome=codeExpired",
        "security act=signInWithPasskey outcome=passkeyRejected",
        "security act=proveWithPasskey outcome=passkeyRejected",
        "security act=registerPasskey outcome=passkeyRejected",
      ])
  }

  @Test func `questions for passkeys are said when there are too many`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    for _ in 0..<60 { _ = try await engine.passkeyRequest(by: .visitor, network: "n") }
    #expect(said == [])
    await #expect(throws: Refusal.self) {
      try await engine.passkeyRequest(by: .visitor, network: "n")
    }
    #expect(said == ["security act=passkeyRequest outcome=tooManyRequests"])
  }

  @Test func `a demand for a proof is logged once, even without a command`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    let number = try await engine.user(world.p).phoneNumber
    let id = try await engine.requestCode(to: number)
    let code = String(try #require(world.courier.messages.last?.body).prefix(7))
    let signIn = try await engine.verify(code, of: id)
    world.clock.advance(by: 901)
    let before = said.count
    await #expect(throws: Refusal.proofNeeded) {
      try await engine.passkeyCreation(by: .session(signIn.session, of: world.p))
    }
    await #expect(throws: Refusal.proofNeeded) {
      try await engine.export(of: world.p, in: signIn.session)
    }
    await #expect(throws: Refusal.proofNeeded) {
      try await engine.requireProof(in: signIn.session)
    }
    #expect(
      Array(said[before...]) == [
        "security act=passkeyCreation outcome=proofNeeded",
        "security act=export outcome=proofNeeded",
        "security act=requireProof outcome=proofNeeded",
      ])
  }

  @Test func `documents are said when there are too many`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    let person = world.p
    await #expect(throws: Refusal.self) {
      for _ in 0..<50 { _ = try await engine.exportTimeline(for: person) }
    }
    await #expect(throws: Refusal.self) { try await engine.export(of: person) }
    #expect(
      said == [
        "security act=exportTimeline outcome=tooManyRequests",
        "security act=export outcome=tooManyRequests",
      ])
  }

  @Test func `a forbidden act is logged by its name alone`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    await #expect(throws: Refusal.notAllowed) {
      try await engine.perform(
        Enrol(phoneNumber: "+15550100055", region: .unitedStates), by: .person(world.p))
    }
    #expect(said == ["security act=enrol outcome=notAllowed"])
  }

  @Test func `a refusal without security relevance is not logged`() async throws {
    let world = try await SmallWorld()
    await #expect(throws: Refusal.invalidInterval) {
      try await engine(world).perform(SetCheckInInterval(seconds: 1), by: .person(world.p))
    }
    #expect(said == [])
  }

  @Test func `nothing vital is said, whether it works or not`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    try await engine.perform(CheckInNow(), by: .person(world.p))
    try await engine.perform(ActivateAlert(), by: .person(world.p))
    await #expect(throws: (any Error).self) {
      try await engine.useCheckInCode("K7M2-9QXD-4TRW", from: "n")
    }
    #expect(said == [])
  }
}
