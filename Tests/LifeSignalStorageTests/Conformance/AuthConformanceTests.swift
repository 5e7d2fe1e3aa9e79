import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@Suite struct AuthConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `a code counts each try once and is used once`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    #expect(try await ledger.write { try $0.insert(Sample.code("request")) })
    #expect(try await ledger.write { try $0.insert(Sample.code("request")) } == false)
    #expect(try await ledger.write { try $0.countAttempt("request", from: 0) })
    #expect(try await ledger.write { try $0.countAttempt("request", from: 0) } == false)
    #expect(try await ledger.write { try $0.useOneTimeCode("request", at: Sample.now) })
    #expect(try await ledger.write { try $0.useOneTimeCode("request", at: Sample.now) } == false)
    var used = Sample.code("request")
    used.attempts = 1
    used.usedAt = Sample.now
    #expect(try await ledger.read { try $0.oneTimeCode("request") } == used)
    #expect(try await ledger.read { try $0.oneTimeCode("other") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `codes of a number are listed from an instant on, newest first`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try factory.make()
    var later = Sample.code("b")
    later.createdAt = Sample.now + 1
    let newest = later
    try await ledger.write {
      _ = try $0.insert(Sample.code("a"))
      _ = try $0.insert(newest)
      _ = try $0.insert(Sample.code("c", phoneNumber: "+447400123456"))
    }
    let since = { @Sendable (date: Date) in
      try await ledger.read { try $0.oneTimeCodes(phoneNumber: "+15551000001", since: date) }
        .map(\.id)
    }
    #expect(try await since(Sample.now) == ["b", "a"])
    #expect(try await since(Sample.now + 1) == ["b"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a session is found by its hash and revoked by its person only`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let session = Sample.session(1)
    var sameToken = Sample.session(2, of: 2)
    sameToken.tokenHash = session.tokenHash
    let stolen = sameToken
    #expect(try await ledger.write { try $0.insert(session) })
    #expect(try await ledger.write { try $0.insert(stolen) } == false)
    #expect(try await ledger.read { try $0.session(tokenHash: session.tokenHash) } == session)
    #expect(try await ledger.read { try $0.session(tokenHash: Data()) } == nil)
    #expect(try await ledger.write { try $0.revokeSession("1", of: "2", at: Sample.now) } == false)
    #expect(try await ledger.read { try $0.sessions(of: "1", at: Sample.now) } == [session])
    #expect(try await ledger.write { try $0.revokeSession("1", of: "1", at: Sample.now) })
    #expect(try await ledger.write { try $0.revokeSession("1", of: "1", at: Sample.now) } == false)
    #expect(try await ledger.read { try $0.sessions(of: "1", at: Sample.now) } == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `an expired session is not listed`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    _ = try await ledger.write { try $0.insert(Sample.session(1)) }
    let end = Sample.session(1).expiresAt
    #expect(try await ledger.read { try $0.sessions(of: "1", at: end - 1) }.count == 1)
    #expect(try await ledger.read { try $0.sessions(of: "1", at: end) } == [])
  }
}
