public import LifeSignalEngine
import Synchronization

/// Takes every message, or fails as told, and remembers what it was handed.
public final class RecordingCourier: Courier {
  private struct State {
    var messages: [CourierMessage] = []
    var failures: [CourierFailure] = []
    var isStuck = false
    var followers: [AsyncStream<CourierMessage>.Continuation] = []
  }

  private let state = Mutex(State())

  public init() {}

  public let takesReplies = true

  /// Everything handed over, failed attempts included, in order.
  public var messages: [CourierMessage] { state.withLock { $0.messages } }

  public func forget() { state.withLock { $0.messages = [] } }

  /// The next calls fail like this, one failure each.
  public func fail(_ failures: CourierFailure...) {
    state.withLock { $0.failures += failures }
  }

  /// The failures that are left are forgotten.
  public func stopFailing() { state.withLock { $0.failures = [] } }

  /// From now on calls hang until they are cancelled.
  public func hang(_ isStuck: Bool = true) {
    state.withLock { $0.isStuck = isStuck }
  }

  /// Every message handed over from now on.
  public func arrivals() -> AsyncStream<CourierMessage> {
    let (stream, continuation) = AsyncStream.makeStream(of: CourierMessage.self)
    state.withLock { $0.followers.append(continuation) }
    return stream
  }

  public func deliver(_ message: CourierMessage) async throws {
    let (failure, isStuck, followers) = state.withLock { state in
      state.messages.append(message)
      return (
        state.failures.isEmpty ? nil : state.failures.removeFirst(), state.isStuck,
        state.followers
      )
    }
    for follower in followers { follower.yield(message) }
    if let failure { throw failure }
    if isStuck { try await Task.sleep(for: .seconds(3_600)) }
  }
}
