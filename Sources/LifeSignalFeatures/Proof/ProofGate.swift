public import Composable
import LifeSignalModel
import Synchronization

/// Holds requests that were refused for lack of re-authentication until the person has
/// re-authenticated, and then repeats them.
///
/// One for each place from which a person acts, such as a browser's session. The requesting feature
/// knows nothing of it: its request only takes longer.
public final class ProofGate: Sendable {
  private struct Request {
    let reason: ProofReason
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var waiting: [UInt64: Request] = [:]
    var watchers: [UInt64: @Sendable (ProofReason?) -> Void] = [:]
    var next: UInt64 = 0
    /// Whether a thread notifies the watchers, and whether it must do so once more.
    var isTelling = false
    var isStale = false

    /// Of the request that has waited longest.
    var reason: ProofReason? { waiting.min { $0.key < $1.key }?.value.reason }

    mutating func mint() -> UInt64 {
      defer { next += 1 }
      return next
    }
  }

  private let state = Mutex(State())

  public init() {}

  /// Runs the action, and once more after the re-authentication that it requires.
  /// - Parameter reason: why the person is asked.
  /// - Throws: ``Refusal/proofNeeded`` if no watcher could ask the person, `CancellationError` if
  ///   the person declines.
  public func passing<Value>(
    _ reason: ProofReason = .general, _ act: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await act()
    } catch Refusal.proofNeeded {
      try await wait(reason)
      return try await act()
    }
  }

  /// The reason of a request that waits, nil while none does: now if one does, and whenever that
  /// changes.
  ///
  /// When the last watcher that could ask the person leaves, waiting requests are cancelled.
  public func demands() -> Updates<ProofReason?> {
    Updates { [self] send in
      let (id, isWaiting) = state.withLock { state in
        let id = state.mint()
        state.watchers[id] = send
        return (id, !state.waiting.isEmpty)
      }
      if isWaiting { tell() }
      return { [weak self] in self?.leave(id) }
    }
  }

  /// Continues the waiting requests, or cancels them.
  public func settle(_ isProven: Bool) {
    let waiting = state.withLock { Self.empty(&$0) }
    tell()
    finish(waiting, isProven: isProven)
  }

  private func wait(_ reason: ProofReason) async throws {
    let id = state.withLock { $0.mint() }
    // Not in the handler, which runs under a lock of the task's.
    defer { if Task.isCancelled { tell() } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let error: (any Error)? = state.withLock { state in
          // It was cancelled before it arrived here, so its handler found nothing.
          if Task.isCancelled { return CancellationError() }
          if state.watchers.isEmpty { return Refusal.proofNeeded }
          state.waiting[id] = Request(reason: reason, continuation: continuation)
          return nil
        }
        if let error { continuation.resume(throwing: error) } else { tell() }
      }
    } onCancel: {
      let request = state.withLock { $0.waiting.removeValue(forKey: id) }
      request?.continuation.resume(throwing: CancellationError())
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
    let waiting = state.waiting.values.map(\.continuation)
    state.waiting = [:]
    return waiting
  }

  /// Notifies every watcher of the request that waits now, or that none does.
  ///
  /// One thread at a time, so that the newest state reaches them last, and under no lock: a watcher may begin,
  /// leave or settle meanwhile.
  private func tell() {
    let isFirst = state.withLock { state in
      state.isStale = true
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard isFirst else { return }
    while let (watchers, reason) = takeNews() {
      for watcher in watchers { watcher(reason) }
    }
  }

  private func takeNews() -> (watchers: [@Sendable (ProofReason?) -> Void], reason: ProofReason?)? {
    state.withLock { state in
      state.isTelling = state.isStale
      state.isStale = false
      return state.isTelling ? (Array(state.watchers.values), state.reason) : nil
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
