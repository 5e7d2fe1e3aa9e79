import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct TimelineConformanceTests {
  private static func entry(
    _ sequence: Int64, of person: Person.ID = "1", alert: AlertRecord.ID? = nil,
    at: Date = Sample.now
  ) -> TimelineEntry {
    TimelineEntry(
      person: person, sequence: sequence, at: at, kind: .told, alert: alert, other: "2",
      details: TimelineDetails(["notice": "a\nb", "channels": "sms"]),
      previousHash: Data([UInt8(sequence - 1)]), hash: Data([UInt8(sequence)]))
  }

  private static func head(_ sequence: Int64, oldest: Date? = Sample.now) -> TimelineHead {
    TimelineHead(
      person: "1", sequence: sequence, hash: Data([UInt8(sequence)]), oldestAt: oldest)
  }

  private static func world(_ factory: LedgerFactory) async throws -> any Ledger {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx throws in #expect(try tx.insert(Watch(person: "1"))) }
    return ledger
  }

  @Test(arguments: LedgerFactory.all)
  func `entries come back as stored, in both orders and by alarm`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let entries = (1...4 as ClosedRange<Int64>).map { Self.entry($0, alert: $0 > 2 ? "9" : nil) }
    try await ledger.write { tx throws in
      for entry in entries { #expect(try tx.insert(entry)) }
      #expect(try tx.insert(Self.entry(1, of: "2")))
      // The number is taken, whatever the entry says.
      #expect(try tx.insert(Self.entry(2, alert: "8")) == false)
    }
    try await ledger.read { tx throws in
      #expect(try tx.timeline(of: "1", before: nil, limit: 2) == [entries[3], entries[2]])
      #expect(try tx.timeline(of: "1", before: 3, limit: 9) == [entries[1], entries[0]])
      #expect(try tx.timeline(of: "1", after: 1, limit: 2) == [entries[1], entries[2]])
      #expect(try tx.timeline(of: "9" as AlertRecord.ID, limit: 9) == [entries[2], entries[3]])
      #expect(try tx.timeline(of: "3", before: nil, limit: 9) == [])
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `only a writer that knows the end of a chain moves it`(factory: LedgerFactory) async throws {
    let ledger = try await Self.world(factory)
    #expect(try await ledger.read { try $0.timelineHead(of: "1") } == nil)
    try await ledger.write { tx throws in
      #expect(try tx.advance(Self.head(2), from: nil))
      #expect(try tx.advance(Self.head(3), from: nil) == false)
      #expect(try tx.advance(Self.head(3), from: Self.head(1)) == false)
      #expect(try tx.advance(Self.head(3), from: Self.head(2)))
      #expect(try tx.advance(Self.head(4, oldest: Sample.now + 5), from: Self.head(3)))
    }
    #expect(
      try await ledger.read { try $0.timelineHead(of: "1") }
        == Self.head(4, oldest: Sample.now + 5))
  }

  @Test(arguments: LedgerFactory.all)
  func `a sweep moves the anchor behind what it removes`(factory: LedgerFactory) async throws {
    let ledger = try await Self.world(factory)
    try await ledger.write { tx throws in
      for number in 1...4 as ClosedRange<Int64> {
        _ = try tx.insert(Self.entry(number, at: Sample.now + TimeInterval(number)))
      }
      _ = try tx.advance(Self.head(4, oldest: Sample.now + 1), from: nil)
      #expect(try tx.sweepTimelines(before: Sample.now + 1, limit: 9).removed == 0)
      #expect(try tx.sweepTimelines(before: Sample.now + 3, limit: 9).removed == 2)
      #expect(try tx.timeline(of: "1", after: 0, limit: 9).map(\.sequence) == [3, 4])
      let head = try tx.timelineHead(of: "1")
      #expect(head?.anchorSequence == 2)
      #expect(head?.anchorHash == Data([2]))
      #expect(head?.oldestAt == Sample.now + 3)
      #expect(try tx.sweepTimelines(before: Sample.now + 3, limit: 9).removed == 0)
      #expect(try tx.sweepTimelines(before: Sample.now + 99, limit: 9).removed == 2)
      #expect(try tx.timelineHead(of: "1")?.anchorHash == Data([4]))
      #expect(try tx.timelineHead(of: "1")?.oldestAt == nil)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `deleting a person deletes their timeline, and no one else's`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await Self.world(factory)
    try await ledger.write { tx throws in
      _ = try tx.insert(Self.entry(1))
      _ = try tx.insert(Self.entry(1, of: "2"))
      _ = try tx.advance(Self.head(1), from: nil)
    }
    try await ledger.write { tx throws in #expect(try tx.delete(Sample.person(1))) }
    try await ledger.read { tx throws in
      #expect(try tx.timeline(of: "1", before: nil, limit: 9) == [])
      #expect(try tx.timelineHead(of: "1") == nil)
      #expect(try tx.timeline(of: "2", before: nil, limit: 9).count == 1)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `a change of the watch leaves the end alone, and without a watch there is none`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await Self.world(factory)
    try await ledger.write { tx throws in
      #expect(try tx.advance(Self.head(2), from: nil))
      let watch = try #require(try tx.watch(of: "1"))
      var later = watch
      later.gen += 1
      later.nextFireAt = Sample.now + 60
      #expect(try tx.update(later, from: watch))
      #expect(try tx.timelineHead(of: "1") == Self.head(2))
      var other = Self.head(1)
      other.person = "2"
      #expect(try tx.advance(other, from: nil) == false)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `everybody is listed once, in parts`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.read { tx throws in
      #expect(try tx.people(after: nil, limit: 2) == ["1", "2"])
      #expect(try tx.people(after: "2", limit: 2) == ["3"])
      #expect(try tx.people(after: "3", limit: 2) == [])
    }
  }

  @Test(arguments: [
    "UPDATE timeline SET kind = 'other' WHERE person_id = 1 AND sequence = 1",
    "UPDATE timeline SET sequence = 9 WHERE person_id = 1 AND sequence = 2",
    "DELETE FROM timeline WHERE person_id = 1 AND sequence = 2",
    "DELETE FROM timeline",
  ])
  func `the database itself refuses to change an entry`(statement: String) async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.write { tx throws in
      _ = try tx.insert(Sample.person(1))
      for number in 1...2 as ClosedRange<Int64> { _ = try tx.insert(Self.entry(number)) }
      _ = try tx.advance(Self.head(2), from: nil)
    }
    await #expect(throws: DatabaseError.self) {
      try await ledger.pool.write { try $0.execute(sql: statement) }
    }
    #expect(try await ledger.read { try $0.timeline(of: "1", after: 0, limit: 9) }.count == 2)
  }
}
