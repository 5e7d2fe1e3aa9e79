import Foundation
import LifeSignalModel

/// Messages that a loop has claimed and not marked yet; and how the others make way for one that may end
/// the process, so that it is to blame alone if it does.
///
/// The others have their turn for a second, then they make way: at first nothing is claimed, then nothing
/// but alerts, until the process has done what it had begun or five seconds are over. Then the message
/// goes. While it is under way nothing is claimed at first, and then nothing but alerts. So it costs
/// another alert a second at most, and everything else some ten.
struct InHand: Sendable {
  /// What may be claimed.
  enum Way: Equatable {
    case all
    /// Alerts, but none that may end the process.
    case alerts
    /// One message that may end the process.
    case suspect
    case wait(until: Date)
  }

  /// Seconds of others' turn.
  static let turn: TimeInterval = 1
  /// Seconds in which nothing at all is claimed: before such a message until what is under way is done, and
  /// again beside it.
  static let still: TimeInterval = 0.5
  /// Seconds for which others make way, and after which a message that is under way counts no more: it
  /// would have ended the process when it was rendered or sent.
  static let patience: TimeInterval = 5
  /// Seconds after which those in a line no longer wait for each other: on a carrier that hangs each takes
  /// all of its time.
  static let longestLine: TimeInterval = 60
  /// Seconds between two searches for such messages while there is none.
  static let searchPause: TimeInterval = 1

  private enum Phase {
    case others(since: Date)
    case way(since: Date, isUsed: Bool)
  }

  /// When each was claimed.
  private var claimed: [Delivery.ID: Date] = [:]
  /// The message that went last because it may end the process, while it is under way.
  private var suspect: Delivery.ID?
  /// Nil while no such message is due.
  private var phase: Phase?
  private var lineSince: Date?
  private var lookedAt: Date?

  var ids: Set<Delivery.ID> { Set(claimed.keys) }

  mutating func take(_ ids: [Delivery.ID], as way: Way, at now: Date) {
    for id in ids { claimed[id] = now }
    guard way == .suspect else { return }
    suspect = ids.first
    if case .way(let since, _) = phase { phase = .way(since: since, isUsed: true) }
  }

  mutating func put(_ id: Delivery.ID) {
    claimed[id] = nil
    if suspect == id { suspect = nil }
  }

  /// Whether to look for messages that may end the process.
  func mustLook(at now: Date) -> Bool {
    guard lineSince == nil else { return false }
    return lookedAt.map { age($0, now) >= Self.searchPause } ?? true
  }

  mutating func looked(found: Bool, at now: Date) {
    lookedAt = now
    lineSince = found ? lineSince ?? now : nil
    if !found { phase = nil }
  }

  mutating func way(at now: Date) -> Way {
    let isLong = lineSince.map { age($0, now) >= Self.longestLine } ?? false
    let patience = isLong ? Self.still : Self.patience
    if let suspect, let since = claimed[suspect], age(since, now) < patience {
      return age(since, now) < Self.still ? .wait(until: since + Self.still) : .alerts
    }
    guard lineSince != nil else { return .all }
    switch phase {
    case nil:
      phase = .others(since: now)
      return .all
    case .others(let since):
      if age(since, now) < Self.turn { return .all }
      phase = .way(since: now, isUsed: false)
      return waiting(since: now, at: now, patience)
    case .way(let since, let isUsed):
      if isUsed, age(since, now) >= Self.still {
        phase = .others(since: now)
        return .all
      }
      return waiting(since: since, at: now, patience)
    }
  }

  /// Nothing else is ready. True when a message that may end the process is next.
  mutating func othersAreDone(at now: Date) -> Bool {
    guard case .others = phase else { return false }
    phase = .way(since: now, isUsed: false)
    return true
  }

  private func waiting(since: Date, at now: Date, _ patience: TimeInterval) -> Way {
    let isQuiet = !claimed.values.contains { age($0, now) < patience }
    if isQuiet || age(since, now) >= patience { return .suspect }
    return age(since, now) < Self.still ? .wait(until: since + Self.still) : .alerts
  }

  /// Seconds, also when the clock has been set back in between.
  private func age(_ since: Date, _ now: Date) -> TimeInterval {
    abs(now.timeIntervalSince(since))
  }
}
