import Foundation
import LifeSignalModel
import Synchronization

/// Challenges that browsers have not answered yet; each can be used once.
///
/// Visitors share one store, and each member has their own, so that no crowd of strangers can push out a
/// member's challenge. In memory: after a restart, a person in the middle of a ceremony has to tap again.
final class PasskeyChallenges: Sendable {
  enum Purpose: Equatable, Sendable {
    case registration(SessionID)
    case signIn
    case proof(SessionID)
  }

  /// The most open challenges of one member on all devices; a new one replaces the oldest.
  static let perMember = 8

  private struct Asked {
    var challenge: Data
    var purpose: Purpose
    var until: Date
  }

  private struct State {
    var visitors: [Data: Asked] = [:]
    /// In the order they were given out.
    var order: [Data] = []
    var members: [Person.ID: [Asked]] = [:]
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameter capacity: the most visitors' challenges that are remembered; the oldest are
  ///   dropped. With as many members, those who have no open challenge are forgotten.
  init(capacity: Int = 10_000) {
    self.capacity = capacity
  }

  /// - Parameter person: the member who must answer; nil for a visitor.
  func remember(_ challenge: Data, for purpose: Purpose, of person: Person.ID?, at now: Date) {
    let asked = Asked(challenge: challenge, purpose: purpose, until: now + PasskeyRules.patience)
    state.withLock { state in
      if let person {
        if state.members.count >= capacity {
          state.members = state.members.filter { $0.value.contains { now < $0.until } }
        }
        let others = state.members[person, default: []].suffix(Self.perMember - 1)
        state.members[person] = others + [asked]
      } else {
        if state.order.count >= capacity {
          // Answered ones too: half together, so that this is rare.
          let gone = state.order.prefix(capacity / 2)
          for old in gone { state.visitors[old] = nil }
          state.order.removeFirst(gone.count)
        }
        state.order.append(challenge)
        state.visitors[challenge] = asked
      }
    }
  }

  /// Whether the challenge was given out for this purpose and is unanswered; it is valid only once.
  func take(
    _ challenge: Data, for purpose: Purpose, of person: Person.ID?, at now: Date
  ) -> Bool {
    let asked = state.withLock { state -> Asked? in
      guard let person else { return state.visitors.removeValue(forKey: challenge) }
      guard let place = state.members[person]?.firstIndex(where: { $0.challenge == challenge })
      else { return nil }
      return state.members[person]?.remove(at: place)
    }
    guard let asked else { return false }
    return asked.purpose == purpose && now < asked.until
  }
}
