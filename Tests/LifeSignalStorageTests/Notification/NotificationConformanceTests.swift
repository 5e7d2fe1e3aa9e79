import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct NotificationConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `an entry comes back as stored, newest first`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var newest = Sample.notification(2, at: Sample.now + 1)
    newest.relatedContact = "3"
    newest.relatedAlert = "4"
    newest.relatedPing = "5"
    newest.relatedCheckIn = "6"
    let entry = newest
    try await ledger.write {
      _ = try $0.insert(Sample.notification(1))
      _ = try $0.insert(entry)
      _ = try $0.insert(Sample.notification(3, of: 2))
    }
    let stored = try await ledger.read { try $0.notifications(of: "1", limit: 9) }
    #expect(stored == [entry, Sample.notification(1)])
    #expect(try await ledger.read { try $0.notifications(of: "1", limit: 1) } == [entry])
  }

  @Test(arguments: LedgerFactory.all)
  func `older entries follow one, also those of the same instant`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let newest = Sample.notification(4, at: Sample.now + 1)
    try await ledger.write { tx in
      for id in 1...3 { _ = try tx.insert(Sample.notification(Int64(id))) }
      _ = try tx.insert(newest)
      _ = try tx.insert(Sample.notification(5, of: 2))
      _ = try tx.apply(.clearNotification("2", "1"))
    }
    let all = try await ledger.read {
      try $0.notifications(of: "1", olderThan: newest, limit: 9)
    }
    #expect(all.map(\.id) == ["3", "1"])
    let one = try await ledger.read {
      try $0.notifications(of: "1", olderThan: Sample.notification(3), limit: 1)
    }
    #expect(one.map(\.id) == ["1"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a cleared entry stays cleared, even when its cause repeats`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var repeated = Sample.notification(1)
    repeated.id = "2"
    let again = repeated
    _ = try await ledger.write { try $0.insert(Sample.notification(1)) }
    #expect(try await ledger.write { try $0.insert(again) } == false)
    #expect(try await ledger.write { try $0.apply(.clearNotification("1", "2")) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.clearNotification("1", "1")) > 0 })
    #expect(try await ledger.write { try $0.apply(.clearNotification("1", "1")) > 0 } == false)
    #expect(try await ledger.write { try $0.insert(again) } == false)
    #expect(try await ledger.read { try $0.notifications(of: "1", limit: 9) } == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `reading and clearing reach only what the person could see`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let later = Sample.now + 10
    try await ledger.write { transaction in
      for number in 1...3 as ClosedRange<Int64> {
        _ = try transaction.insert(
          Sample.notification(number, at: Sample.now + Double(number)))
      }
      _ = try transaction.insert(Sample.notification(4, of: 2))
    }
    #expect(try await ledger.write { try $0.apply(.markRead("1", "2", at: later)) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.markRead("1", "1", at: later)) > 0 })
    #expect(try await ledger.write { try $0.apply(.markRead("1", "1", at: later)) > 0 } == false)
    let marked = try await ledger.write {
      try $0.apply(.markAllRead("1", upTo: Sample.now + 2))
    }
    #expect(marked == 1)
    let cleared = try await ledger.write {
      try $0.apply(.clearNotifications("1", upTo: Sample.now + 2))
    }
    #expect(cleared == 2)
    let left = try await ledger.read { try $0.notifications(of: "1", limit: 9) }
    #expect(left.map(\.id) == ["3"])
    #expect(left.first?.readAt == nil)
  }
}
