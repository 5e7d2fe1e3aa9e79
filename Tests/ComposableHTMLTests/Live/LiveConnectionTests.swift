import Composable
import Foundation
import Synchronization
import Testing

@testable import ComposableHTML

/// A connection that takes bytes when the test lets it.
private final class Network: Sendable {
  private struct State {
    var chunks: [String] = []
    var done: [@Sendable (Bool) -> Void] = []
    var ends = 0
  }
  private let state = Mutex(State())

  var chunks: [String] { state.withLock { $0.chunks } }
  var ends: Int { state.withLock { $0.ends } }
  /// Writes begun and not answered.
  var open: Int { state.withLock { $0.done.count } }

  func connect(to session: CounterSession, after last: FrameID? = nil) -> LiveConnection {
    session.connect(after: last) { [self] bytes, isDone in
      state.withLock {
        $0.chunks.append(String(decoding: bytes, as: UTF8.self))
        $0.done.append(isDone)
      }
    } onEnd: { [self] in
      state.withLock { $0.ends += 1 }
    }
  }

  /// Answers the oldest open write.
  func written(_ isWritten: Bool = true) {
    state.withLock { $0.done.removeFirst() }(isWritten)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct LiveConnectionTests {
  private let session = counterSession()
  private let network = Network()

  /// Changes the state and has the view shown to all tabs before it returns.
  private func count() {
    session.store.send(.incrementButtonTapped)
    _ = session.currentFrame()
  }

  @Test func `a pushed tab gets the opening, then the view, then what changes`() throws {
    let connection = network.connect(to: session)
    #expect(network.chunks.count == 1)
    #expect(network.chunks[0].hasPrefix("retry: 300\n\nevent: beat\n"))
    network.written()
    #expect(network.chunks.count == 2)
    #expect(network.chunks[1].hasPrefix("id: e1.1\n"))
    #expect(network.chunks[1].contains("Count: 0"))
    network.written()
    count()
    #expect(network.chunks.count == 3)
    #expect(network.chunks.last?.contains("Count: 1") == true)
    withExtendedLifetime(connection) {}
  }

  @Test func `the view is not sent to a pushed tab that shows it already`() {
    let connection = network.connect(to: session, after: session.currentFrame().id)
    network.written()
    #expect(network.chunks.count == 1)
    session.beat()
    #expect(network.chunks.last?.hasPrefix("event: beat\n") == true)
    withExtendedLifetime(connection) {}
  }

  @Test func `while a write is under way only the newest frame waits, and no beat displaces it`() {
    let connection = network.connect(to: session, after: session.currentFrame().id)
    for _ in 1...20 { count() }
    session.beat()
    #expect(network.chunks.count == 1)
    #expect(network.open == 1)
    network.written()
    #expect(network.chunks.count == 2)
    #expect(network.chunks.last?.contains("Count: 20") == true)
    network.written()
    #expect(network.open == 0)
    withExtendedLifetime(connection) {}
  }

  @Test func `a write that fails ends the connection once, and nothing is written after it`() {
    let connection = network.connect(to: session)
    network.written(false)
    #expect(network.ends == 1)
    count()
    session.beat()
    session.finish()
    #expect(network.chunks.count == 1)
    #expect(network.ends == 1)
    withExtendedLifetime(connection) {}
  }

  @Test func `a session that ends lets the write under way finish, and what waits go out`() {
    let connection = network.connect(to: session)
    session.finish()
    #expect(network.ends == 0)
    network.written()
    #expect(network.chunks.last?.contains("Count: 0") == true)
    network.written()
    #expect(network.ends == 1)
    withExtendedLifetime(connection) {}
  }

  @Test func `a session that has ended ends a new connection at once`() {
    session.finish()
    let connection = network.connect(to: session)
    #expect(network.chunks.isEmpty)
    #expect(network.ends == 1)
    withExtendedLifetime(connection) {}
  }

  @Test func `a connection that is cancelled or released is forgotten, and no other`() {
    let other = Network()
    let kept = other.connect(to: session)
    do {
      let released = network.connect(to: session)
      #expect(session.tabCount == 2)
      withExtendedLifetime(released) {}
    }
    #expect(session.tabCount == 1)
    let cancelled = network.connect(to: session)
    cancelled.cancel()
    cancelled.cancel()
    #expect(session.tabCount == 1)
    network.written()
    network.written()
    count()
    #expect(network.chunks.count == 2, "two openings, and nothing after the cancellation")
    #expect(network.ends == 0)
    other.written()
    #expect(other.chunks.last?.contains("Count: 1") == true)
    withExtendedLifetime(kept) {}
  }
}
