import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Synchronization
import Testing

/// Passkeys on the engine, with what the implementation of others has made.
@Suite(.timeLimit(.minutes(1))) struct PasskeyTests {
  /// Unpredictable but for the challenges that the vectors answer.
  private final class Script: Sendable {
    private let next = Mutex<Data?>(nil)

    func expect(_ challenge: Data) { next.withLock { $0 = challenge } }

    var entropy: Entropy {
      let counting = Entropy.counting(from: 1 << 50)
      return Entropy { [self] count in
        let scripted = next.withLock { next -> Data? in
          guard count == 32 else { return nil }
          defer { next = nil }
          return next
        }
        return scripted.map { Array($0) } ?? counting.bytes(count)
      }
    }
  }

  private let world: SmallWorld
  private let engine: Engine
  private let script = Script()
  private let actor: Actor

  init() async throws {
    let world = try await SmallWorld()
    engine = Engine(
      ledger: world.ledger, couriers: [.sms: world.courier], clock: world.clock,
      configuration: EngineConfiguration(
        codeKey: Data("test".utf8), relyingParty: RelyingParty(origin: "https://safe.example")),
      ids: IDGenerator(node: 1), entropy: script.entropy,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let number = try await engine.user(world.p).phoneNumber
    let id = try await engine.requestCode(to: number)
    let body = try #require(world.courier.messages.last?.body)
    let signIn = try await engine.verify(String(body.prefix(7)), of: id)
    actor = .session(signIn.session, of: world.p)
    self.world = world
  }

  private func signInByText() async throws -> SignIn {
    let number = try await engine.user(world.p).phoneNumber
    let id = try await engine.requestCode(to: number)
    let body = try #require(world.courier.messages.last?.body)
    return try await engine.verify(String(body.prefix(7)), of: id)
  }

  @discardableResult
  private func register(_ vector: PasskeyVector) async throws -> PasskeyData {
    script.expect(vector.creationChallenge)
    let asked = try await engine.passkeyCreation(by: actor)
    #expect(asked.challenge == vector.creationChallenge.base64URL)
    return try await engine.registerPasskey(
      vector.created, name: "Phone", by: Member(actor))
  }

  private func ask(_ vector: PasskeyVector, by actor: Actor) async throws {
    script.expect(vector.requestChallenge)
    let asked = try await engine.passkeyRequest(by: actor, network: "n")
    #expect(asked.challenge == vector.requestChallenge.base64URL)
    #expect(asked.rpId == "safe.example")
  }

  private func signIn(_ answer: PasskeyAnswer) async throws -> SignIn {
    try await engine.signIn(
      with: answer, by: Visitor(from: Origin(network: "n", label: "New")))
  }

  @Test(arguments: PasskeyVector.all)
  func `a passkey that others have made is kept, and signs its person in`(
    vector: PasskeyVector
  ) async throws {
    let passkey = try await register(vector)
    #expect(passkey.isCopied)
    try await ask(vector, by: .visitor)
    let signIn = try await signIn(vector.signed(by: world.p))
    #expect(signIn.person == world.p)
    #expect(!signIn.isNew)
    #expect(try await engine.session(token: signIn.token)?.person == world.p)
    #expect(try await mine().first?.lastUsedAt == world.clock.now.storable)
    // Their other device hears of the key and of the sign-in.
    let told = try await engine.notifications(of: world.p).map(\.title.english)
    #expect(told.contains("Passkey added") && told.contains("New sign-in"))
  }

  private func mine() async throws -> [PasskeyData] {
    try await engine.answer(GetPasskeys(), to: Member(world.p)).items
  }

  @Test func `a sign-in by passkey notifies the number, even when there is nothing else`()
    async throws
  {
    let vector = PasskeyVector.es256
    try await register(vector)
    for session in try await engine.sessions(of: world.p) {
      try await engine.perform(EndSession(id: session.id), by: .person(world.p))
    }
    try await world.settle()
    world.courier.forget()
    try await ask(vector, by: .visitor)
    _ = try await signIn(vector.signed(by: world.p))
    try await world.settle()
    #expect(world.courier.messages.map(\.title) == ["New sign-in"])
    #expect(world.courier.messages.map(\.address) == ["+15550100001"])
  }

  @Test func `a challenge is good once`() async throws {
    let vector = PasskeyVector.es256
    try await register(vector)
    try await ask(vector, by: .visitor)
    _ = try await signIn(vector.signed(by: world.p))
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(vector.signed(by: world.p))
    }
  }

  @Test func `a challenge is good for five minutes`() async throws {
    let vector = PasskeyVector.es256
    try await register(vector)
    try await ask(vector, by: .visitor)
    world.clock.advance(by: 300)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(vector.signed(by: world.p))
    }
  }

  @Test func `a challenge that was never issued is refused`() async throws {
    let vector = PasskeyVector.es256
    try await register(vector)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(vector.signed(by: world.p))
    }
  }

  @Test func `a challenge for a proof opens no session`() async throws {
    let vector = PasskeyVector.es256
    try await register(vector)
    try await ask(vector, by: actor)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(vector.signed(by: world.p))
    }
  }

  @Test(arguments: PasskeyVector.all)
  func `a signature that is not right opens nothing`(vector: PasskeyVector) async throws {
    try await register(vector)
    var bytes = try #require(Data(base64URL: vector.authenticatorData))
    // One signature more than was signed.
    bytes[36] += 1
    var forged = vector
    forged.authenticatorData = bytes.base64URL
    try await ask(vector, by: .visitor)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(forged.signed(by: world.p))
    }
  }

  @Test func `an unknown passkey and another person's passkey open nothing`() async throws {
    let vector = PasskeyVector.es256
    try await ask(vector, by: .visitor)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(vector.signed(by: world.p))
    }
    try await register(vector)
    for person in [world.r1, nil] {
      try await ask(vector, by: .visitor)
      await #expect(throws: Refusal.passkeyRejected) {
        try await signIn(vector.signed(by: person))
      }
    }
  }

  @Test func `a count that goes back opens nothing, and its person is notified`() async throws {
    let vector = PasskeyVector.es256
    let passkey = try await register(vector)
    let id = try #require(Data(base64URL: vector.id))
    let ledger = world.ledger
    // A copy of the passkey has signed meanwhile: the stored count is already where this one will
    // be.
    try await ledger.write { tx throws in
      var known = try #require(try tx.passkey(credentialID: id))
      known.counter = 2
      _ = try tx.apply(.usePasskey(known, from: 1))
    }
    try await ask(vector, by: .visitor)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(vector.signed(by: world.p))
    }
    let told = try await engine.notifications(of: world.p)
    #expect(told.contains { $0.title.english == "Passkey refused" })
    #expect(try await mine().first?.id == passkey.id)
  }

  /// A device that could hand it on, or could not, stays so (WebAuthn L3, 7.2).
  @Test func `one that says otherwise than at first whether it can be copied opens nothing`()
    async throws
  {
    let vector = PasskeyVector.es256
    try await register(vector)
    let id = try #require(Data(base64URL: vector.id))
    let ledger = world.ledger
    let person = world.p
    try await ledger.write { tx throws in
      var known = try #require(try tx.passkey(credentialID: id))
      known.canBeCopied.toggle()
      _ = try tx.apply(.deletePasskey(known.id, person))
      _ = try tx.insert(known)
    }
    try await ask(vector, by: .visitor)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(vector.signed(by: world.p))
    }
  }

  @Test func `a proof by passkey is as good as one by code`() async throws {
    let vector = PasskeyVector.ed25519
    try await register(vector)
    world.clock.advance(by: 901)
    await #expect(throws: Refusal.proofNeeded) {
      try await engine.perform(RemoveContact(id: world.r1), by: actor)
    }
    try await ask(vector, by: actor)
    try await engine.prove(with: vector.signed(by: world.p), by: Member(actor))
    try await engine.perform(RemoveContact(id: world.r1), by: actor)
  }

  @Test func `an old session needs a re-authentication to add a passkey`() async throws {
    world.clock.advance(by: 901)
    await #expect(throws: Refusal.proofNeeded) {
      try await engine.passkeyCreation(by: actor)
    }
  }

  @Test func `a sign-in by text alone adds none on its first day`() async throws {
    let other = Channel(
      id: "901", person: world.p, kind: .sms, address: "+15550100088",
      createdAt: world.clock.now - 1)
    _ = try await world.ledger.write { try $0.insert(other) }
    let vector = PasskeyVector.es256
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_400)) {
      try await register(vector)
    }
    #expect(try await mine().isEmpty)
    world.clock.advance(by: 86_400)
    // What is left is the proof that is always asked for.
    await #expect(throws: Refusal.proofNeeded) { try await register(vector) }
  }

  @Test func `a sign-in by text alone removes none on its first day`() async throws {
    let passkey = try await register(.es256)
    world.clock.advance(by: 60)
    let new = Actor.session(try await signInByText().session, of: world.p)
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_400)) {
      try await engine.perform(RemovePasskey(id: passkey.id), by: new)
    }
    #expect(try await mine().map(\.id) == [passkey.id])
    world.clock.advance(by: 86_400)
    try await engine.perform(RemovePasskey(id: passkey.id), by: new)
    #expect(try await mine().isEmpty)
  }

  @Test func `a passkey frees the sign-in by text it proves, and no other`() async throws {
    let passkey = try await register(.es256)
    let other = try await register(.ed25519)
    world.clock.advance(by: 60)
    let new = Actor.session(try await signInByText().session, of: world.p)
    world.clock.advance(by: 60)
    // Their person comes in by passkey, as the notice asks them to.
    try await ask(.es256, by: .visitor)
    _ = try await signIn(PasskeyVector.es256.signed(by: world.p))
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_340)) {
      try await engine.perform(RemovePasskey(id: passkey.id), by: new)
    }
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_340)) {
      try await engine.perform(RequestDeletionCode(), by: new)
    }
    try await ask(.ed25519, by: new)
    try await engine.prove(
      with: PasskeyVector.ed25519.signed(by: world.p), by: Member(new))
    try await engine.perform(RemovePasskey(id: passkey.id), by: new)
    #expect(try await mine().map(\.id) == [other.id])
  }

  @Test func `one device has one passkey, and it is found again for exclusion`() async throws {
    let vector = PasskeyVector.es256
    try await register(vector)
    script.expect(vector.creationChallenge)
    let asked = try await engine.passkeyCreation(by: actor)
    #expect(asked.excludeCredentials.map(\.id) == [vector.id])
    await #expect(throws: Refusal.passkeyExists) {
      try await engine.registerPasskey(vector.created, name: "Again", by: Member(actor))
    }
  }

  @Test func `a passkey is renamed and removed by its person only`() async throws {
    let passkey = try await register(.es256)
    await #expect(throws: Refusal.passkeyNotFound) {
      try await engine.perform(
        RenamePasskey(id: passkey.id, name: "Mine"), by: Member(world.r1))
    }
    await #expect(throws: Refusal.passkeyNotFound) {
      try await engine.perform(RemovePasskey(id: passkey.id), by: Member(world.r1))
    }
    try await engine.perform(RenamePasskey(id: passkey.id, name: " Mine "), by: actor)
    #expect(try await mine().map(\.name) == ["Mine"])
    await #expect(throws: Refusal.invalidPasskeyName) {
      try await engine.perform(RenamePasskey(id: passkey.id, name: " "), by: actor)
    }
    try await engine.perform(RemovePasskey(id: passkey.id), by: actor)
    #expect(try await mine().isEmpty)
    try await ask(.es256, by: .visitor)
    await #expect(throws: Refusal.passkeyRejected) {
      try await signIn(PasskeyVector.es256.signed(by: world.p))
    }
  }

  @Test func `a person who lost their passkey signs in with a code`() async throws {
    let passkey = try await register(.es256)
    try await engine.perform(RemovePasskey(id: passkey.id), by: actor)
    let signIn = try await signInByText()
    #expect(signIn.person == world.p)
  }

  // MARK: Limits

  private func askAll(
    by actor: Actor, isSuggestion: Bool = false
  ) async throws -> Int {
    var count = 0
    while count < 1_000 {
      do {
        _ = try await engine.passkeyRequest(
          by: actor, network: "n", isSuggestion: isSuggestion)
        count += 1
      } catch Refusal.tooManyRequests {
        return count
      }
    }
    return count
  }

  @Test func `suggestions to a whole network leave it the button, and members their proofs`()
    async throws
  {
    #expect(try await askAll(by: .visitor, isSuggestion: true) == 240)
    #expect(try await askAll(by: .visitor) == 60)
    #expect(try await askAll(by: actor) == 60)
    world.clock.advance(by: 900)
    #expect(try await askAll(by: .visitor) == 60, "nor the other way round")
    #expect(try await askAll(by: .visitor, isSuggestion: true) == 240)
  }

  @Test func `without an address of its own a server offers none`() async throws {
    await #expect(throws: Refusal.passkeysNotOffered) {
      try await world.engine.passkeyRequest(by: .visitor, network: "n")
    }
  }

  @Test func `no access token adds or uses one`() async throws {
    await #expect(throws: Refusal.sessionRequired) {
      try await engine.passkeyCreation(by: .person(world.p))
    }
    await #expect(throws: Refusal.sessionRequired) {
      try await engine.passkeyRequest(by: .person(world.p), network: "n")
    }
  }
}
