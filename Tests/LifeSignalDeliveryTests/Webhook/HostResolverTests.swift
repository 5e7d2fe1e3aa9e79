import Foundation
import Testing

@testable import LifeSignalDelivery

@Suite(.timeLimit(.minutes(1))) struct `Looking up a name` {
  /// A resolver that answers only on command.
  private final class Silence: @unchecked Sendable {
    private let end = DispatchSemaphore(value: 0)
    func look() -> [IPAddress] {
      end.wait()
      end.signal()
      return []
    }
    func stop() { end.signal() }
  }

  private let silence = Silence()
  private let found: IPAddress

  init() throws { found = try #require(IPAddress("203.0.113.1")) }

  /// Begins so many lookups that are not answered, each of a name of its own.
  private func hang(_ count: Int, of name: String? = nil, in threads: LookupThreads) {
    for number in 0..<count {
      Task { [silence] in
        _ = try? await threads.addresses(of: name ?? "tarpit\(number)", within: .seconds(3_600)) {
          silence.look()
        }
      }
    }
  }

  @Test func `gives up when its time is over, though the system still looks`() async throws {
    defer { silence.stop() }
    let threads = LookupThreads(most: 1, perHost: 1)
    await #expect(throws: HostResolver.NoAddress.self) {
      try await threads.addresses(of: "a", within: .milliseconds(20)) { [silence] in
        silence.look()
      }
    }
  }

  @Test func `ends with the task that waits for it`() async throws {
    defer { silence.stop() }
    let threads = LookupThreads(most: 1, perHost: 1)
    let waiting = Task { [silence] in
      try await threads.addresses(of: "a", within: .seconds(3_600)) { silence.look() }
    }
    waiting.cancel()
    await #expect(throws: HostResolver.NoAddress.self) { try await waiting.value }
  }

  @Test func `says what it found, and why it found nothing`() async throws {
    struct Failed: Error {}
    let threads = LookupThreads(most: 1, perHost: 1)
    #expect(try await threads.addresses(of: "a", within: .seconds(60)) { [found] } == [found])
    await #expect(throws: Failed.self) {
      try await threads.addresses(of: "a", within: .seconds(60)) { throw Failed() }
    }
  }

  @Test func `waits for a thread rather than failing when all are taken`() async throws {
    let threads = LookupThreads(most: 2, perHost: 2)
    hang(4, in: threads)
    while threads.waiting < 2 { await Task.yield() }
    let last = Task { [found] in
      try await threads.addresses(of: "a", within: .seconds(3_600)) { [found] }
    }
    while threads.waiting < 3 { await Task.yield() }
    silence.stop()
    #expect(try await last.value == [found])
  }

  @Test func `that finds no thread in its time leaves the queue`() async throws {
    defer { silence.stop() }
    let threads = LookupThreads(most: 1, perHost: 1)
    hang(2, in: threads)
    while threads.waiting < 1 { await Task.yield() }
    await #expect(throws: HostResolver.NoAddress.self) {
      try await threads.addresses(of: "a", within: .milliseconds(20)) { [] }
    }
    #expect(threads.waiting == 1)
  }

  @Test func `takes few threads for one name, so that others find one`() async throws {
    defer { silence.stop() }
    let threads = LookupThreads(most: 8, perHost: 2)
    hang(6, of: "tarpit", in: threads)
    while threads.waiting < 4 { await Task.yield() }
    let answer = try await threads.addresses(of: "a", within: .seconds(60)) { [found] in [found] }
    #expect(answer == [found])
  }

  @Test func `of a browser's push service uses threads that webhooks do not share`() {
    #expect(
      HostResolver.threads(for: "fcm.googleapis.com")
        === HostResolver.threads(for: "updates.push.services.mozilla.com"))
    #expect(
      HostResolver.threads(for: "fcm.googleapis.com") !== HostResolver.threads(for: "hook.example"))
  }
}
