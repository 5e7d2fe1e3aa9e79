/// The stream for one tab: the newest frame, and beats between frames.
///
/// Iterate it once. The stream ends when the session does; stop iterating, or cancel the task, and
/// the session disconnects the tab.
public struct LiveStream: AsyncSequence, Sendable {
  public enum Element: Equatable, Sendable {
    case frame(LiveFrame)
    /// Nothing has changed; the connection is alive.
    case beat
  }

  let signals: AsyncStream<Element>
  let clock: LiveClock

  /// The stream as bytes for a response of type `text/event-stream`.
  public var bytes: Bytes { Bytes(stream: self) }

  public func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
    signals.makeAsyncIterator()
  }

  /// One chunk for each signal, each to be sent immediately; the first contains the time.
  public struct Bytes: AsyncSequence, Sendable {
    let stream: LiveStream

    public func makeAsyncIterator() -> Iterator {
      Iterator(signals: stream.signals.makeAsyncIterator(), clock: stream.clock)
    }

    public struct Iterator: AsyncIteratorProtocol {
      var signals: AsyncStream<LiveStream.Element>.Iterator
      let clock: LiveClock
      var hasOpened = false

      public mutating func next() async -> [UInt8]? {
        await next(isolation: #isolation)
      }

      public mutating func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? {
        guard hasOpened else {
          hasOpened = true
          return ServerSentEvents.opening(at: clock.milliseconds)
        }
        switch await signals.next(isolation: actor) {
        case .frame(let frame): return ServerSentEvents.message(frame, at: clock.milliseconds)
        case .beat: return ServerSentEvents.beat(at: clock.milliseconds)
        case nil: return nil
        }
      }
    }
  }
}
