import LifeSignalEngine
import LifeSignalModel

/// One write that waits for its turn and then for its commit.
protocol CommitJob: AnyObject, Sendable {
  /// Runs the body and keeps its result for later.
  /// - Throws: the error of the body.
  func run(in transaction: SQLTransaction) throws
  /// Resumes the waiter with the result, or with `error` when nothing was stored.
  func finish(failing error: (any Error)?)
}

/// Touched by the submitter until it is queued and by the pump alone after that; the queue's lock
/// orders the two.
final class WriteJob<Value: Sendable>: CommitJob, @unchecked Sendable {
  private let body: @Sendable (any LedgerTransaction) throws -> Value
  private let waiter: CheckedContinuation<Value, any Error>
  private var value: Value?

  init(
    _ body: @escaping @Sendable (any LedgerTransaction) throws -> Value,
    waiter: CheckedContinuation<Value, any Error>
  ) {
    self.body = body
    self.waiter = waiter
  }

  func run(in transaction: SQLTransaction) throws {
    value = try body(transaction)
  }

  func finish(failing error: (any Error)?) {
    if let error {
      waiter.resume(throwing: error)
    } else if let value {
      waiter.resume(returning: value)
    } else {
      waiter.resume(throwing: LedgerError.unavailable("The write was not run."))
    }
  }
}
