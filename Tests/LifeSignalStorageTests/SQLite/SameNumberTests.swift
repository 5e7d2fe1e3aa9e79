import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// A number that is taken, and a database that is taken.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct SameNumberTests {
  private static let role = SQLiteLedger.ServerRole(keepsReserve: false, diskFailed: { _ in })

  @Test func `a message whose number belongs to another one is refused, not passed over`()
    async throws
  {
    let ledger = try await LedgerFactory.sqlite.makeSmallWorld()
    var (delivery, entry) = (Sample.delivery(1), Sample.notification(1))
    try await ledger.write { [delivery, entry] tx in
      _ = try tx.insert(delivery)
      _ = try tx.insert(entry)
    }
    delivery.dedupeKey = "another"
    entry.dedupeKey = "another"
    let (otherDelivery, otherEntry) = (delivery, entry)
    await #expect(throws: Taken.self) {
      try await Taken.naming { try await ledger.write { try $0.insert(otherDelivery) } }
    }
    await #expect(throws: Taken.self) {
      try await Taken.naming { try await ledger.write { try $0.insert(otherEntry) } }
    }
    // The same message is still the same.
    #expect(try await ledger.write { try $0.insert(Sample.delivery(1)) } == false)
  }

  @Test func `an alert whose message meets a taken number is decided again with others`()
    async throws
  {
    let ledger = try await LedgerFactory.sqlite.makeSmallWorld()
    // The engine's first numbers: its clock stands before the generator's first millisecond.
    try await ledger.write { tx in
      for number in 1...4 as ClosedRange<Int64> { _ = try tx.insert(Sample.notification(number)) }
      _ = try tx.insert(Sample.watch(1, fires: nil))
    }
    let engine = Engine(ledger: ledger, clock: StoppedClock())
    try await engine.perform(ActivateAlert(), by: .person("1"))
    for responder in ["2", "3"] as [Person.ID] {
      let entries = try await ledger.read { try $0.notifications(of: responder, limit: 9) }
      #expect(entries.count == 1)
    }
  }

  @Test func `a generator goes on after what is stored`() async throws {
    let ledger = try await LedgerFactory.sqlite.makeSmallWorld()
    let stored = IDGenerator().next(at: Sample.now + 10_000_000)
    try await ledger.write { tx in
      _ = try tx.insert(Sample.delivery(stored))
      _ = try tx.insert(Heartbeat(beatAt: Sample.now))
    }
    let ids = try await IDGenerator.following(ledger)
    #expect(ids.next(at: Sample.now) > stored)
  }

  @Test func `a second server on the same database is refused, and one after it is not`()
    async throws
  {
    let path = try temporaryPath()
    let first = try SQLiteLedger.open(at: path, clock: StoppedClock(), server: Self.role)
    #expect(throws: StorageError.otherServer) {
      try SQLiteLedger.open(at: path, clock: StoppedClock(), server: Self.role)
    }
    let link = path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: StorageError.otherServer) {
      try SQLiteLedger.open(at: link, clock: StoppedClock(), server: Self.role)
    }
    // The tools of an operator work beside it.
    try await SQLiteLedger.openExisting(at: path).close()
    try await first.close()
    try await SQLiteLedger.open(at: path, clock: StoppedClock(), server: Self.role).close()
  }
}

/// A conflict of any text.
private struct Taken: Error {
  static func naming<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch LedgerError.conflict {
      throw Taken()
    }
  }
}
