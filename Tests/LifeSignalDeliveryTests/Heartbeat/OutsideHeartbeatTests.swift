import Foundation
import LifeSignalDelivery
import LifeSignalTestSupport
import Logging
import NIOHTTP1
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The heartbeat for an outside watcher` {
  private final class Beats: Sendable {
    private let state = Mutex((count: 0, isWell: true, fails: false))
    var count: Int { state.withLock { $0.count } }
    var isWell: Bool {
      get { state.withLock { $0.isWell } }
      set { state.withLock { $0.isWell = newValue } }
    }
    func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }
    func beat() throws {
      try state.withLock {
        $0.count += 1
        if $0.fails { throw OutsideHeartbeat.NotTaken() }
      }
    }
  }

  private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test func `beats while all is well, and stops when it is not`() async throws {
    let beats = Beats()
    let heartbeat = OutsideHeartbeat(
      every: 60, clock: ManualClock(), logger: quiet, isWell: { beats.isWell },
      send: { try beats.beat() })
    #expect(await heartbeat.turn())
    beats.isWell = false
    await heartbeat.turn()
    #expect(beats.count == 1)
    beats.isWell = true
    beats.fail(true)
    #expect(await !heartbeat.turn())
    beats.fail(false)
    #expect(await heartbeat.turn(wasHeard: false))
    #expect(beats.count == 3)
  }

  @Test func `beats at its interval`() async throws {
    let beats = Beats()
    let clock = ManualClock()
    let heartbeat = OutsideHeartbeat(
      every: 60, clock: clock, logger: quiet, isWell: { true }, send: { try beats.beat() })
    let run = Task { try await heartbeat.run() }
    while beats.count < 1 { await Task.yield() }
    clock.advance(by: 59)
    for _ in 0..<100 { await Task.yield() }
    #expect(beats.count == 1)
    while beats.count < 2 {
      clock.advance(by: 1)
      await Task.yield()
    }
    run.cancel()
    _ = try? await run.value
  }

  @Test(arguments: [(HTTPResponseStatus.ok, true), (.found, false), (.internalServerError, false)])
  func `is heard where it is taken`(status: HTTPResponseStatus, isHeard: Bool) async throws {
    try await Receiver.with { receiver in
      receiver.answer(
        Receiver.Answer(
          status: status,
          headers: ["Location": "http://127.0.0.1:\(receiver.port)/", "Content-Length": "0"]))
      let send = try OutsideHeartbeat.get("http://127.0.0.1:\(receiver.port)/ping/abc")
      if isHeard {
        try await send()
      } else {
        await #expect(throws: (any Error).self) { try await send() }
      }
      #expect(receiver.requests.map(\.head.uri) == ["/ping/abc"])
    }
  }

  @Test(arguments: ["", "nonsense", "ftp://example.com/", "https://"])
  func `needs a URL`(text: String) {
    #expect(throws: OutsideHeartbeat.InvalidURL.self) { _ = try OutsideHeartbeat.get(text) }
  }
}
