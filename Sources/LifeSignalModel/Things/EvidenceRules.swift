public import Foundation

/// How many signals a person's devices must send.
public struct EvidenceRule: Equatable, Codable, Sendable {
  public enum Match: String, CaseIterable, Equatable, Codable, Sendable {
    /// A signal of one device is enough.
    case any
    /// Every device that counts must send a signal, on the same day.
    case all
  }

  public var match: Match
  /// The zone for days and times of day.
  public var zone: Zone

  public init(match: Match, zone: Zone) {
    self.match = match
    self.zone = zone
  }

  public static let standard = EvidenceRule(match: .any, zone: .utc)
}

/// Decides whether the signals since the last check-in amount to a check-in.
public enum EvidenceRules {
  /// Whether a signal at `instant` came before the device's required time of day.
  ///
  /// Where the clocks skip that time, it comes at the first instant after the gap; where they show it
  /// twice, at the first, as everywhere else: see ``Zone/instant(of:on:)``.
  public static func meets(_ before: TimeOfDay?, at instant: Date, in zone: Zone) -> Bool {
    guard let before else { return true }
    return instant < zone.instant(of: before, on: zone.date(at: instant))
  }

  /// Signals count on the day they arrived, and only after the last check-in: no signal is evidence
  /// twice. The person's own link has no part in it: see ``HearingRules``.
  ///
  /// - Parameters:
  ///   - things: all of the person's; those that are off or do not count are passed over.
  ///   - since: the last check-in; nil before the first.
  public static func amount(
    _ things: [Thing], since: Date?, at now: Date, _ rule: EvidenceRule
  ) -> Bool {
    let today = rule.zone.date(at: now)
    let witnesses = things.filter { $0.isOn && $0.counts && $0.kind != .link }
    func hasSpoken(_ thing: Thing) -> Bool {
      guard let at = thing.metAt, at <= now, since.map({ at > $0 }) ?? true else { return false }
      return rule.zone.date(at: at) == today
    }
    switch rule.match {
    case .any: return witnesses.contains(where: hasSpoken)
    case .all: return !witnesses.isEmpty && witnesses.allSatisfy(hasSpoken)
    }
  }
}
