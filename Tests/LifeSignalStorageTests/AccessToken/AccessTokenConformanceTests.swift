import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct AccessTokenConformanceTests {
  private static func token(_ id: Int64, of person: Int64 = 1) -> AccessToken {
    AccessToken(
      id: AccessToken.ID(id), person: Person.ID(person), hash: Data([UInt8(id), 9]),
      name: "Watch “\(id)”", scopes: [.read, .checkIn],
      createdAt: Sample.now + TimeInterval(id))
  }

  @Test(arguments: LedgerFactory.all)
  func `a token comes back as stored, by hash and by id`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var token = Self.token(1)
    token.expiresAt = Sample.now + 3_600
    token.lastUsedAt = Sample.now + 2
    let stored = token
    #expect(try await ledger.write { try $0.insert(stored) })
    #expect(try await ledger.read { try $0.accessToken(hash: stored.hash) } == stored)
    #expect(try await ledger.read { try $0.accessToken(stored.id) } == stored)
    #expect(try await ledger.read { try $0.accessToken(hash: Data([7])) } == nil)
    #expect(try await ledger.read { try $0.accessToken("no number") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `two tokens never have one hash`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var twin = Self.token(2)
    twin.hash = Self.token(1).hash
    let second = twin
    #expect(try await ledger.write { try $0.insert(Self.token(1)) })
    #expect(try await ledger.write { try $0.insert(second) } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `only a person's own good tokens are listed, newest first`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var expired = Self.token(3)
    expired.expiresAt = Sample.now + 10
    var revoked = Self.token(4)
    revoked.revokedAt = Sample.now
    let tokens = [Self.token(1), Self.token(2), expired, revoked, Self.token(5, of: 2)]
    try await ledger.write { tx in for token in tokens { _ = try tx.insert(token) } }
    let early = try await ledger.read { try $0.accessTokens(of: "1", at: Sample.now + 9) }
    #expect(early.map(\.id) == ["3", "2", "1"])
    let late = try await ledger.read { try $0.accessTokens(of: "1", at: Sample.now + 10) }
    #expect(late.map(\.id) == ["2", "1"])
  }

  @Test(arguments: LedgerFactory.all)
  func `only its owner revokes a token, once`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let at = Sample.now + 60
    #expect(try await ledger.write { try $0.insert(Self.token(1)) })
    #expect(
      try await ledger.write { try $0.apply(.revokeAccessToken("1", "2", at: at)) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.revokeAccessToken("1", "1", at: at)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.revokeAccessToken("1", "1", at: at + 1)) > 0 } == false
    )
    #expect(try await ledger.read { try $0.accessToken("1") }?.revokedAt == at)
    #expect(try await ledger.write { try $0.apply(.noteAccessTokenUse("1", at: at)) > 0 } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `its last use is noted`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.insert(Self.token(1)) })
    #expect(
      try await ledger.write { try $0.apply(.noteAccessTokenUse("1", at: Sample.now + 5)) > 0 })
    #expect(try await ledger.read { try $0.accessToken("1") }?.lastUsedAt == Sample.now + 5)
  }

  @Test(arguments: LedgerFactory.all)
  func `ended tokens are swept, and valid ones stay`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var expired = Self.token(1)
    expired.expiresAt = Sample.now + 1
    var revoked = Self.token(2)
    revoked.revokedAt = Sample.now + 1
    let tokens = [expired, revoked, Self.token(3)]
    try await ledger.write { tx in for token in tokens { _ = try tx.insert(token) } }
    #expect(
      try await ledger.write { try $0.sweep(.leftovers, before: Sample.now + 1, limit: 9) } == 0)
    #expect(
      try await ledger.write { try $0.sweep(.leftovers, before: Sample.now + 2, limit: 9) } == 2)
    #expect(try await ledger.read { try $0.accessToken("3") } == Self.token(3))
  }

  @Test(arguments: LedgerFactory.all)
  func `deleting an account deletes its tokens, and no one else's`(factory: LedgerFactory)
    async throws
  {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      _ = try tx.insert(Self.token(1))
      _ = try tx.insert(Self.token(2, of: 2))
      _ = try tx.delete(Sample.person(1))
    }
    #expect(try await ledger.read { try $0.accessToken("1") } == nil)
    #expect(try await ledger.read { try $0.accessToken("2") } != nil)
  }
}
