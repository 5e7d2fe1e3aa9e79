public import Foundation

/// What the signs of a person's things have to come to.
public struct EvidenceRule: Equatable, Codable, Sendable {
  public enum Match: String, CaseIterable, Equatable, Codable, Sendable {
    /// A sign of one thing is enough.
    case any
    /// Every thing that counts has to give a sign, on the same day.
    case all
  }

  public var match: Match
  /// By whose clocks days and times of day are meant.
  public var zone: Zone

  public init(match: Match, zone: Zone) {
    self.match = match
    self.zone = zone
  }

  public static let standard = EvidenceRule(match: .any, zone: .utc)
}

/// Whether what was heard since the last check-in amounts to a check-in.
public enum EvidenceRules {
  /// Whether a sign at `instant` came before the time of day the thing is held to.
  ///
  /// Where the clocks skip that time, it comes at the first instant after the gap; where they show it
  /// twice, at the first, as everywhere else: see ``Zone/instant(of:on:)``.
  public static func meets(_ before: TimeOfDay?, at instant: Date, in zone: Zone) -> Bool {
    guard let before else { return true }
    return instant < zone.instant(of: before, on: zone.date(at: instant))
  }

  /// Signs count on the day they were given, and only after the last check-in: what was evidence once
  /// is none again. The person's own link has no part in it: see ``HearingRules``.
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
