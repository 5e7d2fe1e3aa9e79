import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

/// What waits by a clock that was ahead.
@Suite(.temporaryFolder) struct SetBackConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `watches of a time that has not come are found, page by page`(factory: LedgerFactory)
    async throws
  {
    let ledger = try await factory.makeSmallWorld()
    let now = Sample.now
    let ahead: (Int64) async throws -> [Person.ID] = { after in
      try await ledger.read {
        try $0.watches(ahead: now, courtesy: 600, after: after, limit: 2).map(\.person)
      }
    }
    #expect(try await ahead(.min).isEmpty)
    try await change(ledger, "1") { $0.lastCheckIn = now + 1 }
    try await change(ledger, "2") {
      $0.stage = .courtesy
      $0.nextFireAt = now + 601
    }
    try await change(ledger, "3") { $0.resumedAt = now + 1 }
    #expect(try await ahead(.min) == ["1", "2"])
    #expect(try await ahead(2) == ["3"])
    try await change(ledger, "2") { $0.nextFireAt = now + 600 }
    #expect(try await ahead(1) == ["3"])
  }

  private func change(
    _ ledger: any Ledger, _ person: Person.ID, _ body: @escaping @Sendable (inout Watch) -> Void
  ) async throws {
    try await ledger.write { tx in
      guard let old = try tx.watch(of: person) else {
        var watch = Watch(person: person, lastCheckIn: Sample.now, deadline: Sample.now + 86_400)
        body(&watch)
        _ = try tx.insert(watch)
        return
      }
      var watch = old
      body(&watch)
      #expect(try tx.update(watch, from: old))
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `messages of alarms wait no longer than their rule`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let now = Sample.now
    let later = now + 36_000
    func row(_ id: Int64, _ priority: Delivery.Priority, rank: Int, made: Date) -> Delivery {
      var row = Sample.delivery(id, priority: priority, at: later + Double(rank) * 30)
      row.rank = rank
      row.createdAt = made
      row.giveUpAt = later + 86_400
      return row
    }
    let rows = [
      row(1, .alert, rank: 0, made: later), row(2, .missedCheckIn, rank: 1, made: later),
      row(3, .missedCheckIn, rank: 1, made: now - 60), row(4, .reminder, rank: 0, made: later),
    ]
    try await ledger.write { tx in
      for row in rows { _ = try tx.insert(row) }
      try tx.bringForwardAlarms(by: 36_000, at: now)
    }
    let next = try await ledger.read { tx in
      try rows.map { try tx.delivery($0.id)?.nextAttemptAt.timeIntervalSince(now) }
    }
    #expect(next == [300, 30, 36_030, 36_000])
  }

  @Test(arguments: LedgerFactory.all)
  func `calls are found by number`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let now = Sample.now
    let rows: [(AlertRecord.ID, Person.ID, Double)] = [
      ("70", "1", 60), ("71", "2", 0), ("72", "3", 90),
    ]
    for (alert, person, fires) in rows {
      try await ledger.write { tx in
        _ = try tx.insert(
          Alert(id: alert, person: person, kind: .travel, gen: alert.int64, startedAt: now))
        _ = try tx.insert(
          Escalation(alert: alert, person: person, steps: [], nextFireAt: now + fires))
      }
    }
    let found = try await ledger.read { tx in
      [
        try tx.escalations(ahead: now, after: .min, limit: 9).map(\.alert),
        try tx.escalations(ahead: now, after: 70, limit: 9).map(\.alert),
      ]
    }
    #expect(found == [["70", "72"], ["72"]])
  }
}
