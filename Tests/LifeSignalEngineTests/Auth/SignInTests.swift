import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SignInTests {
  private func request(
    _ world: SmallWorld, _ number: String = "+1 555-010-0001", network: String = "loopback"
  ) async throws -> OneTimeCode.ID {
    try await world.engine.requestCode(to: number, from: network)
  }

  private func code(_ world: SmallWorld) throws -> String {
    let body = try #require(world.courier.messages.last?.body)
    return String(body.prefix(7))
  }

  private func verify(
    _ world: SmallWorld, _ id: OneTimeCode.ID, _ code: String
  ) async throws -> SignIn {
    try await world.engine.verify(code, of: id)
  }

  private func signIn(_ world: SmallWorld) async throws -> SignIn {
    let id = try await request(world)
    return try await verify(world, id, code(world))
  }

  /// A code that is surely not the right one.
  private func wrong(_ world: SmallWorld) throws -> String {
    try code(world) == "000-000" ? "111-111" : "000-000"
  }

  @Test func `a number and its code open a session`() async throws {
    let world = try await SmallWorld()
    let id = try await request(world)
    #expect(world.courier.messages.last?.address == "+15550100001")
    let signIn = try await verify(world, id, code(world))
    #expect(signIn.person == world.p)
    #expect(!signIn.isNew)
    let session = try #require(try await world.engine.session(token: signIn.token))
    #expect(session.person == world.p)
    #expect(session.session == signIn.session)
    #expect(try await world.engine.session(token: signIn.token + "x") == nil)
    #expect(try await world.engine.sessions(of: world.p).map(\.label) == ["Browser"])
  }

  @Test func `an unknown number gets the same answer and becomes a member with its code`()
    async throws
  {
    let world = try await SmallWorld()
    let id = try await request(world, "+1 555-010-0055")
    #expect(world.courier.messages.last?.address == "+15550100055")
    let signIn = try await verify(world, id, code(world))
    #expect(signIn.isNew)
    #expect(try await world.engine.user(signIn.person).needsOnboarding)
  }

  @Test func `wrong tries count although they are refused, and the sixth is not read`()
    async throws
  {
    let world = try await SmallWorld()
    let id = try await request(world)
    let wrong = try wrong(world)
    for left in [4, 3, 2, 1, 0] {
      await #expect(throws: Refusal.codeWrong(triesLeft: left)) {
        try await verify(world, id, wrong)
      }
    }
    let right = try code(world)
    await #expect(throws: Refusal.tooManyTries) { try await verify(world, id, right) }
  }

  @Test func `a code is used once and dies after five minutes`() async throws {
    let world = try await SmallWorld()
    let first = try await request(world)
    let right = try code(world)
    _ = try await verify(world, first, right)
    await #expect(throws: Refusal.codeUsed) { try await verify(world, first, right) }

    let second = try await request(world)
    let late = try code(world)
    world.clock.advance(by: 300)
    await #expect(throws: Refusal.codeExpired) { try await verify(world, second, late) }
  }

  @Test func `a code fits only the request it was made for`() async throws {
    let world = try await SmallWorld()
    let first = try await request(world)
    let codeOfFirst = try code(world)
    let second = try await request(world)
    if try code(world) != codeOfFirst {
      await #expect(throws: Refusal.codeWrong(triesLeft: 4)) {
        try await verify(world, second, codeOfFirst)
      }
    }
    #expect(try await verify(world, first, codeOfFirst).person == world.p)
  }

  @Test func `neither codes nor tokens are stored`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let id = try await request(world)
    let secret = try code(world)
    let signIn = try await verify(world, id, secret)
    let texts = ledger.rows.texts
    #expect(!texts.contains(secret))
    #expect(!texts.contains(secret.replacing("-", with: "")))
    #expect(!texts.contains(signIn.token))
    #expect(ledger.rows.codes.first?.hash.count == 32)
  }

  @Test func `one network gets forty codes a day, and no one else waits for it`() async throws {
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        auth: AuthLimits(codesPerNetwork: 1_000), codeKey: Data("test".utf8)))
    let session = try await signIn(world)
    for number in 1..<40 { _ = try await request(world, "+1 555-010-\(1_000 + number)") }
    await #expect(throws: Refusal.tooManyCodes(retryAfter: 2_160)) {
      try await request(world, "+1 555-010-3000")
    }
    _ = try await request(world, "+1 555-010-3000", network: "elsewhere")
    _ = try await world.engine.perform(
      RequestProofCode(),
      by: Member(world.p, in: session.session, from: Origin(network: "loopback")))
    world.clock.advance(by: 2_160)
    _ = try await request(world, "+1 555-010-3001")
  }

  /// The courier of texts pays for these from a share that strangers cannot use up.
  @Test func `codes to members are marked as theirs, ten a day for one network`() async throws {
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        auth: AuthLimits(codesPerNumber: 1_000), codeKey: Data("test".utf8)))
    for _ in 0..<11 { _ = try await request(world) }
    _ = try await request(world, "+1 555-010-0055")
    _ = try await request(world, network: "elsewhere")
    let marks = world.courier.messages.map(\.isMembersCode)
    #expect(marks == Array(repeating: true, count: 10) + [false, false, true])
    world.clock.advance(by: 8_640)
    _ = try await request(world)
    #expect(world.courier.messages.last?.isMembersCode == true)
  }

  @Test func `codes are limited per number and per network`() async throws {
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        auth: AuthLimits(codesPerNumber: 2, codesPerNetwork: 4), codeKey: Data("test".utf8)))
    _ = try await request(world)
    _ = try await request(world)
    await #expect(throws: Refusal.tooManyCodes(retryAfter: 900)) { try await request(world) }
    // Another number from the same network has one left, then the network is spent.
    _ = try await request(world, "+1 555-010-0002")
    await #expect(throws: Refusal.self) { try await request(world, "+1 555-010-0003") }
    _ = try await request(world, "+1 555-010-0003", network: "elsewhere")
    world.clock.advance(by: 901)
    _ = try await request(world)
  }

  @Test(arguments: ["+1 555-010-0001", "+1 555-010-0055"])
  func `a failing courier does not change the answer`(number: String) async throws {
    var ends: [Date] = []
    for failure in [nil, CourierFailure.rejected("no"), .transient("busy", retryAfter: nil)] {
      let world = try await SmallWorld()
      if let failure { world.courier.fail(failure) }
      let id = try await request(world, number)
      #expect(!id.rawValue.isEmpty)
      let code = try #require(try await world.ledger.read { try $0.oneTimeCode(id) })
      ends.append(code.expiresAt)
    }
    #expect(ends.count == 3 && Set(ends).count == 1)
  }

  @Test func `signing out ends that session, and only its owner can`() async throws {
    let world = try await SmallWorld()
    let mine = try await signIn(world)
    let other = try await signIn(world)
    try await world.perform(EndSession(id: mine.session), by: world.r1)
    #expect(try await world.engine.session(token: mine.token) != nil)
    try await world.perform(EndSession(id: mine.session), by: world.p)
    #expect(try await world.engine.session(token: mine.token) == nil)
    #expect(try await world.engine.session(token: other.token) != nil)
  }

  @Test func `sessions end by themselves`() async throws {
    let world = try await SmallWorld()
    let signIn = try await signIn(world)
    world.clock.advance(by: 90 * 86_400)
    #expect(try await world.engine.session(token: signIn.token) == nil)
    #expect(try await world.engine.sessions(of: world.p).isEmpty)
  }

  @Test func `an invalid number is refused`() async throws {
    let world = try await SmallWorld()
    await #expect(throws: Refusal.invalidPhoneNumber) { try await request(world, "555-01") }
  }
}
