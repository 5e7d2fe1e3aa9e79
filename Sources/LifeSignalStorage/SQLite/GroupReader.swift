import GRDB
import LifeSignalEngine
import Synchronization

/// Does short readings together that wait together.
///
/// A reading of two rows takes a few microseconds. To wake a thread, take a connection, begin and end a
/// transaction and come back takes ten times that; under load dozens of readings share it.
final class GroupReader: Sendable {
  private struct Queue {
    var waiting: [any ReadJob] = []
    var isReading = false

    mutating func next() -> [any ReadJob] {
      let batch = Array(waiting.prefix(GroupReader.mostTogether))
      waiting.removeFirst(batch.count)
      return batch
    }
  }

  /// So many keep a connection for some milliseconds at most.
  private static let mostTogether = 32

  private let pool: DatabasePool
  private let queue = Mutex(Queue())

  init(pool: DatabasePool) { self.pool = pool }

  /// How many wait.
  var waiting: Int { queue.withLock { $0.waiting.count } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { waiter in
      let job = ReadOne(body: body, waiter: waiter)
      let isFirst = queue.withLock { queue in
        queue.waiting.append(job)
        defer { queue.isReading = true }
        return !queue.isReading
      }
      if isFirst { readNext() }
    }
  }

  /// Only who waits before the snapshot is taken is served from it: it holds every write that was
  /// acknowledged before they asked.
  private func readNext() {
    pool.asyncRead { result in
      let jobs = self.queue.withLock { $0.next() }
      for job in jobs { job.run(in: result) }
      let isDone = self.queue.withLock { queue in
        queue.isReading = !queue.waiting.isEmpty
        return !queue.isReading
      }
      if !isDone { self.readNext() }
    }
  }
}

private protocol ReadJob: Sendable {
  func run(in database: Result<Database, any Error>)
}

private struct ReadOne<Value: Sendable>: ReadJob {
  let body: @Sendable (any LedgerSnapshot) throws -> Value
  let waiter: CheckedContinuation<Value, any Error>

  func run(in database: Result<Database, any Error>) {
    do {
      let session = SQLiteSession(database: try database.get())
      waiter.resume(returning: try body(SQLTransaction(session: session)))
    } catch let error as DatabaseError {
      waiter.resume(throwing: SQLiteFailure(error).ledgerError)
    } catch {
      waiter.resume(throwing: error)
    }
  }
}
