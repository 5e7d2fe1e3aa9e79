import Synchronization

extension Store {
  /// Calls `tell` after every burst of actions, outside the store's lock, on the sender's thread.
  ///
  /// Several senders may make it run on several threads at a time. Sends from `tell` are ordinary
  /// sends. A part of a store is notified of every burst of the whole. Observing ends when the
  /// result is cancelled or released.
  public func observe(_ tell: @escaping @Sendable () -> Void) -> StoreObservation {
    let control = backend.control
    let number = control.addObserver(tell, onEnd: {})
    return StoreObservation { control.removeObserver(number) }
  }

  /// Calls `tell` with a part of the state whenever that part has changed.
  ///
  /// Outside the store's lock, on a sender's thread, once at a time: changes that come while `tell`
  /// runs, its own sends included, are reported afterwards, and only the newest. Observing ends
  /// when the result is cancelled or released.
  public func observe<Value: Equatable & Sendable>(
    _ value: @escaping @Sendable (State) -> Value,
    _ tell: @escaping @Sendable (Value) -> Void
  ) -> StoreObservation {
    let control = backend.control
    let notify = notifier(after: withState(value), of: value, tell)
    let number = control.addObserver(notify, onEnd: {})
    // The value may have changed between the first reading and the registration.
    notify()
    return StoreObservation { control.removeObserver(number) }
  }

  private func notifier<Value: Equatable & Sendable>(
    after known: Value?, of value: @escaping @Sendable (State) -> Value,
    _ tell: @escaping @Sendable (Value) -> Void
  ) -> @Sendable () -> Void {
    let last = ObservedValue(known)
    let read = backend.reader(of: value)
    return { last.update(from: read, tell) }
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
    let notify = notifier(after: nil, of: value) { continuation.yield($0) }
    let number = control.addObserver(notify, onEnd: { continuation.finish() })
    notify()
    continuation.onTermination = { [link = control.link] _ in link.engine?.removeObserver(number) }
    return stream
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
