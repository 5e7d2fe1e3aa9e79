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
    #expect(try await ledger.write { try $0.insertReply("SM1", at: Sample.now) })
    #expect(try await ledger.write { try $0.insertReply("SM1", at: Sample.now + 1) } == false)
    #expect(try await ledger.read { try $0.hasReply("SM1") })
    #expect(try await ledger.read { try $0.hasReply("SM2") } == false)
    // Ids are the carriers' own, and no numbers of ours.
    #expect(try await ledger.write { try $0.insertReply("' OR 1=1 --", at: Sample.now) })
    #expect(try await ledger.read { try $0.hasReply("' OR 1=1 --") })
  }

  @Test(arguments: LedgerFactory.all)
  func `what is over is swept`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    try await ledger.write { tx in
      for number in 1...3 {
        _ = try tx.insertReply(
          Reply.ID(rawValue: "SM\(number)"), at: Sample.now + TimeInterval(number))
      }
    }
    #expect(try await ledger.write { try $0.sweep(before: Sample.now + 3, limit: 9) } == 2)
    let left = try await ledger.read { tx in
      try ["SM1", "SM2", "SM3"].map { try tx.hasReply(Reply.ID(rawValue: $0)) }
    }
    #expect(left == [false, false, true])
  }
}
