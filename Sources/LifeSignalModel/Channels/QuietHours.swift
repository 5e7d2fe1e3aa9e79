public import Foundation

/// The part of every day in which a person does not want to be disturbed, by the clocks of a zone.
public struct QuietHours: Hashable, Codable, Sendable {
  public var from: TimeOfDay
  /// The first minute that is not quiet any more; before ``from`` where midnight lies between.
  public var until: TimeOfDay
  public var zone: Zone

  /// Minutes at most: what waits must still come on the same day.
  public static let longest = 16 * 60

  public init(from: TimeOfDay, until: TimeOfDay, zone: Zone) {
    self.from = from
    self.until = until
    self.zone = zone
  }

  /// Minutes on a day without a change of the clocks.
  public var minutes: Int { (until.minutes - from.minutes + 1_440) % 1_440 }

  public var isValid: Bool { (1...Self.longest).contains(minutes) }

  /// When the quiet hours end that are on at `instant`; nil when none are.
  ///
  /// Where the clocks skip the end, it is the first instant after the gap; where they show it twice,
  /// the first time.
  public func end(at instant: Date) -> Date? {
    let today = zone.date(at: instant)
    // Begun yesterday where midnight lies between, or today.
    for day in [today.advanced(by: -1), today] {
      let start = zone.instant(of: from, on: day)
      let end = zone.instant(of: until, on: until > from ? day : day.advanced(by: 1))
      if start <= instant, instant < end { return end }
    }
    return nil
  }
}
