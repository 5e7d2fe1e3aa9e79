import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct RequestHistoryConformanceTests {
  private let history = RequestHistory(
    owner: "1", asker: "2", refusals: 2, refusedAt: Sample.now, blockedAt: Sample.now + 1)

  @Test(arguments: LedgerFactory.all)
  func `it is kept in place of what was there, for these two`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { [history] tx in
      _ = try tx.apply(
        .keepRequestHistory(
          RequestHistory(owner: "1", asker: "2", refusals: 1, refusedAt: Sample.now - 9)))
      _ = try tx.apply(.keepRequestHistory(history))
    }
    let (mine, theirs, blocked, others) = try await ledger.read { tx in
      (
        try tx.requestHistory(of: "1", from: "2"), try tx.requestHistory(of: "2", from: "1"),
        try tx.blockedAskers(of: "1"), try tx.blockedAskers(of: "2")
      )
    }
    #expect(mine == history && theirs == nil)
    #expect(blocked.map(\.id) == ["2"] && blocked.map(\.blockedAt) == [Sample.now + 1])
    #expect(others.isEmpty)
    try await ledger.write { _ = try $0.apply(.forgetRequestHistory(owner: "1", asker: "2")) }
    #expect(try await ledger.read { try $0.blockedAskers(of: "1") }.isEmpty)
  }

  @Test(arguments: LedgerFactory.all)
  func `it goes with either of the two`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { [history] tx in
      _ = try tx.apply(.keepRequestHistory(history))
      let asker = try #require(try tx.person("2"))
      #expect(try tx.delete(asker))
    }
    #expect(try await ledger.read { try $0.requestHistory(of: "1", from: "2") } == nil)
  }
}
