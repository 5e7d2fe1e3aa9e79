public import Foundation

/// How far a message has come on its way to a person's attention.
///
/// The rows of all channels of a recipient are promised at once. The first is due at once; each
/// further one after the time the rung before may take, so that it takes over by itself when nothing
/// is heard. What is heard moves it later, or makes it needless; what fails makes it due at once.
public enum Rung: Int, Sendable, CaseIterable, Comparable, Codable {
  case queued = 0
  /// The provider has taken it; it may still not arrive.
  case accepted = 1
  /// A device has shown it.
  case shown = 2
  /// The person has opened it.
  case opened = 3

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// Seconds until the next rung must be reached, or the next channel is tried.
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

  /// Whether the carrier's word is enough. A text message lies in the phone by then; a push message may
  /// wait for a phone that is switched off, and says itself when it was shown.
  /// What is to come by every channel is not done with the first.
  public var isDoneWhenAccepted: Bool {
    !priority.climbs && !kind.isPush && !SecurityNotice.isOne(dedupeKey)
  }

  /// Given up because it was needless by then, not because it failed.
  public var isWithdrawn: Bool { state == .dead && lastError == Self.withdrawn }
  /// The `lastError` of a row that is needless.
  public static let withdrawn = "withdrawn"
  /// The `lastError` of a row whose time was over before it was tried.
  public static let tooLate = "too late"  // no words
  /// The `lastError` of a row whose kind no courier carries any more.
  public static let noCourier = "no courier of this kind"  // no words
}

extension Delivery.Priority {
  /// Whether a channel that has taken the message is not enough: until somebody has seen it the next
  /// channel is tried, however much it repeats.
  public var climbs: Bool { self == .alert || self == .missedCheckIn }
}
