import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// A session that cannot be read in full costs its person no call for help.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A session whose row is spoilt` {
  private func signIn(_ world: DamagedWorld) async throws -> SignIn {
    let small = world.small
    let number = try await small.engine.user(small.p).phoneNumber
    let id = try await small.engine.requestCode(to: number)
    let body = try #require(small.courier.messages.last?.body)
    return try await small.engine.verify(String(body.prefix(7)), of: id)
  }

  private func isNamed(_ world: DamagedWorld) -> Bool {
    world.health.causes.map(\.code).contains("rows-unreadable:sessions:1")
  }

  @Test(
    arguments: [
      "UPDATE sessions SET created_at = -9223372036854775807",
      "UPDATE sessions SET created_at = 9223372036854775807, last_seen_at = 9223372036854775807",
      "UPDATE sessions SET proven_at = -9223372036854775807",
    ] as [SQLText])
  func `goes on, and is named until it is put right`(damage: SQLText) async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let session = try await signIn(world)
    let here = Actor.session(session.session, of: small.p)
    try await world.damage(damage)
    #expect(try await small.engine.session(token: session.token)?.person == small.p)
    try await small.engine.perform(ActivateAlert(), by: here)
    try await world.pass(1, 1, 1)
    #expect(world.arrived("ALERT") == 2)
    #expect(isNamed(world))
    try await small.engine.perform(DeactivateAlert(), by: here)
    try await world.damage(
      """
      UPDATE sessions SET created_at = expires_at - 1000, last_seen_at = NULL,
        proven_at = expires_at - 1000
      """)
    try await world.pass(1)
    #expect(!isNamed(world))
  }

  @Test func `because of its end is over, and a new one calls for help and ends it`() async throws {
    let world = try await DamagedWorld()
    let small = world.small
    let old = try await signIn(world)
    try await world.damage(
      """
      UPDATE sessions SET created_at = -9223372036854775807, last_seen_at = 9223372036854775807,
        expires_at = 9223372036854775807
      """)
    #expect(try await small.engine.session(token: old.token) == nil)
    let new = try await signIn(world)
    let here = Actor.session(new.session, of: small.p)
    try await small.engine.perform(ActivateAlert(), by: here)
    try await world.pass(1, 1, 1)
    #expect(world.arrived("ALERT") == 2)
    #expect(isNamed(world))
    // It stays in the list, so that its person can end it.
    #expect(try await small.engine.sessions(of: small.p).count == 2)
    try await small.engine.perform(EndOtherSessions(), by: here)
    try await world.pass(1)
    #expect(!isNamed(world))
    #expect(try await small.engine.sessions(of: small.p).map(\.id) == [new.session])
  }
}
