import LifeSignalModel
import Synchronization

/// Holds requests that were refused for lack of re-authentication until the person has
/// re-authenticated, and then repeats them.
///
/// One for each place from which a person acts, such as a browser's session. The requesting feature
/// knows nothing of it: its request only takes longer.
public final class ProofGate: Sendable {
  private struct State {
    var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
    var watchers: [UInt64: AsyncStream<Bool>.Continuation] = [:]
    var next: UInt64 = 0

    mutating func mint() -> UInt64 {
      defer { next += 1 }
      return next
    }
  }

  private let state = Mutex(State())
  /// Held while watchers are notified, so that the newest state reaches them last. A watcher that
  /// ends takes only the lock of ``state``: the runtime holds a lock of its task then, which the
  /// notification needs too.
  private let telling = Mutex(())

  public init() {}

  /// Runs the action, and once more after the re-authentication that it requires.
  /// - Throws: ``Refusal/proofNeeded`` if no watcher could ask the person, `CancellationError` if
  ///   the person declines.
  public func passing<Value>(_ act: () async throws -> Value) async throws -> Value {
    do {
      return try await act()
    } catch Refusal.proofNeeded {
      try await wait()
      return try await act()
    }
  }

  /// Whether a request waits: now if one does, and whenever that changes.
  ///
  /// When the last watcher that could ask the person leaves, waiting requests are cancelled.
  public func demands() -> AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      let id = state.mint()
      state.watchers[id] = continuation
      if !state.waiting.isEmpty { continuation.yield(true) }
      return id
    }
    continuation.onTermination = { [weak self] _ in self?.leave(id) }
    return stream
  }

  /// Continues the waiting requests, or cancels them.
  public func settle(_ isProven: Bool) {
    let waiting = state.withLock { Self.empty(&$0) }
    tell()
    finish(waiting, isProven: isProven)
  }

  private func wait() async throws {
    let id = state.withLock { $0.mint() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let error: (any Error)? = state.withLock { state in
          // It was cancelled before it arrived here, so its handler found nothing.
          if Task.isCancelled { return CancellationError() }
          if state.watchers.isEmpty { return Refusal.proofNeeded }
          state.waiting[id] = continuation
          return nil
        }
        if let error { continuation.resume(throwing: error) } else { tell() }
      }
    } onCancel: {
      if let continuation = state.withLock({ $0.waiting.removeValue(forKey: id) }) {
        tell()
        continuation.resume(throwing: CancellationError())
      }
    }
  }

  private func leave(_ id: UInt64) {
    let left = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      state.watchers[id] = nil
      return state.watchers.isEmpty ? Self.empty(&state) : []
    }
    finish(left, isProven: false)
  }

  private static func empty(_ state: inout State) -> [CheckedContinuation<Void, any Error>] {
    let waiting = Array(state.waiting.values)
    state.waiting = [:]
    return waiting
  }

  /// Notifies every watcher whether a request waits now.
  private func tell() {
    telling.withLock { _ in
      let (watchers, isWaiting) = state.withLock { ($0.watchers.values, !$0.waiting.isEmpty) }
      for watcher in watchers { watcher.yield(isWaiting) }
    }
  }

  private func finish(_ waiting: [CheckedContinuation<Void, any Error>], isProven: Bool) {
    for continuation in waiting {
      if isProven {
        continuation.resume()
      } else {
        continuation.resume(throwing: CancellationError())
      }
    }
  }
}
