import Foundation
import LifeSignalModel
import Synchronization

/// What has been asked of browsers and not been answered yet; each is good once.
///
/// In memory: a restart costs whoever is in the midst of a ceremony another tap.
final class PasskeyChallenges: Sendable {
  enum Purpose: Equatable, Sendable {
    case registration(SessionID)
    case signIn
    case proof(SessionID)
  }

  private struct Asked {
    var purpose: Purpose
    var until: Date
  }

  private struct State {
    var asked: [Data: Asked] = [:]
    /// In the order they were given out.
    var order: [Data] = []
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameter capacity: the most that are remembered; the oldest give way.
  init(capacity: Int = 10_000) {
    self.capacity = capacity
  }

  func remember(_ challenge: Data, for purpose: Purpose, at now: Date) {
    state.withLock { state in
      if state.order.count >= capacity {
        // Answered ones too: half at a time, so that it is seldom.
        let gone = state.order.prefix(capacity / 2)
        for old in gone { state.asked[old] = nil }
        state.order.removeFirst(gone.count)
      }
      state.order.append(challenge)
      state.asked[challenge] = Asked(purpose: purpose, until: now + PasskeyRules.patience)
    }
  }

  /// Whether it was given out for this and has not been answered; it is not good a second time.
  func take(_ challenge: Data, for purpose: Purpose, at now: Date) -> Bool {
    let asked = state.withLock { $0.asked.removeValue(forKey: challenge) }
    guard let asked else { return false }
    return asked.purpose == purpose && now < asked.until
  }
}
