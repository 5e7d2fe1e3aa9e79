import Foundation
import LifeSignalAPI
import LifeSignalModel
import Synchronization

/// What was answered under an idempotency key, so that a request that is sent again is not done
/// again: an alert that was ended meanwhile must not be raised by its own echo.
///
/// In memory, for a day, the newest ones: what must outlive a restart, check-ins, the ledger
/// remembers too.
final class RememberedAnswers: Sendable {
  struct Name: Hashable, Sendable {
    var route: APIRouteDescription
    /// ``RepeatKey/name``: nobody else's.
    var key: Data
  }

  private struct State {
    var answers: [Name: (answer: APIAnswer, content: Data, at: ContinuousClock.Instant)] = [:]
    /// In the order they were kept; each slot is used in turn.
    var names: [Name] = []
    var next = 0
  }

  private static let life = Duration.seconds(24 * 3_600)
  private let capacity: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  init(capacity: Int = 10_000, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.capacity = capacity
    self.now = now
  }

  /// - Parameter content: SHA-256 of what was sent.
  /// - Returns: nil where something else was sent under the same key: a sign of life is not refused for
  ///   that, and what is stored knows it by its key.
  func find(_ name: Name, content: Data) -> APIAnswer? {
    let now = now()
    let known = state.withLock { $0.answers[name] }
    guard let known, now - known.at < Self.life else { return nil }
    return known.content == content ? known.answer : nil
  }

  func keep(_ answer: APIAnswer, content: Data, as name: Name) {
    let now = now()
    state.withLock { state in
      guard state.answers.updateValue((answer, content, now), forKey: name) == nil else { return }
      if state.names.count < capacity {
        state.names.append(name)
      } else {
        state.answers[state.names[state.next]] = nil
        state.names[state.next] = name
        state.next = (state.next + 1) % capacity
      }
    }
  }
}
