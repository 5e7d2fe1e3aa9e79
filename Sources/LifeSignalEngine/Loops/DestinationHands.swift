import Foundation
import LifeSignalModel
import Synchronization

/// Limits the messages that couriers send at the same time to one host and to one recipient, on channels
/// whose host people choose themselves: a slow server of one person must not delay others' alerts. Push
/// services of browsers have neither limit: their host is no user's, and one's own dead webhooks must not
/// hold up one's own push messages.
final class DestinationHands: Sendable {
  static let perHost = 8
  static let perPerson = 4
  /// After this many timeouts in a row a host gets one message at a time until it answers.
  static let mostTimeouts = 3
  /// Seconds after which a failure counts as a host that does not answer.
  static let patience: TimeInterval = 5

  fileprivate struct Host {
    var hands = 0
    var timeouts = 0
  }

  fileprivate struct State {
    var hosts: [String: Host] = [:]
    var people: [Person.ID: Int] = [:]
  }

  private let state = Mutex(State())

  /// Takes a hand for a message; false when its host or its recipient has no more.
  func take(_ delivery: Delivery) -> Bool {
    guard let host = delivery.chosenHost else { return true }
    return state.withLock { state in
      let known = state.hosts[host, default: Host()]
      let most = known.timeouts >= Self.mostTimeouts ? 1 : Self.perHost
      guard known.hands < most, state.people[delivery.person, default: 0] < Self.perPerson
      else { return false }
      state.hosts[host, default: Host()].hands += 1
      state.people[delivery.person, default: 0] += 1
      return true
    }
  }

  /// Sends a message that a hand was taken for, and gives the hand back.
  func send(
    _ delivery: Delivery, on clock: any ServerClock, _ work: () async throws -> Void
  ) async throws {
    let begun = clock.now
    do {
      try await work()
    } catch {
      let tookLong = clock.now.timeIntervalSince(begun) >= Self.patience
      giveBack(delivery, hasAnswered: !tookLong)
      throw error
    }
    giveBack(delivery, hasAnswered: true)
  }

  /// - Parameter hasAnswered: whether the host answered in time; nil when nothing was sent.
  func giveBack(_ delivery: Delivery, hasAnswered: Bool?) {
    guard let host = delivery.chosenHost else { return }
    state.withLock { state in
      var known = state.hosts[host, default: Host()]
      known.hands -= 1
      if let hasAnswered { known.timeouts = hasAnswered ? 0 : known.timeouts + 1 }
      state.hosts[host] = known.hands == 0 && known.timeouts == 0 ? nil : known
      let left = state.people[delivery.person, default: 1] - 1
      state.people[delivery.person] = left > 0 ? left : nil
      state.forgetSomeHosts()
    }
  }
}

extension DestinationHands.State {
  /// Forgets hosts that once did not answer and have no message now, so that they fit in little
  /// memory.
  fileprivate mutating func forgetSomeHosts() {
    guard hosts.count > 10_000 else { return }
    hosts = hosts.filter { $0.value.hands > 0 }
  }
}

extension Delivery {
  /// The host of an address that its owner could choose freely; nil where the operator or the maker of a
  /// browser chooses.
  fileprivate var chosenHost: String? {
    let text: String?
    switch kind {
    case .webhook, .ntfy: text = address
    case .webPush: text = PushSubscription(address: address)?.endpoint
    default: text = nil
    }
    let host = text.flatMap { URLComponents(string: $0)?.host?.lowercased() }
    return host.flatMap { PushServices.include($0) ? nil : $0 }
  }
}
