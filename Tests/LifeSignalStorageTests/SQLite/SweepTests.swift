import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

/// The sweep delays no other write, and ends when no rows are left to examine.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct SweepTests {
  @Test func `it continues past a hundred timelines with nothing to delete`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let old = Sample.now - 400 * 86_400
    try await ledger.write { tx in
      for number in 1...150 as ClosedRange<Int64> {
        let person = Person.ID(number)
        _ = try tx.insert(Sample.person(number))
        _ = try tx.insert(Sample.watch(number, fires: nil))
        var head = TimelineHead(person: person)
        (head.sequence, head.hash, head.oldestAt) = (1, Data([1]), old + Double(number))
        _ = try tx.advance(head, from: nil)
      }
      // Of the last one alone there is an entry.
      _ = try tx.insert(
        TimelineEntry(
          person: "150", sequence: 1, at: old, kind: TimelineKind(rawValue: "a"),
          previousHash: Data([0]), hash: Data([1])))
    }
    let services = Engine(ledger: ledger, clock: StoppedClock()).services()
    try await services.heartbeat.turn()
    try await services.sweep.turn()
    #expect(try await ledger.read { try $0.timeline(of: "150", after: 0, limit: 9) } == [])
  }

  @Test func `it writes in the background lane`() async throws {
    let noted = NotedLanes(try await LedgerFactory.sqlite.makeSmallWorld())
    let services = Engine(ledger: noted, clock: StoppedClock()).services()
    // Without a beat the clock is not believed, and nothing is swept.
    try await services.heartbeat.turn()
    noted.forget()
    try await services.sweep.turn()
    #expect(!noted.lanes.isEmpty)
    #expect(noted.lanes.allSatisfy { $0 == .background })
  }
}

private final class NotedLanes: Ledger {
  private let inner: any Ledger
  private let noted = Mutex<[WriteLane]>([])

  init(_ inner: any Ledger) { self.inner = inner }

  var lanes: [WriteLane] { noted.withLock { $0 } }

  func forget() { noted.withLock { $0 = [] } }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    noted.withLock { $0.append(lane) }
    return try await inner.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await inner.read(body)
  }
}
