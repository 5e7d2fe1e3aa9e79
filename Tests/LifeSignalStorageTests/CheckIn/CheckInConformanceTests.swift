import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct CheckInConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `a repeated client key is the same check-in`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let checkIn = CheckIn(
      id: "1", person: "1", at: Sample.now, recordedAt: Sample.now + 1, source: .automatic,
      clientKey: "k")
    var repeated = checkIn
    repeated.id = "2"
    var others = checkIn
    others.id = "3"
    others.person = "2"
    let (again, ofAnother) = (repeated, others)
    #expect(try await ledger.write { try $0.insert(checkIn) })
    #expect(try await ledger.write { try $0.insert(again) } == false)
    #expect(try await ledger.write { try $0.insert(ofAnother) })
    #expect(try await ledger.read { try $0.checkIn(of: "1", clientKey: "k") } == checkIn)
  }

  @Test(arguments: LedgerFactory.all)
  func `check-ins without a key are all kept, newest first`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { transaction in
      for number in 1...4 as ClosedRange<Int64> {
        _ = try transaction.insert(
          CheckIn(
            id: CheckInRecord.ID(number), person: "1", at: Sample.now + Double(number),
            recordedAt: Sample.now))
      }
    }
    let newest = try await ledger.read { try $0.checkIns(of: "1", limit: 3) }
    #expect(newest.map(\.id) == ["4", "3", "2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `due watches come earliest first and not before their time`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.watch(1, fires: Sample.now + 2))
      _ = try $0.insert(Sample.watch(2, fires: Sample.now + 1))
      _ = try $0.insert(Sample.watch(3, fires: nil))
    }
    #expect(try await ledger.read { try $0.earliestWatch() } == Sample.now + 1)
    let due = { @Sendable (seconds: Double, limit: Int) in
      try await ledger.read { try $0.dueWatches(at: Sample.now + seconds, limit: limit) }
        .map(\.person)
    }
    #expect(try await due(0.999, 9) == [])
    #expect(try await due(1, 9) == ["2"])
    #expect(try await due(2, 9) == ["2", "1"])
    #expect(try await due(9, 1) == ["2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `without a promise there is no earliest watch`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    _ = try await ledger.write { try $0.insert(Sample.watch(1, fires: nil)) }
    #expect(try await ledger.read { try $0.earliestWatch() } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a watch moves on only from where it was`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let old = Sample.watch(1, fires: Sample.now)
    #expect(try await ledger.write { try $0.insert(old) })
    #expect(try await ledger.write { try $0.insert(old) } == false)
    var missed = old
    missed.stage = .missed
    missed.nextFireAt = nil
    let new = missed
    #expect(try await ledger.write { try $0.update(new, from: old) })
    #expect(try await ledger.write { try $0.update(new, from: old) } == false)
    #expect(try await ledger.read { try $0.watch(of: "1") } == new)
    // From "nothing will happen", too: no time equals no time.
    #expect(try await ledger.write { try $0.update(old, from: new) })
  }

  @Test(arguments: LedgerFactory.all)
  func `one of many that claim the same deadline wins`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let old = Sample.watch(1, fires: Sample.now)
    var missed = old
    missed.stage = .missed
    missed.nextFireAt = nil
    let new = missed
    _ = try await ledger.write { try $0.insert(old) }
    let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask { try await ledger.write { try $0.update(new, from: old) } }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 1)
  }

  @Test(arguments: LedgerFactory.all)
  func `the heartbeat is one row`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    #expect(try await ledger.read { try $0.heartbeat() } == nil)
    let first = Heartbeat(beatAt: Sample.now)
    let second = Heartbeat(
      beatAt: Sample.now + 60, outage: DateInterval(start: Sample.now, duration: 59))
    try await ledger.write { _ = try $0.insert(first) }
    #expect(try await ledger.read { try $0.heartbeat() } == first)
    try await ledger.write { _ = try $0.insert(second) }
    #expect(try await ledger.read { try $0.heartbeat() } == second)
  }
}
