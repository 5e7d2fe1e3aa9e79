import Foundation
import LifeSignalModel
import Synchronization

/// What became of the messages of this process, for the operator's figures.
final class Tally: Sendable {
  enum Event: String, CaseIterable {
    case sent, failed, dead, postponed, bundled
  }

  /// Where the time goes between a promise and the person it is for.
  enum Stage: String, CaseIterable {
    /// From a step's being due to its rows being stored.
    case stored
    /// From an alarm's being due in the outbox to its first being handed to a courier.
    case attempted
    /// From an alarm's being taken by its carrier to a device's having shown it.
    case shown
  }

  struct Counts: Sendable {
    var events: [Event: [ChannelKind: Int]] = [:]
    /// Alarms handed over, by how late.
    var lateness = Histogram()
    var dwell: [Stage: Histogram] = [:]
  }

  private let counts = Mutex(Counts())

  var all: Counts { counts.withLock { $0 } }

  func note(_ event: Event, of kinds: [ChannelKind]) {
    counts.withLock { counts in
      for kind in kinds { counts.events[event, default: [:]][kind, default: 0] += 1 }
    }
  }

  /// - Parameter seconds: from the promise to the carrier's taking it.
  func noteAlarm(lateness seconds: TimeInterval) {
    counts.withLock { $0.lateness.note(seconds) }
  }

  func note(_ stage: Stage, _ seconds: TimeInterval) {
    counts.withLock { $0.dwell[stage, default: Histogram()].note(seconds) }
  }
}

/// How often something took how long.
struct Histogram: Equatable, Sendable {
  /// Seconds.
  static let limits: [TimeInterval] = [0.1, 0.5, 1, 3, 10, 60, 300]

  /// For each of ``limits``, and one beyond.
  private(set) var counts = [Int](repeating: 0, count: limits.count + 1)
  private(set) var sum: TimeInterval = 0

  /// What a clock that was set makes negative took no time.
  mutating func note(_ seconds: TimeInterval) {
    let seconds = max(0, seconds)
    counts[Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count] += 1
    sum += seconds
  }
}
