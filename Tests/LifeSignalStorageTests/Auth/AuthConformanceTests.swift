import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct AuthConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `a code counts each try once and is used once`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    #expect(try await ledger.write { try $0.insert(Sample.code("request")) })
    #expect(try await ledger.write { try $0.insert(Sample.code("request")) } == false)
    #expect(try await ledger.write { try $0.apply(.countAttempt("request", from: 0)) > 0 })
    #expect(try await ledger.write { try $0.apply(.countAttempt("request", from: 0)) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.useCode("request", at: Sample.now)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.useCode("request", at: Sample.now)) > 0 } == false)
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
    #expect(
      try await ledger.write { try $0.apply(.revokeSession("1", "2", at: Sample.now)) > 0 } == false
    )
    #expect(try await ledger.read { try $0.sessions(of: "1", at: Sample.now) } == [session])
    #expect(try await ledger.write { try $0.apply(.revokeSession("1", "1", at: Sample.now)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.revokeSession("1", "1", at: Sample.now)) > 0 } == false
    )
    #expect(try await ledger.read { try $0.sessions(of: "1", at: Sample.now) } == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `a session's use and proof are kept, its person's only`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let new = Sample.session(1)
    #expect(try await ledger.write { try $0.insert(new) })
    #expect(try await ledger.read { try $0.session("1") } == new)
    #expect(try await ledger.read { try $0.session("2") } == nil)
    #expect(try await ledger.read { try $0.session("no number") } == nil)
    let at = Sample.now + 60
    #expect(try await ledger.write { try $0.apply(.noteSessionUse("1", at: at)) > 0 })
    #expect(try await ledger.write { try $0.apply(.proveSession("1", "2", at: at)) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.proveSession("1", "1", at: at + 1)) > 0 })
    let known = try await ledger.read { try $0.session("1") }
    #expect(known?.lastSeenAt == at)
    #expect(known?.provenAt == at + 1)
    #expect(try await ledger.write { try $0.apply(.revokeSession("1", "1", at: at)) > 0 })
    #expect(try await ledger.write { try $0.apply(.noteSessionUse("1", at: at)) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.proveSession("1", "1", at: at)) > 0 } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `all of a person's sessions but one are revoked`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      for id in 1...3 { _ = try tx.insert(Sample.session(Int64(id))) }
      _ = try tx.insert(Sample.session(4, of: 2))
      _ = try tx.apply(.revokeSession("3", "1", at: Sample.now))
    }
    let count = try await ledger.write {
      try $0.apply(.revokeOtherSessions("1", than: "2", at: Sample.now + 1))
    }
    #expect(count == 1)
    #expect(try await ledger.read { try $0.sessions(of: "1", at: Sample.now) }.map(\.id) == ["2"])
    #expect(try await ledger.read { try $0.sessions(of: "2", at: Sample.now) }.map(\.id) == ["4"])
    #expect(try await ledger.read { try $0.session("3") }?.revokedAt == Sample.now)
  }

  @Test(arguments: LedgerFactory.all)
  func `a code for a proof comes back as one`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var code = Sample.code("proof")
    code.purpose = .proof("1")
    let stored = code
    #expect(try await ledger.write { try $0.insert(stored) })
    #expect(try await ledger.read { try $0.oneTimeCode("proof") } == stored)
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
