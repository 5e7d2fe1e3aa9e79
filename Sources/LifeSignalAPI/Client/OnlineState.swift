import Synchronization

/// Whether the server answered last, for every subscriber.
final class OnlineState: Sendable {
  private struct State {
    var isOnline = true
    var followers: [UInt64: AsyncStream<Bool>.Continuation] = [:]
    var nextID: UInt64 = 0
  }

  private let state = Mutex(State())

  func become(_ isOnline: Bool) {
    let followers = state.withLock { state -> [AsyncStream<Bool>.Continuation] in
      guard state.isOnline != isOnline else { return [] }
      state.isOnline = isOnline
      return Array(state.followers.values)
    }
    for follower in followers { follower.yield(isOnline) }
  }

  /// Now, and after every change; the newest only.
  var changes: AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.nextID += 1
      state.followers[state.nextID] = continuation
      continuation.yield(state.isOnline)
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
    }
    return stream
  }
}
