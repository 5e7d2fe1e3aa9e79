import Synchronization

/// One tab's connection to a live session that writes without waiting in a task.
///
/// An asynchronous loop over ``LiveStream/bytes`` holds kilobytes of frames while nothing happens;
/// this holds a few hundred bytes. Of several frames that come while the network is busy only the
/// newest is written. Releasing the connection, or ``cancel()``, ends it.
public final class LiveConnection: Sendable {
  /// Writes one chunk of an event stream, immediately, and reports whether that succeeded.
  public typealias Write =
    @Sendable (_ bytes: [UInt8], _ isDone: @escaping @Sendable (_ isWritten: Bool) -> Void) -> Void

  private let disconnect: @Sendable () -> Void

  init(disconnect: @escaping @Sendable () -> Void) { self.disconnect = disconnect }

  deinit { disconnect() }

  /// Disconnects the tab. Nothing more is written, except a chunk that is being written.
  public func cancel() { disconnect() }
}

/// A tab whose bytes are pushed.
final class PushTab: LiveTab {
  private struct State {
    var waiting: LiveStream.Element?
    // From the start: the opening is on its way before the first signal can be.
    var isWriting = true
    var isEnding = false
    var hasEnded = false
  }

  private let clock: LiveClock
  private let write: LiveConnection.Write
  private let onEnd: @Sendable () -> Void
  private let state = Mutex(State())

  init(
    clock: LiveClock, write: @escaping LiveConnection.Write, onEnd: @escaping @Sendable () -> Void
  ) {
    self.clock = clock
    self.write = write
    self.onEnd = onEnd
  }

  func open() {
    send(ServerSentEvents.opening(at: clock.milliseconds))
  }

  func signal(_ signal: LiveStream.Element) {
    let isFree = state.withLock { state in
      if state.isEnding || state.hasEnded { return false }
      if !state.isWriting {
        state.isWriting = true
        return true
      }
      if signal != .beat || state.waiting == nil { state.waiting = signal }
      return false
    }
    if isFree { send(bytes(of: signal)) }
  }

  func end() {
    let isOver = state.withLock { state in
      state.isEnding = true
      guard !state.isWriting, !state.hasEnded else { return false }
      state.hasEnded = true
      return true
    }
    if isOver { onEnd() }
  }

  /// The tab has gone: nothing more is written, and no end is reported.
  func close() {
    state.withLock { state in
      state.hasEnded = true
      state.waiting = nil
    }
  }

  private func send(_ bytes: [UInt8]) {
    write(bytes) { [self] isWritten in hasWritten(isWritten) }
  }

  private func hasWritten(_ isWritten: Bool) {
    let (next, isOver) = state.withLock { state -> (LiveStream.Element?, Bool) in
      if isWritten, let next = state.waiting {
        state.waiting = nil
        return (next, false)
      }
      state.isWriting = false
      guard !isWritten || state.isEnding, !state.hasEnded else { return (nil, false) }
      state.hasEnded = true
      return (nil, true)
    }
    if let next { send(bytes(of: next)) }
    if isOver { onEnd() }
  }

  private func bytes(of signal: LiveStream.Element) -> [UInt8] {
    switch signal {
    case .frame(let frame): ServerSentEvents.message(frame, at: clock.milliseconds)
    case .beat: ServerSentEvents.beat(at: clock.milliseconds)
    }
  }
}
