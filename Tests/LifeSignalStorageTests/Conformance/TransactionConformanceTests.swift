import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct TransactionConformanceTests {
  private struct Refused: Error, Equatable {}

  @Test(arguments: LedgerFactory.all)
  func `a body that throws is undone and its error reaches the caller`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try factory.make()
    await #expect(throws: Refused.self) {
      try await ledger.write { transaction in
        _ = try transaction.insert(Sample.person(1))
        throw Refused()
      }
    }
    #expect(try await ledger.read { try $0.person("1") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a transaction sees its own writes`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    let seen = try await ledger.write { transaction in
      _ = try transaction.insert(Sample.person(1))
      return try transaction.person("1")
    }
    #expect(seen == Sample.person(1))
  }

  @Test(arguments: LedgerFactory.all)
  func `only the failing one of many simultaneous writes is undone`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try factory.make()
    let failures = try await withThrowingTaskGroup(of: Int64?.self) { group in
      for number in 1...100 as ClosedRange<Int64> {
        group.addTask {
          do {
            try await ledger.write { transaction in
              _ = try transaction.insert(Sample.person(number))
              if number % 10 == 0 { throw Refused() }
            }
            return nil
          } catch is Refused {
            return number
          }
        }
      }
      return try await group.reduce(into: Set<Int64>()) { set, number in
        if let number { set.insert(number) }
      }
    }
    let stored = try await ledger.read { snapshot in
      try (1...100 as ClosedRange<Int64>).filter { try snapshot.person(Person.ID($0)) != nil }
    }
    #expect(failures == Set(stride(from: 10, through: 100, by: 10)))
    #expect(stored.count == 90)
    #expect(failures.isDisjoint(with: stored))
  }

  @Test(arguments: LedgerFactory.all)
  func `a read holds every write acknowledged before`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    for number in 1...50 as ClosedRange<Int64> {
      _ = try await ledger.write { try $0.insert(Sample.person(number)) }
      #expect(try await ledger.read { try $0.person(Person.ID(number)) } != nil)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `the sweep removes what is over, a few at a time`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let later = Sample.now + 1_000_000
    try await ledger.write { transaction in
      for number in 1...3 as ClosedRange<Int64> {
        _ = try transaction.insert(Sample.notification(number))
        _ = try transaction.insert(Sample.code("\(number)"))
      }
      _ = try transaction.insert(Sample.session(1))
      _ = try transaction.insert(Sample.delivery(1, priority: .alert))
      _ = try transaction.insert(Sample.delivery(2))
      let claimed = try transaction.claimDeliveries(
        of: [.sms], owner: "a", at: Sample.now, leaseUntil: later, limit: 1)
      for delivery in claimed {
        _ = try transaction.settle(delivery.id, owner: "a", attempt: 1, .sent(at: Sample.now))
      }
    }
    let sweep = { @Sendable (before: Date, limit: Int) in
      try await ledger.write { try $0.sweep(.leftovers, before: before, limit: limit) }
    }
    #expect(try await sweep(Sample.now, 9) == 0)
    #expect(try await sweep(later, 2) == 2 + 2 + 1 + 1)
    #expect(try await sweep(later, 2) == 1 + 1)
    #expect(try await sweep(later, 2) == 0)
    let left = try await ledger.read { try $0.deliveries(of: "1", limit: 9) }
    #expect(left.map(\.state) == [.ready])
  }
}
