import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// People who check in at a steady pace, however long the server takes.
///
/// A wait counts from the instant at which the person pressed the button, not from the one at which
/// somebody had time for them: a server that keeps everybody waiting must not look better by it.
final class CheckInCrowd: Sendable {
  private let engine: Engine
  private let waited = Mutex<[Double]>([])

  init(_ engine: Engine) {
    self.engine = engine
  }

  /// Milliseconds until each check-in was durable, ascending.
  var waits: [Double] { waited.withLock { $0 }.sorted() }

  /// Until the task is cancelled; then those under way are waited for.
  /// - Throws: what a check-in was refused with.
  func run(perSecond: Int) async throws {
    let start = ContinuousClock.now
    try await withThrowingDiscardingTaskGroup { group in
      var index = 0
      while !Task.isCancelled {
        let instant = start + .seconds(Double(index) / Double(perSecond))
        try? await Task.sleep(until: instant, clock: .continuous)
        if Task.isCancelled { break }
        let person = MillionPeople.person(MillionPeople.checksIn(index))
        group.addTask { [self] in
          try await engine.perform(CheckInNow(), by: .person(person))
          waited.withLock { $0.append((ContinuousClock.now - instant) / .milliseconds(1)) }
        }
        index += 1
      }
    }
  }
}
