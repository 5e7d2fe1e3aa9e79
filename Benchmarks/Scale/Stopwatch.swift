import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// Who is to be told of an alarm and since when, and how long it took until a carrier had it.
final class Stopwatch: Sendable {
  private struct State {
    var due: [String: Date] = [:]
    var lateness: [Double] = []
    var others = 0
  }

  private let clock: any ServerClock
  private let state = Mutex(State())

  init(clock: any ServerClock) {
    self.clock = clock
  }

  /// From `due` on a message about an alarm is owed to this address.
  func expect(_ address: String, since due: Date) {
    state.withLock { $0.due[address] = due }
  }

  /// A carrier has this message. Only the first one about an alarm to each address counts.
  func take(_ message: CourierMessage) {
    let now = clock.now
    state.withLock { state in
      if message.priority.climbs, let due = state.due.removeValue(forKey: message.address) {
        state.lateness.append(now.timeIntervalSince(due))
      } else {
        state.others += 1
      }
    }
  }

  /// Waits until everybody has been told.
  /// - Returns: Seconds from each deadline to the carrier, ascending.
  /// - Throws: ``BenchmarkFailure`` when somebody has not been told in time.
  func finish(by end: Date) async throws -> [Double] {
    while true {
      let (missing, lateness) = state.withLock { ($0.due.count, $0.lateness) }
      if missing == 0 { return lateness.sorted() }
      guard clock.now < end else {
        throw BenchmarkFailure("\(missing) alarms never reached the carrier")
      }
      try await clock.sleep(until: clock.now + 0.02)
    }
  }
}
