import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct RequestConformanceTests {
  private static func request(_ name: UInt8, at seconds: TimeInterval = 0) -> KeptRequest {
    KeptRequest(
      person: "1", name: Data([name]), content: Data([9]), startedAt: Sample.now + seconds)
  }

  @Test(arguments: LedgerFactory.all)
  func `a request comes back as stored, to its person alone`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var request = Self.request(1)
    request.doneAt = Sample.now + 1
    request.answer = Data([4, 5])
    let stored = request
    try await ledger.write { _ = try $0.insert(stored) }
    #expect(try await ledger.read { try $0.request(Data([1]), of: "1") } == stored)
    #expect(try await ledger.read { try $0.request(Data([2]), of: "1") } == nil)
    #expect(try await ledger.read { try $0.request(Data([1]), of: "2") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a later attempt takes the place of an earlier one`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let (first, second) = (Self.request(1), Self.request(1, at: 60))
    try await ledger.write { _ = try $0.insert(first) }
    #expect(try await ledger.write { try $0.finish(first, at: Sample.now + 1) })
    try await ledger.write { _ = try $0.insert(second) }
    #expect(try await ledger.read { try $0.request(Data([1]), of: "1") } == second)
    #expect(try await ledger.write { try $0.finish(first, at: Sample.now + 61) } == false)
    #expect(try await ledger.write { try $0.keep(Data([1]), of: first) } == false)
    #expect(try await ledger.write { try $0.forget(first) } == false)
    #expect(try await ledger.write { try $0.finish(second, at: Sample.now + 62) })
  }

  @Test(arguments: LedgerFactory.all)
  func `a completed request stays, with its first time and its answer`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let (done, open) = (Self.request(1), Self.request(2))
    try await ledger.write { tx throws in
      _ = try tx.insert(done)
      _ = try tx.insert(open)
    }
    #expect(try await ledger.write { try $0.finish(done, at: Sample.now + 1) })
    #expect(try await ledger.write { try $0.finish(done, at: Sample.now + 2) })
    #expect(try await ledger.write { try $0.forget(done) } == false)
    #expect(try await ledger.write { try $0.keep(Data([7]), of: done) })
    #expect(try await ledger.write { try $0.forget(open) })
    let stored = try await ledger.read { try $0.request(Data([1]), of: "1") }
    #expect(stored?.doneAt == Sample.now + 1)
    #expect(stored?.answer == Data([7]))
    #expect(try await ledger.read { try $0.request(Data([2]), of: "1") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `the oldest are swept first, and no more than so many`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx throws in
      for name in 1...4 { _ = try tx.insert(Self.request(UInt8(name), at: TimeInterval(name))) }
    }
    let before = Sample.now + 4
    #expect(try await ledger.write { try $0.sweep(.requests, before: before, limit: 2) } == 2)
    #expect(try await ledger.read { try $0.request(Data([2]), of: "1") } == nil)
    #expect(try await ledger.read { try $0.request(Data([3]), of: "1") } != nil)
    #expect(try await ledger.write { try $0.sweep(.requests, before: before, limit: 2) } == 1)
    #expect(try await ledger.read { try $0.request(Data([4]), of: "1") } != nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a person's requests go with them`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { _ = try $0.insert(Self.request(1)) }
    try await ledger.write { tx throws in
      let person = try #require(try tx.person("1"))
      _ = try tx.delete(person)
    }
    #expect(try await ledger.read { try $0.request(Data([1]), of: "1") } == nil)
  }
}
