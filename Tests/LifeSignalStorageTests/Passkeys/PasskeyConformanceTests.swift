import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct PasskeyConformanceTests {
  private static func passkey(_ id: Int64, of person: Int64 = 1) -> Passkey {
    Passkey(
      id: Passkey.ID(id), person: Person.ID(person), credentialID: Data([UInt8(id), 8]),
      publicKey: Data([1, 2]), name: "Phone “\(id)”", counter: .max, canBeCopied: true,
      createdAt: Sample.now + TimeInterval(id))
  }

  @Test(arguments: LedgerFactory.all)
  func `a passkey comes back as stored, by both its ids`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var passkey = Self.passkey(1)
    passkey.isCopied = true
    passkey.lastUsedAt = Sample.now + 2
    let stored = passkey
    #expect(try await ledger.write { try $0.insert(stored) })
    #expect(
      try await ledger.read { try $0.passkey(credentialID: stored.credentialID) } == stored)
    #expect(try await ledger.read { try $0.passkey("1") } == stored)
    #expect(try await ledger.read { try $0.passkey(credentialID: Data()) } == nil)
    #expect(try await ledger.read { try $0.passkey("no number") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `two passkeys never have one credential`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var twin = Self.passkey(2, of: 2)
    twin.credentialID = Self.passkey(1).credentialID
    let second = twin
    #expect(try await ledger.write { try $0.insert(Self.passkey(1)) })
    #expect(try await ledger.write { try $0.insert(second) } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `a count is changed from what it was, once`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var passkey = Self.passkey(1)
    passkey.counter = 5
    let before = passkey
    passkey.counter = 6
    passkey.isCopied = true
    passkey.lastUsedAt = Sample.now
    let after = passkey
    #expect(try await ledger.write { try $0.insert(before) })
    #expect(try await ledger.write { try $0.apply(.usePasskey(after, from: 4)) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.usePasskey(after, from: 5)) > 0 })
    #expect(try await ledger.write { try $0.apply(.usePasskey(after, from: 5)) > 0 } == false)
    #expect(try await ledger.read { try $0.passkey("1") } == after)
  }

  @Test(arguments: LedgerFactory.all)
  func `only its person lists, names and deletes a passkey`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx throws in
      for passkey in [Self.passkey(1), Self.passkey(2), Self.passkey(3, of: 2)] {
        _ = try tx.insert(passkey)
      }
    }
    #expect(try await ledger.read { try $0.passkeys(of: "1") }.map(\.id) == ["2", "1"])
    #expect(try await ledger.write { try $0.apply(.renamePasskey("1", "2", to: "x")) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.renamePasskey("1", "1", to: "x")) > 0 })
    #expect(try await ledger.read { try $0.passkey("1") }?.name == "x")
    #expect(try await ledger.write { try $0.apply(.deletePasskey("1", "2")) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.deletePasskey("1", "1")) > 0 })
    #expect(try await ledger.read { try $0.passkeys(of: "1") }.map(\.id) == ["2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `deleting an account deletes its passkeys, and no one else's`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx throws in
      _ = try tx.insert(Self.passkey(1))
      _ = try tx.insert(Self.passkey(2, of: 2))
      _ = try tx.delete(Sample.person(1))
    }
    #expect(try await ledger.read { try $0.passkey("1") } == nil)
    #expect(try await ledger.read { try $0.passkey("2") } != nil)
  }
}
