import Synchronization

/// The end of a stream: reached once, from anywhere; one task waits for it.
final class StreamEnd: Sendable {
  private struct State {
    var isReached = false
    var waiter: UnsafeContinuation<Void, Never>?
  }
  private let state = Mutex(State())

  func reach() {
    let waiter = state.withLock { state in
      state.isReached = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Returns when the end is reached, or the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isReached = state.withLock { state in
          if !state.isReached { state.waiter = continuation }
          return state.isReached
        }
        if isReached { continuation.resume() }
      }
    } onCancel: {
      reach()
    }
  }
}
