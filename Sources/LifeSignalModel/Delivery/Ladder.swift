public import Foundation

/// How far a message has come on its way to a person's attention.
///
/// The rows of all channels of a recipient are promised together. The first is due immediately;
/// each further one after the time the channel before may take, so that it takes over automatically
/// when no receipt arrives. A receipt moves it later, or makes it needless; a failure makes it due
/// immediately.
public enum Rung: Int, Sendable, CaseIterable, Comparable, Codable {
  case queued = 0
  /// The provider has accepted it; it may still not arrive.
  case accepted = 1
  /// A device has shown it.
  case shown = 2
  /// The person has opened it.
  case opened = 3

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// Seconds until the next status must be reached, or the next channel is tried.
  public var limit: TimeInterval {
    switch self {
    case .queued, .accepted: 30
    case .shown: 120
    case .opened: 300
    }
  }
}

extension Delivery {
  public var rung: Rung {
    if openedAt != nil { return .opened }
    if shownAt != nil { return .shown }
    return acceptedAt == nil ? .queued : .accepted
  }

  /// Whether it is enough that the carrier has accepted the message. A text message is in the phone
  /// by then; a push message may wait for a phone that is switched off, and reports itself when it
  /// was shown. A message that must go by every channel is not done with the first.
  public var isDoneWhenAccepted: Bool {
    !priority.climbs && !kind.isPush && !SecurityNotice.isOne(dedupeKey)
  }

  /// Given up because it had become needless, not because it failed.
  public var isWithdrawn: Bool { state == .dead && lastError == Self.withdrawn }
  /// The `lastError` of a row that is needless.
  public static let withdrawn = "withdrawn"
  /// The `lastError` of a row whose time was over before it was tried.
  public static let tooLate = "too late"  // no words
  /// The `lastError` of a row whose kind no courier carries any more.
  public static let noCourier = "no courier of this kind"  // no words
}

extension Delivery.Priority {
  /// Whether acceptance by one channel is not enough: until a person has seen the message the next
  /// channel is tried, even if that repeats it.
  public var climbs: Bool { self == .alert || self == .missedCheckIn }
}
