import Foundation
import LifeSignalEngine
import Logging
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1))) struct `Telling the supervisor` {
  @Test func `nothing is sent without a usable notify socket`() {
    #expect(Supervisor([:]) == nil)
    #expect(Supervisor(["NOTIFY_SOCKET": ""]) == nil)
    #expect(Supervisor(["NOTIFY_SOCKET": "relative"]) == nil)
    #expect(Supervisor(["NOTIFY_SOCKET": "/" + String(repeating: "a", count: 200)]) == nil)
  }

  @Test func `patience is for the process it is meant for`() {
    let socket = ["NOTIFY_SOCKET": "/run/none", "WATCHDOG_USEC": "60000000"]
    #expect(Supervisor(socket, process: 7)?.patience == .seconds(60))
    func meant(for process: String) -> Supervisor? {
      Supervisor(socket.merging(["WATCHDOG_PID": process]) { $1 }, process: 7)
    }
    #expect(meant(for: "7")?.patience == .seconds(60))
    #expect(meant(for: "8")?.patience == nil)
    #expect(Supervisor(["NOTIFY_SOCKET": "/run/none"])?.patience == nil)
  }

  @Test(arguments: [false, true])
  func `a word goes out as one datagram`(isAbstract: Bool) throws {
    let ear = try Ear(isAbstract: isAbstract)
    let supervisor = try #require(Supervisor(["NOTIFY_SOCKET": ear.name]))
    supervisor.tell(.ready)
    supervisor.tell(.alive)
    #expect(ear.next() == "READY=1")
    #expect(ear.next() == "WATCHDOG=1")
  }

  /// What is heard of a watchdog that has looked more often than `most` times, and was stopped then.
  private func heard(
    after most: Int, isLive: @escaping @Sendable (Int) -> Bool
  ) async throws -> Ear {
    let ear = try Ear(isAbstract: true)
    let supervisor = try #require(
      Supervisor(["NOTIFY_SOCKET": ear.name, "WATCHDOG_USEC": "30000"]))
    let (turns, turn) = AsyncStream.makeStream(of: Int.self)
    let count = Counter()
    let watchdog = Watchdog(
      supervisor: supervisor,
      isLive: {
        let number = count.next()
        turn.yield(number)
        return isLive(number)
      }, logger: Logger(label: "test"), clock: SomeTurns(most: most + 1))
    let running = Task { try await watchdog.run() }
    for await number in turns where number > most { break }
    running.cancel()
    _ = await running.result
    return ear
  }

  @Test func `it is notified while the loops run, and not when one stalls`() async throws {
    let ear = try await heard(after: 3) { $0 == 3 }
    // Of all health checks only the third was good; the stop is reported at the end.
    #expect(ear.next() == "WATCHDOG=1")
    #expect(ear.next() == "STOPPING=1")
  }

  @Test func `a full disk and a slow auditor do not stop the notifications`() async throws {
    let looks = [
      HealthReport(causes: [.loopStalled(.auditor), .promisesBroken(3)]),
      HealthReport(causes: [.loopStalled(.watch), .loopStalled(.dispatch), .ledgerRefuses("full")]),
    ]
    let stalled = HealthReport(causes: [.loopStalled(.watch), .loopStalled(.auditor)])
    let ear = try await heard(after: looks.count) { number in
      (number <= looks.count ? looks[number - 1] : stalled).isLive
    }
    #expect([ear.next(), ear.next(), ear.next()] == ["WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"])
  }
}

/// Time that is over so many times, and then stands still: a loop that never waits takes a thread from
/// all other tests, and two of them take all there are on two cores.
private struct SomeTurns: ServerClock {
  let now = Date(timeIntervalSince1970: 1_700_000_000)
  let most: Int
  private let turns = Counter()

  init(most: Int) { self.most = most }

  func sleep(until deadline: Date) async throws {
    if turns.next() > most { try await Task.sleep(for: .seconds(100_000)) }
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  func next() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}

/// A socket that hears datagrams.
private final class Ear {
  let name: String
  private let descriptor: Int32

  init(isAbstract: Bool) throws {
    let word = "lifesignal-\(UUID().uuidString.prefix(12))"
    name = isAbstract ? "@\(word)" : "/tmp/\(word)"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = isAbstract ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let isBound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard isBound == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit {
    close(descriptor)
    unlink(name)
  }

  /// Waits for it.
  func next() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
