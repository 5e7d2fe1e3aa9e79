import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An access token` {
  private func create(
    _ world: SmallWorld, scopes: Set<TokenScope> = [.read], life: TimeInterval? = nil
  ) async throws -> NewAccessToken {
    try await world.engine.perform(
      CreateAccessToken(name: "Script", scopes: scopes, life: life), by: .person(world.p))
  }

  @Test func `opens the account of the person who made it`() async throws {
    let world = try await SmallWorld()
    let new = try await create(world, scopes: [.read, .checkIn])
    let found = try #require(try await world.engine.accessToken(new.token))
    #expect(found.person == world.p && found.scopes == [.read, .checkIn])
    #expect(try await world.engine.accessToken("lsp_" + String(repeating: "0", count: 49)) == nil)
  }

  @Test func `is stored as its hash alone`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let new = try await create(world)
    #expect(!ledger.rows.texts.contains(new.token))
    #expect(ledger.rows.accessTokens.map(\.hash.count) == [32])
  }

  @Test func `is no session, and opens nothing as one`() async throws {
    let world = try await SmallWorld()
    let new = try await create(world)
    #expect(try await world.engine.session(token: new.token) == nil)
  }

  @Test func `ends by itself`() async throws {
    let world = try await SmallWorld()
    let new = try await create(world, life: 3_600)
    world.clock.advance(by: 3_599)
    #expect(try await world.engine.accessToken(new.token) != nil)
    world.clock.advance(by: 1)
    #expect(try await world.engine.accessToken(new.token) == nil)
    #expect(try await world.engine.answer(GetAccessTokens(), to: Member(world.p)).items.isEmpty)
  }

  @Test func `ends when its owner revokes it, and no one else can`() async throws {
    let world = try await SmallWorld()
    let new = try await create(world)
    let token = try #require(try await world.engine.accessToken(new.token))
    await #expect(throws: Refusal.tokenNotFound) {
      try await world.perform(RevokeAccessToken(id: token.id), by: world.r1)
    }
    #expect(try await world.engine.isGood(token))
    try await world.perform(RevokeAccessToken(id: token.id), by: world.p)
    #expect(try await world.engine.isGood(token) == false)
    #expect(try await world.engine.accessToken(new.token) == nil)
  }

  @Test func `says when it was last used, to ten minutes`() async throws {
    let world = try await SmallWorld()
    let new = try await create(world)
    func lastUse() async throws -> Date? {
      try await world.engine.answer(GetAccessTokens(), to: Member(world.p)).items.first?.lastUsedAt
    }
    #expect(try await lastUse() == nil)
    let first = world.clock.now
    _ = try await world.engine.accessToken(new.token)
    world.clock.advance(by: 599)
    _ = try await world.engine.accessToken(new.token)
    #expect(try await lastUse() == first)
    world.clock.advance(by: 1)
    _ = try await world.engine.accessToken(new.token)
    #expect(try await lastUse() == first + 600)
  }

  @Test func `is exported by name and scopes, never itself`() async throws {
    let world = try await SmallWorld()
    let new = try await create(world, scopes: [.ping, .read])
    let export = try await world.engine.export(of: world.p)
    #expect(export.accessTokens.map(\.name) == ["Script"])
    #expect(export.accessTokens.first?.scopes == [.read, .ping])
    #expect(!String(decoding: try export.document(), as: UTF8.self).contains(new.token))
  }
}
