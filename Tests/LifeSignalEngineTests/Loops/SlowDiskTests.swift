import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

@testable import LifeSignalEngine

/// A disk that takes its time, and a file that another process holds.
@Suite(.timeLimit(.minutes(1))) struct SlowDiskTests {
  @Test func `a batch that takes longer than the patience of a supervisor is no standstill`()
    async throws
  {
    let ledger = TestLedger()
    let slow = SlowLedger(ledger)
    let world = try await SmallWorld(ledger: slow)
    slow.beginTaking(seconds: 4, on: world.clock) {
      world.services.health().loops["watch"] ?? .infinity
    }
    world.clock.set(by: 9 * 86_400)
    try await world.services.watch.turn()
    #expect(slow.writes > 3)
    #expect(ledger.rows.alerts.count == 3)
    #expect(slow.oldest < EngineServices.patience)
  }

  @Test func `a file that another process holds spoils no row`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 86_999)
    let due = try #require(ledger.rows.watches[world.p]?.nextFireAt)
    world.clock.advance(by: 1)
    let busy = LedgerError.conflict("database is locked")
    ledger.failWrites(busy, busy, busy)
    try await world.services.watch.turn()
    #expect(ledger.rows.watches[world.p]?.nextFireAt == due)
    try await world.services.watch.turn()
    #expect(ledger.rows.alerts.count == 1)
  }
}

/// Each write takes so long, one after the other.
private final class SlowLedger: Ledger {
  private struct State {
    var seconds: TimeInterval = 0
    var clock: ManualClock?
    var age: (@Sendable () -> TimeInterval)?
    var oldest: TimeInterval = 0
    var writes = 0
  }

  private let ledger: TestLedger
  private let state = Mutex(State())
  private let last = Mutex<Task<Void, Never>?>(nil)

  init(_ ledger: TestLedger) {
    self.ledger = ledger
  }

  /// The greatest age seen after a write.
  var oldest: TimeInterval { state.withLock { $0.oldest } }
  var writes: Int { state.withLock { $0.writes } }

  func beginTaking(
    seconds: TimeInterval, on clock: ManualClock, _ age: @escaping @Sendable () -> TimeInterval
  ) {
    state.withLock {
      $0.seconds = seconds
      $0.clock = clock
      $0.age = age
    }
  }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    let task = last.withLock { last in
      let task = Task { [before = last] () async throws -> R in
        await before?.value
        return try await takeTime(in: lane, body)
      }
      last = Task { _ = try? await task.value }
      return task
    }
    return try await task.value
  }

  private func takeTime<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    let (seconds, clock, age) = state.withLock { ($0.seconds, $0.clock, $0.age) }
    // The loop hears of the write before this one first.
    for _ in 0..<1_000 where age.map({ $0() > 0 }) ?? false { await Task.yield() }
    clock?.suspend(for: seconds)
    let result = try await ledger.write(in: lane, body)
    let now = age?() ?? 0
    state.withLock {
      $0.oldest = max($0.oldest, now)
      $0.writes += 1
    }
    return result
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await ledger.read(body)
  }
}
