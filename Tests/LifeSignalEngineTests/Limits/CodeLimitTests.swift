import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Two codes at once for one network, and two to a member's own number.
@Suite(.timeLimit(.minutes(1))) struct `The limits on codes` {
  private func world() async throws -> SmallWorld {
    try await SmallWorld(
      configuration: EngineConfiguration(
        auth: AuthLimits(codesPerNetwork: 2), codeKey: Data("test".utf8)))
  }

  private func code(_ world: SmallWorld) throws -> String {
    String(try #require(world.courier.messages.last?.body).prefix(7))
  }

  /// A session of P's in network "n".
  private func session(_ world: SmallWorld) async throws -> Member {
    let id = try await world.engine.requestCode(to: "+1 555-010-0001")
    let signIn = try await world.engine.verify(code(world), of: id)
    return Member(world.p, in: signIn.session, from: Origin(network: "n"))
  }

  @Test func `count a code that an alert refuses`() async throws {
    let world = try await world()
    try await world.perform(ActivateAlert(), by: world.p)
    for _ in 0..<2 {
      await #expect(throws: Refusal.alertStillActive) {
        try await world.perform(RequestDeletionCode(), by: world.p)
      }
    }
    await #expect(throws: Refusal.tooManyCodes(retryAfter: 450)) {
      try await world.perform(RequestDeletionCode(), by: world.p)
    }
    #expect(!world.courier.messages.contains { $0.isOneTimeCode })
  }

  @Test func `do not count a code that waits until the session is a day old`() async throws {
    let world = try await world()
    let other = Channel(
      id: "901", person: world.p, kind: .sms, address: "+15550100088",
      createdAt: world.clock.now - 1)
    _ = try await world.ledger.write { try $0.insert(other) }
    let me = try await session(world)
    for _ in 0..<3 {
      await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_400)) {
        try await world.engine.perform(RequestDeletionCode(), by: me)
      }
    }
    for _ in 0..<2 { try await world.engine.perform(RequestProofCode(), by: me) }
    await #expect(throws: Refusal.tooManyCodes(retryAfter: 450)) {
      try await world.engine.perform(RequestProofCode(), by: me)
    }
  }

  @Test func `do not count a new number before its owner has re-authenticated`() async throws {
    let world = try await world()
    let me = try await session(world)
    world.clock.advance(by: 901)
    func move(to number: String) async throws {
      try await world.engine.perform(
        RequestPhoneChangeCode(phoneNumber: number, region: .unitedStates), by: me)
    }
    for _ in 0..<3 {
      await #expect(throws: Refusal.proofNeeded) { try await move(to: "+15550100077") }
    }
    let id = try await world.engine.perform(RequestProofCode(), by: me).verificationID
    try await world.engine.perform(
      ProveIdentity(code: code(world), verificationID: id), by: me)
    try await move(to: "+15550100077")
    // The number they have is refused, and counts.
    await #expect(throws: Refusal.phoneNumberUnchanged) { try await move(to: "+15550100001") }
    await #expect(throws: Refusal.tooManyCodes(retryAfter: 450)) {
      try await move(to: "+15550100078")
    }
  }

  @Test func `do not count what is no number`() async throws {
    let world = try await world()
    for _ in 0..<3 {
      await #expect(throws: Refusal.invalidPhoneNumber) {
        try await world.engine.requestCode(to: "555-01")
      }
    }
    try await world.engine.requestCode(to: "+1 555-010-0055")
    try await world.engine.requestCode(to: "+1 555-010-0056")
    await #expect(throws: Refusal.tooManyCodes(retryAfter: 450)) {
      try await world.engine.requestCode(to: "+1 555-010-0057")
    }
  }
}
