import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct RetiredCodeConformanceTests {
  private static let codes = (1...3).map { number in
    RetiredQRCode(
      id: QRCodeID(rawValue: "OLD-\(number)"), person: number == 3 ? "2" : "1",
      retiredAt: Sample.now + TimeInterval(number))
  }

  private func ledger(_ factory: LedgerFactory) async throws -> any Ledger {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      for code in Self.codes { _ = try tx.insert(code) }
    }
    return ledger
  }

  @Test(arguments: LedgerFactory.all)
  func `a retired code is known, once, and only as what it is`(factory: LedgerFactory) async throws
  {
    let ledger = try await ledger(factory)
    #expect(try await ledger.write { try $0.insert(Self.codes[0]) } == false)
    let (old, current, forged) = try await ledger.read { tx in
      (try tx.isRetired("OLD-1"), try tx.isRetired("QR-1"), try tx.isRetired("NEVER"))
    }
    #expect(old && !current && !forged)
  }

  @Test(arguments: LedgerFactory.all)
  func `a person's own are read newest first`(factory: LedgerFactory) async throws {
    let ledger = try await ledger(factory)
    let (all, one, others) = try await ledger.read { tx in
      (
        try tx.retiredQRCodes(of: "1", limit: 9), try tx.retiredQRCodes(of: "1", limit: 1),
        try tx.retiredQRCodes(of: "2", limit: 9)
      )
    }
    #expect(all == [Self.codes[1], Self.codes[0]])
    #expect(one == [Self.codes[1]])
    #expect(others == [Self.codes[2]])
  }

  @Test(arguments: LedgerFactory.all)
  func `the oldest are swept first, a few at a time`(factory: LedgerFactory) async throws {
    let ledger = try await ledger(factory)
    let sweep = { @Sendable (before: Date) in
      try await ledger.write { try $0.sweep(.retiredQRCodes, before: before, limit: 1) }
    }
    #expect(try await sweep(Sample.now + 1) == 0)
    #expect(try await sweep(Sample.now + 3) == 1)
    #expect(try await ledger.read { try $0.isRetired("OLD-1") } == false)
    #expect(try await ledger.read { try $0.isRetired("OLD-2") })
    #expect(try await sweep(Sample.now + 3) == 1)
    #expect(try await sweep(Sample.now + 3) == 0)
  }

  @Test(arguments: LedgerFactory.all)
  func `they go with the account`(factory: LedgerFactory) async throws {
    let ledger = try await ledger(factory)
    #expect(try await ledger.write { try $0.delete(Sample.person(1)) })
    #expect(try await ledger.read { try $0.isRetired("OLD-1") } == false)
    #expect(try await ledger.read { try $0.isRetired("OLD-3") })
  }
}
