import LifeSignalModel
import Synchronization

/// Where what was refused for want of a proof waits until the person has given one, and then goes on.
///
/// One for each place from which a person acts. The feature that asked knows nothing of it: its
/// request takes longer, that is all.
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
  /// Held while watchers hear the news, so that they hear the newest last. A watcher that ends takes only
  /// the lock of ``state``: the runtime holds a lock of its task then, which the news needs too.
  private let telling = Mutex(())

  public init() {}

  /// Does it, and once more after the proof that it needs.
  /// - Throws: ``Refusal/proofNeeded`` when nobody is there who could be asked, `CancellationError`
  ///   when the person would rather not.
  public func passing<Value>(_ act: () async throws -> Value) async throws -> Value {
    do {
      return try await act()
    } catch Refusal.proofNeeded {
      try await wait()
      return try await act()
    }
  }

  /// Whether something waits, whenever that changes, and now if something does.
  ///
  /// What waits when the last one has left who could ask is called off.
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

  /// What waits goes on, or is called off.
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
          // Called off before it came here, its handler has found nothing.
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

  /// Every watcher hears whether something waits now.
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
