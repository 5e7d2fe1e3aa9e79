import Foundation
import LifeSignalAPI
import LifeSignalModel
import Synchronization

/// The answers under an idempotency key, so that a repeated request is not carried out again: an
/// alert that was ended in the meantime must not be raised by its own echo.
///
/// In memory, for ten minutes, the newest ones: a button that sends the same key at every press must not be
/// answered as if an alert that has ended were on. Check-ins must survive a restart: the ledger remembers them
/// too.
final class RememberedAnswers: Sendable {
  struct Name: Hashable, Sendable {
    var route: APIRouteDescription
    /// ``RepeatKey/name``: distinct for every caller.
    var key: Data
  }

  private struct State {
    var answers: [Name: (answer: APIAnswer, content: Data, at: ContinuousClock.Instant)] = [:]
    /// In the order they were kept; each slot is used in turn.
    var names: [Name] = []
    var next = 0
  }

  private static let life = Duration.seconds(600)
  private let capacity: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  init(capacity: Int = 10_000, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.capacity = capacity
    self.now = now
  }

  /// - Parameter content: SHA-256 of the request's content.
  /// - Returns: nil if other content was sent under the same key: a check-in is not refused for
  ///   that, and storage recognizes it by its key.
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
