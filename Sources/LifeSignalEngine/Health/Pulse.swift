import Foundation
import Synchronization

/// The loops that must never stop. Raw values name them to operators.
public enum LoopName: String, CaseIterable, Codable, Sendable {
  case watch, dispatch, heartbeat, auditor

  /// Whether people hear nothing while it stands still. The others are looked after without a new start,
  /// which would keep everybody waiting: the watch beats for a heartbeat that has not for
  /// ``EngineServices/patience``, and an auditor that is slow only finds out later.
  public var tellsPeople: Bool {
    switch self {
    case .watch, .dispatch: true
    case .heartbeat, .auditor: false
    }
  }
}

/// When each loop last turned, and whether the ledger takes writes.
final class Pulse: Sendable {
  private struct State {
    var turns: [LoopName: Turn] = [:]
    var writeFailure: String?
  }

  struct Turn: Sendable {
    var at: Date
    /// ``ServerClock/uptime`` then, which nobody can set.
    var uptime: Duration?
  }

  private let state = Mutex(State())

  func turned(_ loop: LoopName, on clock: any ServerClock) {
    let turn = Turn(at: clock.now, uptime: clock.uptime)
    state.withLock { $0.turns[loop] = turn }
  }

  /// Nil when the last write went well.
  func noteWrite(failure: String?) {
    state.withLock { $0.writeFailure = failure }
  }

  var writeFailure: String? { state.withLock { $0.writeFailure } }

  var turns: [LoopName: Date] { state.withLock { $0.turns.mapValues(\.at) } }

  /// Seconds since the loop last turned, by the clock that nobody can set where there is one; nil when
  /// it never has.
  func age(of loop: LoopName, on clock: any ServerClock) -> TimeInterval? {
    guard let turn = state.withLock({ $0.turns[loop] }) else { return nil }
    if let then = turn.uptime, let now = clock.uptime { return (now - then) / .seconds(1) }
    return clock.now.timeIntervalSince(turn.at)
  }
}
