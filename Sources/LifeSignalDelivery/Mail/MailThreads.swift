import Foundation
import Synchronization

/// A few threads for transfers that block, made when they are needed.
///
/// The queues of the system share their threads with everything else, and on two cores let hardly more
/// than two blocked jobs run at a time.
final class MailThreads: Sendable {
  /// One transfer. Its answer comes once, whether it has run or was cancelled before.
  final class Job: Sendable {
    private enum State {
      case waiting(CheckedContinuation<SMTPAnswer, Never>?)
      case begun(CheckedContinuation<SMTPAnswer, Never>)
      case over
    }

    private let work: @Sendable () -> SMTPAnswer
    private let state = Mutex(State.waiting(nil))
    private static let cancelled = SMTPAnswer(stage: .hello, code: 0, trouble: .broken)

    init(_ work: @escaping @Sendable () -> SMTPAnswer) { self.work = work }

    /// False if it was cancelled already.
    fileprivate func wait(_ continuation: CheckedContinuation<SMTPAnswer, Never>) -> Bool {
      let isWaiting = state.withLock { state in
        guard case .waiting = state else { return false }
        state = .waiting(continuation)
        return true
      }
      if !isWaiting { continuation.resume(returning: Self.cancelled) }
      return isWaiting
    }

    fileprivate func perform() {
      let mayBegin = state.withLock { state in
        guard case .waiting(let continuation?) = state else { return false }
        state = .begun(continuation)
        return true
      }
      guard mayBegin else { return }
      finish(work())
    }

    private func finish(_ answer: SMTPAnswer) {
      let continuation = state.withLock { state -> CheckedContinuation<SMTPAnswer, Never>? in
        guard case .begun(let continuation) = state else { return nil }
        state = .over
        return continuation
      }
      continuation?.resume(returning: answer)
    }

    /// Answers immediately if it has not begun; a transfer that has begun answers when it ends.
    func cancel() {
      let continuation = state.withLock { state -> CheckedContinuation<SMTPAnswer, Never>? in
        guard case .waiting(let continuation) = state else { return nil }
        state = .over
        return continuation
      }
      continuation?.resume(returning: Self.cancelled)
    }
  }

  private struct Queue {
    var urgent: [Job] = []
    var others: [Job] = []
    var running = 0

    mutating func next() -> Job? {
      if !urgent.isEmpty { return urgent.removeFirst() }
      return others.isEmpty ? nil : others.removeFirst()
    }
  }

  private let most: Int
  private let queue = Mutex(Queue())

  /// - Parameter most: jobs that run at the same time; the others wait.
  init(most: Int) { self.most = most }

  /// Jobs that have not been given to a thread.
  var waiting: Int { queue.withLock { $0.urgent.count + $0.others.count } }

  func run(_ job: Job, isUrgent: Bool) async -> SMTPAnswer {
    await withCheckedContinuation { continuation in
      guard job.wait(continuation) else { return }
      let needsThread = queue.withLock { queue in
        if isUrgent { queue.urgent.append(job) } else { queue.others.append(job) }
        guard queue.running < most else { return false }
        queue.running += 1
        return true
      }
      if needsThread { Thread.detachNewThread { self.work() } }
    }
  }

  private func work() {
    while let job = next() { job.perform() }
  }

  private func next() -> Job? {
    queue.withLock { queue in
      let job = queue.next()
      if job == nil { queue.running -= 1 }
      return job
    }
  }
}
