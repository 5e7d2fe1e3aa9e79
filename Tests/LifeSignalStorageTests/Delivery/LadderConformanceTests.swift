import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct LadderConformanceTests {
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
  func `rows are found by alarm, by entry, by token and by number`(factory: LedgerFactory)
    async throws
  {
    let ledger = try await makeLedger(factory)
    let rows = try await rows(ledger)
    #expect(rows.map(\.receiptToken) == ["token-0", "token-1", "token-2"])
    #expect(rows.map(\.rank) == [0, 1, 2] && rows.allSatisfy { $0.alert == "70" })
    let about = try await ledger.read { try $0.deliveries(about: "70") }
    #expect(about.map(\.id).sorted() == rows.map(\.id))
    #expect(try await ledger.read { try $0.delivery(receiptToken: "token-1") } == rows[1])
    #expect(try await ledger.read { try $0.delivery(receiptToken: "token-9") } == nil)
    #expect(try await ledger.read { try $0.delivery("2") } == rows[1])
    #expect(try await ledger.read { try $0.delivery("9") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a rung is noted once, with those below it`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    #expect(try await ledger.write { try $0.apply(.noteRung("1", .shown, at: now + 5)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.noteRung("1", .shown, at: now + 6)) > 0 } == false)
    #expect(
      try await ledger.write { try $0.apply(.noteRung("1", .queued, at: now + 6)) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.noteRung("1", .opened, at: now + 7)) > 0 })
    let row = try await rows(ledger)[0]
    #expect(row.acceptedAt == now + 5 && row.shownAt == now + 5 && row.openedAt == now + 7)
    #expect(row.rung == .opened && row.state == .ready)
  }

  @Test(arguments: LedgerFactory.all)
  func `a message that the carrier takes is accepted at that time`(factory: LedgerFactory)
    async throws
  {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    let claimed = try await ledger.write {
      try $0.claimDeliveries(of: [.sms], owner: "me", at: now, leaseUntil: now + 30, limit: 1)
    }
    #expect(claimed.map(\.id) == ["1"])
    #expect(
      try await ledger.write {
        try $0.settle("1", owner: "me", attempt: 1, .sent(at: now + 2))
      })
    #expect(try await rows(ledger)[0].acceptedAt == now + 2)
  }

  @Test(arguments: LedgerFactory.all)
  func `a waiting message is postponed, brought forward and withdrawn`(factory: LedgerFactory)
    async throws
  {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    let postponed = try await ledger.write {
      try $0.apply(.postponeDeliveries("9", above: -1, until: now + 45))
    }
    #expect(postponed == 2)
    #expect(try await rows(ledger).map(\.nextAttemptAt) == [now + 45, now + 45, now + 60])
    #expect(try await ledger.write { try $0.apply(.advanceDelivery("9", to: now + 1)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.advanceDelivery("9", to: now + 1)) > 0 } == false)
    #expect(try await rows(ledger).map(\.nextAttemptAt) == [now + 1, now + 45, now + 60])
    let withdrawn = try await ledger.write {
      try $0.apply(.withdrawDeliveries("9", above: nil, at: now + 2))
    }
    #expect(withdrawn == 3)
    #expect(try await rows(ledger).allSatisfy(\.isWithdrawn))
    #expect(try await ledger.write { try $0.apply(.advanceDelivery("9", to: now)) > 0 } == false)
    // The other entry's are not touched.
    let other = try await ledger.read { try $0.deliveries(of: "8") }
    #expect(other.map(\.nextAttemptAt) == [now + 30] && other.map(\.state) == [.ready])
  }

  /// Two of rank 0, of which the first has been shown, and two later ones.
  private func makeSiblings(_ factory: LedgerFactory) async throws -> any Ledger {
    let ledger = try await makeLedger(factory)
    try await ledger.write { tx in
      var sibling = Sample.delivery(5, at: Sample.now)
      sibling.notification = "9"
      _ = try tx.insert(sibling)
    }
    return ledger
  }

  private func row(_ id: Delivery.ID, _ ledger: any Ledger) async throws -> Delivery {
    try #require(try await rows(ledger).first { $0.id == id })
  }

  @Test(arguments: LedgerFactory.all)
  func `a message shown on one channel delays the later ones and no sibling`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await makeSiblings(factory)
    let now = Sample.now
    func postpone() async throws -> Int {
      try await ledger.write { try $0.apply(.postponeDeliveries("9", above: 0, until: now + 90)) }
    }
    #expect(try await postpone() == 2)
    for id in ["1", "5"] as [Delivery.ID] {
      #expect(try await row(id, ledger).nextAttemptAt == now)
    }
    for id in ["2", "3"] as [Delivery.ID] {
      #expect(try await row(id, ledger).nextAttemptAt == now + 90)
    }
    // What has been shown itself waits too: the carrier took it, and we have not heard.
    #expect(try await ledger.write { try $0.apply(.noteRung("1", .shown, at: now + 1)) > 0 })
    #expect(try await postpone() == 1)
    #expect(try await row("1", ledger).nextAttemptAt == now + 90)
    #expect(try await row("5", ledger).nextAttemptAt == now)
  }

  @Test(arguments: LedgerFactory.all)
  func `a message shown on one channel withdraws the later ones and no sibling`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await makeSiblings(factory)
    let now = Sample.now
    #expect(try await ledger.write { try $0.apply(.noteRung("1", .shown, at: now + 1)) > 0 })
    let withdrawn = try await ledger.write {
      try $0.apply(.withdrawDeliveries("9", above: 0, at: now + 2))
    }
    #expect(withdrawn == 3)
    for id in ["1", "2", "3"] as [Delivery.ID] {
      #expect(try await row(id, ledger).isWithdrawn)
    }
    #expect(try await row("5", ledger).state == .ready)
  }

  @Test(arguments: LedgerFactory.all)
  func `a bounced message counts as never taken, from done or leased and nothing else`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    func bounce(_ id: Delivery.ID) async throws -> Bool {
      try await ledger.write { try $0.apply(.bounceDelivery(id, reason: "no", at: now + 3)) > 0 }
    }
    #expect(try await bounce("1") == false, "it waits")
    try await ledger.write { tx in
      _ = try tx.claimDeliveries(
        of: [.sms], owner: "me", at: now + 30, leaseUntil: now + 60, limit: 2)
      _ = try tx.settle("1", owner: "me", attempt: 1, .sent(at: now + 2))
    }
    #expect(try await bounce("1"))
    #expect(try await bounce("1") == false, "it is dead")
    #expect(try await bounce("2"))
    let lost = try await ledger.write {
      try $0.settle("2", owner: "me", attempt: 1, .sent(at: now + 4))
    }
    #expect(!lost)
    let rows = try await rows(ledger)
    for row in rows.prefix(2) {
      #expect(row.state == .dead && row.lastError == "no" && row.rung == .queued)
      #expect(row.leaseOwner == nil && row.leaseUntil == nil && !row.isWithdrawn)
    }
    #expect(rows[2].state == .ready)
    let dead = try await ledger.read { try $0.deadLetters(limit: 9) }
    #expect(dead.map(\.id).sorted() == ["1", "2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a row that has been tried is not postponed`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let now = Sample.now
    try await ledger.write { tx in
      _ = try tx.claimDeliveries(
        of: [.sms], owner: "me", at: now, leaseUntil: now + 30, limit: 1)
      _ = try tx.settle("1", owner: "me", attempt: 1, .failed("busy", retryAt: now + 3))
    }
    let postponed = try await ledger.write {
      try $0.apply(.postponeDeliveries("9", above: -1, until: now + 90))
    }
    #expect(postponed == 2)
    #expect(try await rows(ledger).map(\.nextAttemptAt) == [now + 3, now + 90, now + 90])
  }
}
