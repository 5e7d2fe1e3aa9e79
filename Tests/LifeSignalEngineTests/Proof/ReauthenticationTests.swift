import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReauthenticationTests {
  /// A session of P's, `age` seconds after it began.
  private func session(
    _ world: SmallWorld, age: TimeInterval = 901
  ) async throws -> (actor: Actor, id: SessionID) {
    let number = try await world.engine.user(world.p).phoneNumber
    let id = try await world.engine.requestCode(to: number)
    let signIn = try await world.engine.verify(code(world), of: id)
    world.clock.advance(by: age)
    return (.session(signIn.session, of: world.p), signIn.session)
  }

  private func code(_ world: SmallWorld) throws -> String {
    let body = try #require(world.courier.messages.last?.body)
    return String(body.prefix(7))
  }

  private func isContact(_ id: Person.ID, in world: SmallWorld) async throws -> Bool {
    try await world.engine.answer(GetContacts(), to: Member(world.p)).items.contains {
      $0.id == id
    }
  }

  private func prove(_ world: SmallWorld, by actor: Actor) async throws {
    let id = try await world.engine.perform(RequestProofCode(), by: actor).verificationID
    try await world.engine.perform(
      ProveIdentity(code: code(world), verificationID: id), by: actor)
  }

  @Test func `a responder is removed after a proof, and not before`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    await #expect(throws: Refusal.proofNeeded) {
      try await world.engine.perform(RemoveContact(id: world.r1), by: actor)
    }
    #expect(try await isContact(world.r1, in: world))
    try await prove(world, by: actor)
    try await world.engine.perform(RemoveContact(id: world.r1), by: actor)
    #expect(try await !isContact(world.r1, in: world))
  }

  @Test func `a session that has just begun is not asked`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world, age: 0)
    try await world.engine.perform(RemoveContact(id: world.r1), by: actor)
    #expect(try await !isContact(world.r1, in: world))
  }

  @Test func `additions that wait for a proof cost their owner none of theirs`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    let add = CreateAccessToken(name: "Script", scopes: [.read], life: nil)
    for _ in 0..<25 {
      await #expect(throws: Refusal.proofNeeded) {
        try await world.engine.perform(add, by: actor)
      }
      world.clock.advance(by: 1)
    }
    try await prove(world, by: actor)
    for _ in 0..<20 { try await world.engine.perform(add, by: actor) }
    await #expect(throws: Refusal.tooManyTokens) { try await world.engine.perform(add, by: actor) }
  }

  @Test func `twenty keys are made at once, and no more however often they are put away`()
    async throws
  {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world, age: 0)
    let settings = ThingSettings(name: "Kettle", kind: .plug)
    for _ in 0..<20 {
      let key = try await world.engine.perform(AddThing(settings: settings), by: actor)
      try await world.engine.perform(RemoveThing(id: key.id), by: actor)
    }
    let refusal = await #expect(throws: Refusal.self) {
      try await world.engine.perform(AddThing(settings: settings), by: actor)
    }
    guard case .tooManyRequests = refusal else {
      Issue.record("the twenty-first was not held up")
      return
    }
  }

  @Test func `a key that was decided twice is one key`() async throws {
    let ledger = RacedLedger()
    let world = try await SmallWorld(ledger: ledger)
    let settings = ThingSettings(name: "Kettle", kind: .plug)
    ledger.losesEveryOther()
    for _ in 0..<20 {
      let key = try await world.perform(AddThing(settings: settings), by: world.p)
      try await world.perform(RemoveThing(id: key.id), by: world.p)
    }
    let refusal = await #expect(throws: Refusal.self) {
      try await world.perform(AddThing(settings: settings), by: world.p)
    }
    guard case .tooManyRequests = refusal else {
      Issue.record("the twenty-first was not held up")
      return
    }
  }

  @Test func `a code that was decided twice is sent once, and is the right one`() async throws {
    let ledger = RacedLedger()
    let world = try await SmallWorld(ledger: ledger)
    ledger.losesEveryOther()
    let id = try await world.engine.requestCode(to: "+1 555-010-0001")
    #expect(world.courier.messages.count == 1)
    #expect(try await world.engine.verify(code(world), of: id).person == world.p)
  }

  @Test func `a person who waits for a code to their own number learns when none was sent`()
    async throws
  {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    world.courier.fail(.rejected("used up"))
    await #expect(throws: Refusal.codeNotSent) {
      try await world.engine.perform(RequestProofCode(), by: actor)
    }
    #expect(world.courier.messages.last?.isOwnCode == true)
    try await prove(world, by: actor)
    // A stranger gets the same answer in any case.
    world.courier.fail(.rejected("used up"))
    try await world.engine.requestCode(to: "+15550109999", from: "m")
    #expect(world.courier.messages.last?.isOwnCode == false)
  }

  @Test func `one session's proof is not another's`() async throws {
    let world = try await SmallWorld()
    let (first, _) = try await session(world)
    let (second, _) = try await session(world)
    try await prove(world, by: first)
    await #expect(throws: Refusal.proofNeeded) {
      try await world.engine.perform(RemoveContact(id: world.r1), by: second)
    }
  }

  @Test func `a session works only for its own person`() async throws {
    let world = try await SmallWorld()
    let (_, id) = try await session(world, age: 0)
    await #expect(throws: Refusal.notSignedIn) {
      try await world.engine.perform(
        CreateAccessToken(name: "Script", scopes: [.read], life: nil),
        by: .session(id, of: world.r1))
    }
  }

  @Test func `checking in and calling for help ask for nothing, however old the proof`()
    async throws
  {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    await #expect(throws: Never.self) {
      try await world.engine.perform(CheckInNow(), by: actor)
    }
    let endpoints: [any Endpoint] = [
      ActivateAlert(), DeactivateAlert(), Pause(until: world.clock.now + 86_400), Resume(),
    ]
    for command in endpoints {
      await #expect(throws: Never.self, "\(command)") {
        _ = try await world.engine.perform(command, by: actor)
      }
    }
  }

  @Test func `keys for programs and things, and codes on paper, ask`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    let settings = ThingSettings(name: "Kettle", kind: .plug)
    let thing = try await world.perform(AddThing(settings: settings), by: world.p)
    let commands: [any Endpoint] = [
      CreateAccessToken(name: "n", scopes: [.read], life: nil), AddThing(settings: settings),
      RotateThing(id: thing.id), MakeCheckInCodes(told: [world.r1]),
    ]
    for command in commands {
      await #expect(throws: Refusal.proofNeeded, "\(command)") {
        _ = try await world.engine.perform(command, by: actor)
      }
    }
  }

  @Test func `a change that delays the alert needs a re-authentication`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    try await world.engine.perform(SetCheckInInterval(seconds: 86_400), by: actor)
    await #expect(throws: Refusal.proofNeeded) {
      try await world.engine.perform(SetCheckInInterval(seconds: 172_800), by: actor)
    }
    await #expect(throws: Refusal.proofNeeded) {
      try await world.engine.perform(SetPlan(plan: .interval(172_800)), by: actor)
    }
    try await prove(world, by: actor)
    try await world.engine.perform(SetCheckInInterval(seconds: 172_800), by: actor)
    world.clock.advance(by: 901)
    // What is so already may stay, and become less.
    try await world.engine.perform(SetCheckInInterval(seconds: 172_800), by: actor)
    try await world.engine.perform(SetCheckInInterval(seconds: 100_000), by: actor)
  }

  @Test func `no stranger or neighbour keeps a person from proving who they are`() async throws {
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        auth: AuthLimits(codesPerNumber: 2, codesPerNetwork: 3), codeKey: Data("test".utf8)))
    let (actor, _) = try await session(world)
    let number = try await world.engine.user(world.p).phoneNumber
    for _ in 0..<2 { try await world.engine.requestCode(to: number) }
    await #expect(throws: Refusal.self) { try await world.engine.requestCode(to: number) }
    await #expect(throws: Never.self) { try await prove(world, by: actor) }
    try await world.engine.perform(RemoveContact(id: world.r1), by: actor)
  }

  @Test func `an invalid request is refused without asking for a proof`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    await #expect(throws: Refusal.invalidInterval) {
      try await world.engine.perform(SetCheckInInterval(seconds: 999_999_999), by: actor)
    }
    await #expect(throws: Refusal.invalidThingName) {
      try await world.engine.perform(
        AddThing(settings: ThingSettings(name: "", kind: .plug)), by: actor)
    }
  }

  @Test func `the evidence that devices must give is not weakened without a proof`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    func add(_ name: String) async throws -> Thing.ID {
      let command = AddThing(settings: ThingSettings(name: name, kind: .plug))
      let key = try await world.engine.perform(command, by: .person(world.p))
      return key.id
    }
    let kettle = try await add("Kettle")
    _ = try await add("Door")
    let toAll = SetEvidenceRule(rule: EvidenceRule(match: .all, zone: .utc))
    let toAny = SetEvidenceRule(rule: EvidenceRule(match: .any, zone: .utc))
    try await world.engine.perform(toAll, by: actor)
    await #expect(throws: Refusal.proofNeeded) {
      try await world.engine.perform(toAny, by: actor)
    }
    await #expect(throws: Refusal.proofNeeded) {
      try await world.engine.perform(RemoveThing(id: kettle), by: actor)
    }
    try await prove(world, by: actor)
    try await world.engine.perform(toAny, by: actor)
    try await world.engine.perform(RemoveThing(id: kettle), by: actor)
  }

  @Test func `everything about a person leaves the house after a proof`() async throws {
    let world = try await SmallWorld()
    let (actor, id) = try await session(world)
    await #expect(throws: Refusal.proofNeeded) {
      try await world.engine.export(of: world.p, in: id)
    }
    try await prove(world, by: actor)
    #expect(try await world.engine.export(of: world.p, in: id).profile.id == world.p)
    // A program needs no proof: the person who gave it its right had proven who they are.
    #expect(try await world.engine.export(of: world.p).profile.id == world.p)
  }

  @Test func `the number is not moved without a proof`() async throws {
    let world = try await SmallWorld()
    let (actor, _) = try await session(world)
    let move = RequestPhoneChangeCode(phoneNumber: "+15550100077", region: .unitedStates)
    await #expect(throws: Refusal.proofNeeded) { try await world.engine.perform(move, by: actor) }
    try await prove(world, by: actor)
    _ = try await world.engine.perform(move, by: actor)
    #expect(world.courier.messages.last?.address == "+15550100077")
  }

  @Test func `no token proves anything`() async throws {
    let world = try await SmallWorld()
    await #expect(throws: Refusal.sessionRequired) {
      try await world.engine.perform(
        ProveIdentity(code: "1", verificationID: "x"), by: .person(world.p))
    }
  }
}

/// Its writes lose to another writer, each the first time and after the decision was made.
private final class RacedLedger: Ledger {
  private let base = TestLedger()
  /// Nil until the races begin.
  private let count = Mutex<Int?>(nil)

  func losesEveryOther() { count.withLock { $0 = 0 } }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    let isLost = count.withLock { count in
      count? += 1
      return (count ?? 0) % 2 == 1
    }
    return try await base.write(in: lane) { transaction in
      let result = try body(transaction)
      if isLost { throw LedgerError.conflict("row") }
      return result
    }
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await base.read(body)
  }
}
