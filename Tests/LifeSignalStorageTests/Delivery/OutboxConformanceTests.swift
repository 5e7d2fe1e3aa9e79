import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct OutboxConformanceTests {
  private static let lease = Sample.now + 30

  private static func claim(
    _ ledger: any Ledger, owner: String = "a", at now: Date = Sample.now,
    until: Date = lease, kinds: Set<ChannelKind> = [.sms], limit: Int = 99
  ) async throws -> [Delivery] {
    try await ledger.write {
      try $0.claimDeliveries(of: kinds, owner: owner, at: now, leaseUntil: until, limit: limit)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `the same promise is stored once`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var repeated = Sample.delivery(1)
    repeated.id = "2"
    let again = repeated
    #expect(try await ledger.write { try $0.insert(Sample.delivery(1)) })
    #expect(try await ledger.write { try $0.insert(again) } == false)
    #expect(try await ledger.read { try $0.deliveries(of: "1", limit: 9) } == [Sample.delivery(1)])
  }

  @Test(arguments: LedgerFactory.all)
  func `the most urgent is claimed first, then the oldest, never the future`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.delivery(1, priority: .reminder, at: Sample.now - 9))
      _ = try $0.insert(Sample.delivery(2, priority: .alert, at: Sample.now - 1))
      _ = try $0.insert(Sample.delivery(3, priority: .alert, at: Sample.now - 2))
      _ = try $0.insert(Sample.delivery(4, priority: .alert, at: Sample.now + 1))
      _ = try $0.insert(Sample.delivery(5, priority: .alert, kind: ChannelKind(rawValue: "fax")))
    }
    #expect(try await Self.claim(ledger, limit: 1).map(\.id) == ["3"])
    let rest = try await Self.claim(ledger)
    #expect(rest.map(\.id) == ["2", "1"])
    #expect(rest.map(\.state) == [.leased, .leased])
    #expect(rest.map(\.attempts) == [1, 1])
    #expect(rest.map(\.leaseOwner) == ["a", "a"])
    #expect(try await Self.claim(ledger) == [])
    #expect(try await Self.claim(ledger, kinds: []) == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `a row that waits never takes the place of one that is due`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.delivery(1, priority: .alert, at: Sample.now + 60))
      _ = try $0.insert(Sample.delivery(2, priority: .information))
    }
    #expect(try await Self.claim(ledger, limit: 1).map(\.id) == ["2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `several kinds share one order`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let fax = ChannelKind(rawValue: "fax")
    try await ledger.write {
      _ = try $0.insert(Sample.delivery(1, priority: .ping, at: Sample.now - 1))
      _ = try $0.insert(Sample.delivery(2, priority: .ping, kind: fax, at: Sample.now - 2))
      _ = try $0.insert(Sample.delivery(3, priority: .alert, kind: fax, at: Sample.now))
    }
    let claimed = try await Self.claim(ledger, kinds: [.sms, fax], limit: 2)
    #expect(claimed.map(\.id) == ["3", "2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a lapsed lease is claimed again by anyone, in the order of urgency`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    _ = try await ledger.write { try $0.insert(Sample.delivery(1, priority: .alert)) }
    _ = try await Self.claim(ledger, owner: "a")
    _ = try await ledger.write { try $0.insert(Sample.delivery(2, priority: .ping)) }
    let early = try await Self.claim(ledger, owner: "b", at: Self.lease - 0.001, until: .distant)
    #expect(early.map(\.id) == ["2"])
    let late = try await Self.claim(ledger, owner: "b", at: Self.lease, until: .distant)
    #expect(late.map(\.id) == ["1"])
    #expect(late.map(\.attempts) == [2])
  }

  @Test(arguments: LedgerFactory.all)
  func `only the holder of this attempt says how it ended`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    _ = try await ledger.write { try $0.insert(Sample.delivery(1)) }
    _ = try await Self.claim(ledger, owner: "a")
    let attempts: [(String, Int, Bool)] = [("b", 1, false), ("a", 2, false), ("a", 1, true)]
    for (owner, attempt, wins) in attempts {
      let won = try await ledger.write {
        try $0.settle("1", owner: owner, attempt: attempt, .sent(at: Sample.now))
      }
      #expect(won == wins)
    }
    let buried = try await ledger.write {
      try $0.settle("1", owner: "a", attempt: 1, .givenUp("late", at: Sample.now))
    }
    #expect(buried == false)
    let left = try await ledger.read { try $0.deliveries(of: "1", limit: 9) }
    #expect(left.map(\.state) == [.done])
    #expect(try await ledger.read { try $0.earliestDelivery() } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a failed attempt waits, and ends dead when given up`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let later = Sample.now + 7
    _ = try await ledger.write { try $0.insert(Sample.delivery(1)) }
    #expect(try await ledger.read { try $0.earliestDelivery() } == Sample.now)
    _ = try await Self.claim(ledger)
    #expect(try await ledger.read { try $0.earliestDelivery() } == Self.lease)
    let retried = try await ledger.write {
      try $0.settle("1", owner: "a", attempt: 1, .failed("busy", retryAt: later))
    }
    #expect(retried)
    #expect(try await ledger.read { try $0.earliestDelivery() } == later)
    #expect(try await Self.claim(ledger, at: later - 0.001) == [])
    let second = try await Self.claim(ledger, at: later, until: later + 30)
    #expect(second.map(\.lastError) == ["busy"])
    let buried = try await ledger.write {
      try $0.settle("1", owner: "a", attempt: 2, .givenUp("gone", at: later))
    }
    #expect(buried)
    let dead = try await ledger.read { try $0.deliveries(of: "1", limit: 1) }
    #expect(dead.map(\.state) == [.dead])
    #expect(dead.map(\.lastError) == ["gone"])
    #expect(dead.map(\.leaseOwner) == [nil])
  }

  @Test(arguments: LedgerFactory.all)
  func `a leaving owner gives back what it holds`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.delivery(1))
      _ = try $0.insert(Sample.delivery(2))
    }
    _ = try await Self.claim(ledger, owner: "a", limit: 1)
    _ = try await Self.claim(ledger, owner: "b", limit: 1)
    #expect(try await ledger.write { try $0.releaseDeliveries(owner: "a") } == 1)
    #expect(try await Self.claim(ledger, owner: "c").map(\.attempts) == [2])
  }

  @Test(arguments: LedgerFactory.all)
  func `ended leases are claimed again at once, but not those without a result before`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let later = Sample.now + 1
    _ = try await ledger.write { try $0.insert(Sample.delivery(1)) }
    _ = try await Self.claim(ledger, owner: "a")
    #expect(try await Self.claim(ledger, owner: "b") == [])
    #expect(try await ledger.write { try $0.endLeases(at: Sample.now) } == 1)
    let again = try await Self.claim(ledger, owner: "b")
    #expect(again.map(\.attempts) == [2])
    #expect(again.map(\.unanswered) == [1])
    _ = try await ledger.write { try $0.insert(Sample.delivery(2)) }
    _ = try await Self.claim(ledger, owner: "b")
    #expect(try await ledger.write { try $0.endLeases(at: later) } == 1)
    #expect(try await Self.claim(ledger, owner: "c", at: later).map(\.id) == ["2"])
    let suspects = try await ledger.read { tx in
      try [later, Self.lease].map {
        try tx.suspectDelivery(of: [.sms], upTo: .information, at: $0, sparing: [])
      }
    }
    #expect(suspects == [nil, "1"])
  }

  @Test(arguments: LedgerFactory.all)
  func `suspect messages are found separately, most urgent first, except those in flight`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      for (id, priority) in [(1, .ping), (2, .alert), (3, .alert)] as [(Int64, Delivery.Priority)] {
        var delivery = Sample.delivery(id, priority: priority)
        delivery.lastError = Delivery.noResult(Delivery.suspectFrom)
        _ = try $0.insert(delivery)
      }
    }
    let inHand: [Set<Delivery.ID>] = [[], ["2"], ["2", "3"], ["1", "2", "3"]]
    let found = try await ledger.read { tx in
      try inHand.map {
        try tx.suspectDelivery(of: [.sms], upTo: .information, at: Sample.now, sparing: $0)
      }
    }
    #expect(found == ["2", "3", "1", nil])
    let urgent = try await ledger.read {
      try $0.suspectDelivery(
        of: [.sms], upTo: .missedCheckIn, at: Sample.now, sparing: ["2", "3"])
    }
    #expect(urgent == nil)
    #expect(try await Self.claim(ledger) == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `rival claims never share a row`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { transaction in
      for number in 1...200 as ClosedRange<Int64> {
        _ = try transaction.insert(Sample.delivery(number))
      }
    }
    let claimed = try await withThrowingTaskGroup(of: [Delivery.ID].self) { group in
      for rival in 0..<8 {
        group.addTask {
          try await Self.claim(ledger, owner: "rival \(rival)", limit: 25).map(\.id)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.count == 200)
    #expect(Set(claimed).count == 200)
  }
}

extension Date {
  fileprivate static let distant = Sample.now + 1_000_000
}
