import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@Suite struct LadderConformanceTests {
  /// Three channels of one entry: the first due, the second in 30 s, the third in 60.
  private func makeLedger(_ factory: LedgerFactory) async throws -> any Ledger {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      for rank in 0..<3 {
        var row = Sample.delivery(Int64(rank + 1), at: Sample.now + Double(rank) * 30)
        row.notification = "9"
        row.alert = "70"
        row.rank = rank
        row.receiptToken = "token-\(rank)"
        _ = try tx.insert(row)
      }
      var other = Sample.delivery(4, at: Sample.now + 30)
      other.notification = "8"
      _ = try tx.insert(other)
    }
    return ledger
  }

  private func rows(_ ledger: any Ledger) async throws -> [Delivery] {
    try await ledger.read { try $0.deliveries(of: "9") }.sorted { $0.rank < $1.rank }
  }

  @Test(arguments: LedgerFactory.all)
  func `rows are found by alarm, by entry and by token`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let rows = try await rows(ledger)
    #expect(rows.map(\.receiptToken) == ["token-0", "token-1", "token-2"])
    #expect(rows.map(\.rank) == [0, 1, 2] && rows.allSatisfy { $0.alert == "70" })
    let about = try await ledger.read { try $0.deliveries(about: "70") }
    #expect(about.map(\.id).sorted() == rows.map(\.id))
    #expect(try await ledger.read { try $0.delivery(receiptToken: "token-1") } == rows[1])
    #expect(try await ledger.read { try $0.delivery(receiptToken: "token-9") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a rung is noted once, with those below it`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    #expect(try await ledger.write { try $0.note(.shown, of: "1", at: now + 5) })
    #expect(try await ledger.write { try $0.note(.shown, of: "1", at: now + 6) } == false)
    #expect(try await ledger.write { try $0.note(.queued, of: "1", at: now + 6) } == false)
    #expect(try await ledger.write { try $0.note(.opened, of: "1", at: now + 7) })
    let row = try await rows(ledger)[0]
    #expect(row.acceptedAt == now + 5 && row.shownAt == now + 5 && row.openedAt == now + 7)
    #expect(row.rung == .opened && row.state == .ready)
  }

  @Test(arguments: LedgerFactory.all)
  func `what is taken by the carrier is accepted then`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    let claimed = try await ledger.write {
      try $0.claimDeliveries(of: [.sms], owner: "me", at: now, leaseUntil: now + 30, limit: 1)
    }
    #expect(claimed.map(\.id) == ["1"])
    #expect(
      try await ledger.write {
        try $0.completeDelivery("1", owner: "me", attempt: 1, at: now + 2)
      })
    #expect(try await rows(ledger)[0].acceptedAt == now + 2)
  }

  @Test(arguments: LedgerFactory.all)
  func `what waits is postponed, brought forward and withdrawn`(factory: LedgerFactory)
    async throws
  {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    #expect(try await ledger.write { try $0.postponeDeliveries(of: "9", until: now + 45) } == 2)
    #expect(try await rows(ledger).map(\.nextAttemptAt) == [now + 45, now + 45, now + 60])
    #expect(try await ledger.write { try $0.advanceDelivery(of: "9", to: now + 1) })
    #expect(try await ledger.write { try $0.advanceDelivery(of: "9", to: now + 1) } == false)
    #expect(try await rows(ledger).map(\.nextAttemptAt) == [now + 1, now + 45, now + 60])
    #expect(try await ledger.write { try $0.withdrawDeliveries(of: "9", at: now + 2) } == 3)
    #expect(try await rows(ledger).allSatisfy(\.isWithdrawn))
    #expect(try await ledger.write { try $0.advanceDelivery(of: "9", to: now) } == false)
    // The other entry's are not touched.
    let other = try await ledger.read { try $0.deliveries(of: "8") }
    #expect(other.map(\.nextAttemptAt) == [now + 30] && other.map(\.state) == [.ready])
  }

  @Test(arguments: LedgerFactory.all)
  func `a row that has been tried is not postponed`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    try await ledger.write { tx in
      _ = try tx.claimDeliveries(
        of: [.sms], owner: "me", at: now, leaseUntil: now + 30, limit: 1)
      _ = try tx.retryDelivery(
        "1", owner: "me", attempt: 1, nextAttemptAt: now + 3, error: "busy")
    }
    #expect(try await ledger.write { try $0.postponeDeliveries(of: "9", until: now + 90) } == 2)
    #expect(try await rows(ledger).map(\.nextAttemptAt) == [now + 3, now + 90, now + 90])
  }
}
