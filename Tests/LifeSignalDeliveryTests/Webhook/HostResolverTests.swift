import Foundation
import Testing

@testable import LifeSignalDelivery

@Suite(.timeLimit(.minutes(1))) struct `Looking up a name` {
  /// A resolver that answers only on command.
  private final class Silence: @unchecked Sendable {
    private let end = DispatchSemaphore(value: 0)
    func look() -> [IPAddress] {
      end.wait()
      return []
    }
    func stop() { end.signal() }
  }

  private let silence = Silence()

  @Test func `gives up when its time is over, though the system still looks`() async throws {
    defer { silence.stop() }
    await #expect(throws: HostResolver.NoAddress.self) {
      try await HostResolver.waiting(.milliseconds(20)) { [silence] in silence.look() }
    }
  }

  @Test func `ends with the task that waits for it`() async throws {
    defer { silence.stop() }
    let waiting = Task { [silence] in
      try await HostResolver.waiting(.seconds(3_600)) { silence.look() }
    }
    waiting.cancel()
    await #expect(throws: HostResolver.NoAddress.self) { try await waiting.value }
  }

  @Test func `says what it found, and why it found nothing`() async throws {
    struct Failed: Error {}
    let found = try #require(IPAddress("203.0.113.1"))
    #expect(try await HostResolver.waiting(.seconds(60)) { [found] } == [found])
    await #expect(throws: Failed.self) {
      try await HostResolver.waiting(.seconds(60)) { throw Failed() }
    }
  }
}
