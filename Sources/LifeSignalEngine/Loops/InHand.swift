import Foundation
import LifeSignalModel

/// The messages that the dispatch loop has claimed and not finished, and what it may claim next.
///
/// A message that was being sent when the process ended may be the cause: it is a suspect. The loop
/// sends suspects one at a time and, as far as it can, alone, so that it knows which message to
/// blame if the process ends again. This is how:
///
/// 1. For a second (`turn`) it claims everything except suspects.
/// 2. It makes room (`way`): half a second without a claim, then alerts only, until every claimed
///    message is finished or five seconds have passed.
/// 3. It sends the suspect. Beside it, again half a second without a claim, then alerts only.
///
/// An alert waits a second longer because of this, at most, and any other message some ten seconds.
struct InHand: Sendable {
  /// What the loop may claim now.
  enum Way: Equatable {
    case all
    /// Alerts, except suspects.
    case alerts
    /// One suspect, and nothing beside it.
    case suspect
    case wait(until: Date)
  }

  /// Seconds in which everything except suspects may be claimed.
  static let turn: TimeInterval = 1
  /// Seconds in which nothing is claimed: before a suspect, unless all claimed messages are
  /// finished earlier, and again while it is sent.
  static let still: TimeInterval = 0.5
  /// Seconds for which room is made, and after which a claimed message no longer counts as being
  /// sent: it would have ended the process by then.
  static let patience: TimeInterval = 5
  /// Once suspects have waited for this many seconds, `still` replaces `patience`: a carrier that
  /// hangs would take the full time for each of them.
  static let longestLine: TimeInterval = 60
  /// Seconds between two searches for suspects while there is none.
  static let searchPause: TimeInterval = 1

  private enum Phase {
    case others(since: Date)
    case way(since: Date, isUsed: Bool)
  }

  /// When each message was claimed.
  private var claimed: [Delivery.ID: Date] = [:]
  /// The suspect that is being sent.
  private var suspect: Delivery.ID?
  /// Nil while no suspect is due.
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

  /// Whether to search for suspects.
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

  /// Called when nothing else is ready. True when a suspect is next.
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

  /// Seconds between the two, also if the clock was set back in between.
  private func age(_ since: Date, _ now: Date) -> TimeInterval {
    abs(now.timeIntervalSince(since))
  }
}
