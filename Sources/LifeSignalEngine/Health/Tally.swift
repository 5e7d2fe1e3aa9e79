import Foundation
import LifeSignalModel
import Synchronization

/// The results of this process's messages, for the operator's figures.
final class Tally: Sendable {
  enum Event: String, CaseIterable {
    case sent, failed, dead, postponed, bundled
  }

  /// The stages between a promise and the person it is for, of which the time is measured.
  enum Stage: String, CaseIterable {
    /// From a step's due time to the storing of its rows.
    case stored
    /// From an alert's due time in the outbox to its first hand-over to a courier.
    case attempted
    /// From the carrier's acceptance of an alert to a device's showing it.
    case shown
  }

  struct Counts: Sendable {
    var events: [Event: [ChannelKind: Int]] = [:]
    /// Alerts handed over, by their delay.
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

  /// - Parameter seconds: from the promise to the carrier's acceptance.
  func noteAlarm(lateness seconds: TimeInterval) {
    counts.withLock { $0.lateness.note(seconds) }
  }

  func note(_ stage: Stage, _ seconds: TimeInterval) {
    counts.withLock { $0.dwell[stage, default: Histogram()].note(seconds) }
  }
}
