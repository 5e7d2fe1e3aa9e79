import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct ReplyConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `a reply is stored once, by its carrier's id`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    #expect(try await ledger.read { try $0.hasReply("SM1") } == false)
    #expect(try await ledger.write { try $0.apply(.insertReply("SM1", at: Sample.now)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.insertReply("SM1", at: Sample.now + 1)) > 0 } == false)
    #expect(try await ledger.read { try $0.hasReply("SM1") })
    #expect(try await ledger.read { try $0.hasReply("SM2") } == false)
    // Ids are the carriers' own, and no numbers of ours.
    #expect(
      try await ledger.write { try $0.apply(.insertReply("' OR 1=1 --", at: Sample.now)) > 0 })
    #expect(try await ledger.read { try $0.hasReply("' OR 1=1 --") })
  }

  /// A carrier signs no time: a recorded request is good for as long as its key is.
  @Test(arguments: LedgerFactory.all)
  func `a received reply is known for good`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    try await ledger.write { _ = try $0.apply(.insertReply("SM1", at: Sample.now)) }
    let later = Sample.now + 3_650 * 86_400
    #expect(try await ledger.write { try $0.sweep(.leftovers, before: later, limit: 9) } == 0)
    #expect(try await ledger.read { try $0.hasReply("SM1") })
  }
}
