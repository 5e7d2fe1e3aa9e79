import Synchronization

extension Store {
  /// Calls `tell` after every burst of actions, outside the store's lock, on the sender's thread.
  ///
  /// Sends from `tell` are ordinary sends. Observing ends when the result is cancelled or released.
  public func observe(_ tell: @escaping @Sendable () -> Void) -> StoreObservation {
    let control = backend.control
    let number = control.addObserver(tell, onEnd: {})
    return StoreObservation { control.removeObserver(number) }
  }

  /// Calls `tell` with a part of the state whenever that part has changed.
  public func observe<Value: Equatable & Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    _ tell: @escaping @Sendable (Value) -> Void
  ) -> StoreObservation {
    let control = backend.control
    let number = control.addObserver(notifier(of: value, tell), onEnd: {})
    return StoreObservation { control.removeObserver(number) }
  }

  private func notifier<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ tell: @escaping @Sendable (Value) -> Void
  ) -> @Sendable () -> Void {
    let last = ObservedValue(withState(value))
    let read = backend.reader(of: value)
    return {
      // Always the newest: with several senders the older notification finds nothing new.
      guard let current = read(), let new = last.replace(with: current) else { return }
      tell(new)
    }
  }

  /// The number of bursts so far, now and after every burst. Only the newest is kept.
  ///
  /// ```swift
  /// for await _ in store.changes { show(store.withState(Page.init)) }
  /// ```
  /// Ends when the store is released or the awaiting task is cancelled.
  public var changes: StoreChanges {
    StoreChanges(control: backend.control)
  }

  /// A part of the state, now and whenever it has changed. Only the newest value is kept.
  public func changes<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let control = backend.control
    let number = control.addObserver(
      notifier(of: value) { continuation.yield($0) }, onEnd: { continuation.finish() })
    continuation.yield(withState(value))
    continuation.onTermination = { [link = control.link] _ in link.engine?.removeObserver(number) }
    return stream
  }
}

private final class ObservedValue<Value: Equatable & Sendable>: Sendable {
  private let last: Locked<Value>

  init(_ value: Value) { last = Locked(value) }

  func replace(with new: Value) -> Value? {
    last.withLock { last in
      guard last != new else { return nil }
      last = new
      return new
    }
  }
}

/// Ends an observation when cancelled or released.
public final class StoreObservation: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

  deinit { cancel() }

  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
