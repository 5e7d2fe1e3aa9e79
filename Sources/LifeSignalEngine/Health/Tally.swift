import Foundation
import LifeSignalModel
import Synchronization

/// What became of the messages of this process, for the operator's figures.
final class Tally: Sendable {
  enum Event: String, CaseIterable {
    case sent, failed, dead, postponed, bundled
  }

  struct Counts: Sendable {
    var events: [Event: [ChannelKind: Int]] = [:]
    /// Alarms handed over, by how late: a count for each of ``Tally/buckets`` and one beyond.
    var lateness = [Int](repeating: 0, count: Tally.buckets.count + 1)
    var latenessSum: TimeInterval = 0
  }

  /// Seconds.
  static let buckets: [TimeInterval] = [0.1, 0.5, 1, 3, 10, 60, 300]

  private let counts = Mutex(Counts())

  var all: Counts { counts.withLock { $0 } }

  func note(_ event: Event, of kinds: [ChannelKind]) {
    counts.withLock { counts in
      for kind in kinds { counts.events[event, default: [:]][kind, default: 0] += 1 }
    }
  }

  /// - Parameter seconds: from the promise to the carrier's taking it.
  func noteAlarm(lateness seconds: TimeInterval) {
    let bucket = Self.buckets.firstIndex { seconds <= $0 } ?? Self.buckets.count
    counts.withLock { counts in
      counts.lateness[bucket] += 1
      counts.latenessSum += max(0, seconds)
    }
  }
}
