import GRDB
import LifeSignalEngine
import Synchronization

/// Batches short readings that wait together.
///
/// A reading of two rows takes a few microseconds. Waking a thread, taking a connection, beginning
/// and ending a transaction and returning takes ten times that; under load dozens of readings share
/// this cost.
final class GroupReader: Sendable {
  private struct Queue {
    var waiting: [any ReadJob] = []
    /// How many connections are working.
    var hands = 0

    mutating func next() -> [any ReadJob] {
      let batch = Array(waiting.prefix(GroupReader.mostTogether))
      waiting.removeFirst(batch.count)
      return batch
    }

    /// Whether a second connection helps: when many readings wait, or one takes long. Otherwise it
    /// would only split them into small groups.
    mutating func takesAnother() -> Bool {
      guard hands == 0 || hands == 1 && waiting.count >= GroupReader.many else { return false }
      hands += 1
      return true
    }
  }

  /// This many occupy a connection for some milliseconds at most.
  private static let mostTogether = 32
  private static let many = 8

  private let pool: DatabasePool
  private let damaged: DamagedRows?
  private let queue = Mutex(Queue())

  init(pool: DatabasePool, damaged: DamagedRows? = nil) {
    self.pool = pool
    self.damaged = damaged
  }

  /// How many wait.
  var waiting: Int { queue.withLock { $0.waiting.count } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { waiter in
      let job = ReadOne(body: body, waiter: waiter)
      let isHandNeeded = queue.withLock { queue in
        queue.waiting.append(job)
        return queue.takesAnother()
      }
      if isHandNeeded { readNext() }
    }
  }

  /// The members of a group are fixed before the snapshot is taken, so that it contains every write
  /// that was acknowledged before they asked. GRDB's own transactions for reading read something
  /// first.
  private func readNext() {
    pool.asyncUnsafeRead { result in
      let jobs = self.queue.withLock { $0.next() }
      do {
        let database = try result.get()
        try database.beginTransaction(.deferred)
        // Nothing was written; the connection only must not keep its snapshot.
        defer { try? database.rollback() }
        let snapshot = SQLTransaction(
          session: SQLiteSession(database: database, damaged: self.damaged))
        for job in jobs { job.run(in: snapshot) }
      } catch {
        for job in jobs { job.fail(error) }
      }
      let isDone = self.queue.withLock { queue in
        if queue.waiting.isEmpty { queue.hands -= 1 }
        return queue.waiting.isEmpty
      }
      if !isDone { self.readNext() }
    }
  }
}

private protocol ReadJob: Sendable {
  func run(in snapshot: SQLTransaction)
  func fail(_ error: any Error)
}

private struct ReadOne<Value: Sendable>: ReadJob {
  let body: @Sendable (any LedgerSnapshot) throws -> Value
  let waiter: CheckedContinuation<Value, any Error>

  func run(in snapshot: SQLTransaction) {
    do {
      waiter.resume(returning: try body(snapshot))
    } catch {
      fail(error)
    }
  }

  func fail(_ error: any Error) {
    waiter.resume(
      throwing: (error as? DatabaseError).map { SQLiteFailure($0).ledgerError } ?? error)
  }
}
