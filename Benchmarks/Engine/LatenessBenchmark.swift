import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import Logging
import ServiceLifecycle
import Synchronization

/// How long after its deadline an alarm is in the courier's hands.
///
/// 100,000 people are watched in SQLite with `synchronous=FULL`; 100 of them miss their deadline
/// every second while the loops run on the real clock. The first second is left out.
public enum LatenessBenchmark {
  public static func run(
    watches: Int = 100_000, perSecond: Int = 100, seconds: Int = 20
  ) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "lifesignal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = SystemClock()
    let ledger = try SQLiteLedger.open(
      at: folder.appending(path: "bench.sqlite").path, clock: clock)
    let courier = StopwatchCourier(clock: clock)
    var logger = Logger(label: "bench")
    logger.logLevel = .error
    let engine = Engine(
      ledger: ledger, couriers: [.sms: courier], clock: clock, logger: logger)

    let due = perSecond * (seconds + 1)
    let start = clock.now + 30
    let world = WatchedWorld(ledger: ledger, now: clock.now)
    try await world.insertResponder()
    for first in stride(from: 0, to: watches, by: 500) {
      try await world.insertPeople(first..<min(first + 500, watches)) { index in
        (start + Double(index) / Double(perSecond), index < due)
      }
    }
    courier.expect(
      (0..<due).map { (world.person($0), start + Double($0) / Double(perSecond)) })
    precondition(clock.now < start, "the world took longer to build than the loops may wait")

    let loops = Task {
      let group = ServiceGroup(
        services: engine.services().all, gracefulShutdownSignals: [], logger: logger)
      try await group.run()
    }
    try await clock.sleep(until: start + Double(seconds) + 3)
    loops.cancel()
    _ = await loops.result

    let lateness = courier.lateness(from: start + 1, to: start + Double(seconds))
    let expected = perSecond * (seconds - 1)
    guard lateness.count == expected else {
      throw BenchmarkFailure("\(lateness.count) of \(expected) alarms reached the courier")
    }
    return [
      Figure("engine.lateness.p50", lateness[lateness.count / 2], "ms"),
      Figure("engine.lateness.p99", lateness[lateness.count * 99 / 100], "ms"),
      Figure("engine.lateness.max", lateness[lateness.count - 1], "ms"),
    ]
  }
}

/// Takes every message at once and notes when.
private final class StopwatchCourier: Courier {
  private struct State {
    var due: [String: Date] = [:]
    var taken: [(due: Date, at: Date)] = []
  }

  private let clock: SystemClock
  private let state = Mutex(State())

  init(clock: SystemClock) {
    self.clock = clock
  }

  func expect(_ deadlines: [(Person.ID, Date)]) {
    state.withLock { state in
      for (person, due) in deadlines { state.due[person.rawValue] = due }
    }
  }

  func deliver(_ message: CourierMessage) async throws {
    let now = clock.now
    // The text begins with the name of the person it is about, who is named by their number.
    let person = message.body.split(whereSeparator: { $0 == " " || $0 == "'" }).dropFirst().first
      .map(String.init)
    state.withLock { state in
      if let person, let due = state.due[person] { state.taken.append((due, now)) }
    }
  }

  /// Milliseconds, ascending, of the deadlines in the half-open range.
  func lateness(from: Date, to: Date) -> [Double] {
    state.withLock { $0.taken }
      .filter { from <= $0.due && $0.due < to }
      .map { $0.at.timeIntervalSince($0.due) * 1_000 }
      .sorted()
  }
}
