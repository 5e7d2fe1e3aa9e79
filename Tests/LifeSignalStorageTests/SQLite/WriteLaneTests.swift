import Dispatch
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

/// Prompt writes share their commits with writes that wait in bulk, and neither starves the other.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct WriteLaneTests {
  @Test func `a prompt write waits for one share of a bulk queue`() async throws {
    let turns = try await turns(bulk: 200, thenPrompt: 1)
    #expect(turns.prompt == [0])
    #expect(turns.bulk.count == 200)
    let shares = Dictionary(grouping: turns.bulk) { $0 }.mapValues(\.count)
    #expect(shares.count >= 4 && shares.values.allSatisfy { $0 <= 50 })
  }

  @Test func `a crowd at the door keeps no alarm back`() async throws {
    let turns = try await turns(prompt: 1_200, thenBulk: 10)
    #expect(turns.bulk.allSatisfy { $0 == 0 })
    #expect(turns.prompt.max() == 2)
  }

  @Test func `within a lane the first comes first`() async throws {
    let turns = try await turns(bulk: 200, thenPrompt: 1)
    #expect(turns.bulk == turns.bulk.sorted())
  }

  @Test func `background writes come last, a few at a time`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let writer = GroupCommitWriter(pool: ledger.pool, batchLimit: 512, bulkLimit: 48)
    let commits = CommitCounter()
    ledger.pool.add(transactionObserver: commits, extent: .databaseLifetime)
    let ran = Ran()
    let gate = DispatchSemaphore(value: 0)
    ledger.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
    let lanes =
      Array(repeating: WriteLane.background, count: 100) + Array(repeating: .bulk, count: 60)
    await withTaskGroup { group in
      for (index, lane) in lanes.enumerated() {
        group.addTask {
          try? await writer.write(in: lane) { transaction in
            _ = try transaction.insert(Sample.person(Int64(index + 1)))
            ran.note(commits.commits.withLock { $0 }, lane)
          }
        }
        while writer.queuedJobs <= index { await Task.yield() }
      }
      #expect(writer.backlog == 60)
      #expect(WriteLane.allCases.map { writer.waiting(in: $0) } == [0, 60, 100])
      gate.signal()
    }
    let turns = ran.turns.withLock { $0 }
    #expect(turns.bulk.max() == 1)
    #expect(turns.background.count == 100 && turns.background.max() == 6)
    #expect(turns.background.count { $0 == 0 } == 16)
    try await ledger.close()
  }

  @Test func `closing finishes both lanes`() async throws {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let gate = DispatchSemaphore(value: 0)
    ledger.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
    // More of each than a commit takes in.
    let count: Int64 = 1_200
    try await withThrowingTaskGroup { group in
      for number in 1...count {
        group.addTask {
          let lane: WriteLane = number.isMultiple(of: 2) ? .bulk : .prompt
          try await ledger.write(in: lane) { _ = try $0.insert(Sample.person(number)) }
        }
      }
      while ledger.backlog < count { await Task.yield() }
      group.addTask { try await ledger.close() }
      while ledger.backlog == count { await Task.yield() }
      gate.signal()
      try await group.waitForAll()
    }
    let again = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let stored = try await again.read { snapshot in
      try (1...count).count { try snapshot.person(Person.ID($0)) != nil }
    }
    #expect(stored == count)
  }

  /// In which commit each job ran, in the order in which they had queued up.
  private func turns(
    prompt early: Int = 0, bulk: Int = 0, thenPrompt late: Int = 0, thenBulk last: Int = 0
  ) async throws -> (prompt: [Int], bulk: [Int]) {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let commits = CommitCounter()
    ledger.pool.add(transactionObserver: commits, extent: .databaseLifetime)
    let ran = Ran()
    let gate = DispatchSemaphore(value: 0)
    ledger.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
    let lanes =
      Array(repeating: WriteLane.prompt, count: early) + Array(repeating: .bulk, count: bulk)
      + Array(repeating: .prompt, count: late) + Array(repeating: .bulk, count: last)
    await withTaskGroup { group in
      for (index, lane) in lanes.enumerated() {
        group.addTask {
          try? await ledger.write(in: lane) { transaction in
            _ = try transaction.insert(Sample.person(Int64(index + 1)))
            let turn = commits.commits.withLock { $0 }
            ran.note(turn, lane)
          }
        }
        // One after another, so that the last one is behind all others.
        while ledger.backlog <= index { await Task.yield() }
      }
      gate.signal()
    }
    return ran.turns.withLock { ($0.prompt, $0.bulk) }
  }
}

private final class Ran: Sendable {
  let turns = Mutex<(prompt: [Int], bulk: [Int], background: [Int])>(([], [], []))

  func note(_ turn: Int, _ lane: WriteLane) {
    turns.withLock { turns in
      switch lane {
      case .prompt: turns.prompt.append(turn)
      case .bulk: turns.bulk.append(turn)
      case .background: turns.background.append(turn)
      }
    }
  }
}
