import Foundation
import Synchronization

/// The loops that must never stop. Raw values name them to operators.
public enum LoopName: String, CaseIterable, Codable, Sendable {
  case watch, dispatch, heartbeat, auditor

  /// Whether people get no messages while it stands still. The others recover without a restart,
  /// which would delay everyone: the watch beats for a heartbeat that has not beaten for
  /// ``EngineServices/patience``, and a slow auditor only finds faults later.
  public var tellsPeople: Bool {
    switch self {
    case .watch, .dispatch: true
    case .heartbeat, .auditor: false
    }
  }
}

/// The maintenance loops. No person waits for them, so that a failing one makes no server unready;
/// the operator sees it among the findings. Raw values are its name there.
enum UpkeepLoop: String, CaseIterable, Sendable {
  case sweep, drills

  /// The name of the finding.
  var finding: String { "upkeep-failing:\(rawValue)" }
}

/// When each loop last turned, whether the ledger accepts writes, and whether the process has just
/// been away.
final class Pulse: Sendable {
  private struct State {
    var turns: [LoopName: Turn] = [:]
    var failures: [LoopName: (count: Int, last: Turn)] = [:]
    /// Consecutive failures.
    var upkeepFailures: [UpkeepLoop: Int] = [:]
    var writeFailure: String?
    /// The latest turn of any loop.
    var latest: Duration?
    var heldUntil: Duration?
    /// When the last pause was noticed.
    var pausedAt: Duration?
    var isClockDoubted = false

    func mayHold(at now: Duration) -> Bool {
      pausedAt.map { (now - $0) / .seconds(1) >= Pulse.holdsOnceIn } ?? true
    }
  }

  /// Seconds without a turn of any loop that count as a pause: the process was stopped, the machine slept,
  /// or the disk hung.
  private static let pause: TimeInterval = 10
  /// The most seconds after a pause that are reserved for requests waiting in the sockets.
  private static let longestHold: TimeInterval = 20
  /// Seconds after a pause in which another pause delays nothing: a machine that stops repeatedly must not
  /// postpone alerts forever.
  fileprivate static let holdsOnceIn: TimeInterval = 600

  struct Turn: Sendable {
    var at: Date
    /// ``ServerClock/uptime`` at that time.
    var uptime: Duration?

    init(on clock: any ServerClock) { (at, uptime) = (clock.now, clock.uptime) }
  }

  private let state = Mutex(State())
  private let start: Turn

  init(on clock: any ServerClock) { start = Turn(on: clock) }

  func turned(_ loop: LoopName, on clock: any ServerClock) {
    let turn = Turn(on: clock)
    state.withLock { state in
      state.turns[loop] = turn
      state.failures[loop] = nil
      guard let now = turn.uptime else { return }
      let away = state.latest.map { (now - $0) / .seconds(1) } ?? 0
      if away >= Self.pause {
        if state.mayHold(at: now) { state.heldUntil = now + .seconds(min(away, Self.longestHold)) }
        state.pausedAt = now
      }
      state.latest = now
    }
  }

  /// Whether the process has just returned from a pause, or has not noticed one yet. Check-ins that
  /// arrived in the meantime wait in the sockets, so the server must read them before it looks for
  /// missed deadlines.
  func isBackFromPause(on clock: any ServerClock) -> Bool {
    guard let now = clock.uptime else { return false }
    return state.withLock { state in
      if let end = state.heldUntil, now < end { return true }
      let isAway = state.latest.map { (now - $0) / .seconds(1) >= Self.pause } ?? false
      return isAway && state.mayHold(at: now)
    }
  }

  /// The loop has turned without success.
  func failed(_ loop: LoopName, on clock: any ServerClock) {
    let turn = Turn(on: clock)
    state.withLock { $0.failures[loop] = (($0.failures[loop]?.count ?? 0) + 1, turn) }
  }

  /// The number of consecutive failures of a loop.
  func failures(of loop: LoopName) -> Int { state.withLock { $0.failures[loop]?.count ?? 0 } }

  /// The number of consecutive failures after which a loop is reported.
  static let fewFailures = 3

  /// Does the work of a turn, and notes whether it failed.
  func noting<R>(_ loop: UpkeepLoop, _ turn: () async throws -> R) async throws -> R {
    do {
      let result = try await turn()
      state.withLock { $0.upkeepFailures[loop] = nil }
      return result
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      state.withLock { $0.upkeepFailures[loop, default: 0] += 1 }
      throw error
    }
  }

  /// The loops that have failed ``fewFailures`` times in a row.
  var failingUpkeep: [UpkeepLoop] {
    let failures = state.withLock { $0.upkeepFailures }
    return UpkeepLoop.allCases.filter { failures[$0, default: 0] >= Self.fewFailures }
  }

  /// Nil when the last write went well.
  func noteWrite(failure: String?) {
    state.withLock { $0.writeFailure = failure }
  }

  /// Whether the wall clock is so far ahead that it is more likely wrong.
  var isClockDoubted: Bool { state.withLock { $0.isClockDoubted } }

  func noteClock(isDoubted: Bool) { state.withLock { $0.isClockDoubted = isDoubted } }

  var writeFailure: String? { state.withLock { $0.writeFailure } }

  var turns: [LoopName: Date] { state.withLock { $0.turns.mapValues(\.at) } }

  /// Seconds since the loop last turned, by the clock that cannot be set where there is one; nil if
  /// it never has.
  func age(of loop: LoopName, on clock: any ServerClock) -> TimeInterval? {
    state.withLock { $0.turns[loop] }.map { Self.age(of: $0, on: clock) }
  }

  /// Seconds since the loop last turned or failed, or since the start: a failing loop is not stuck.
  func stillness(of loop: LoopName, on clock: any ServerClock) -> TimeInterval {
    let turns = state.withLock { [$0.turns[loop], $0.failures[loop]?.last] }
    return turns.compactMap { $0 }.reduce(Self.age(of: start, on: clock)) {
      min($0, Self.age(of: $1, on: clock))
    }
  }

  private static func age(of turn: Turn, on clock: any ServerClock) -> TimeInterval {
    if let then = turn.uptime, let now = clock.uptime { return (now - then) / .seconds(1) }
    return clock.now.timeIntervalSince(turn.at)
  }
}
