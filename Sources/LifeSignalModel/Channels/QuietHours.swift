public import Foundation

/// The part of every day in which a person does not want to be disturbed, by the clocks of a zone.
public struct QuietHours: Hashable, Codable, Sendable {
  public var from: TimeOfDay
  /// The first minute that is not quiet any more; before ``from`` where midnight lies between.
  public var until: TimeOfDay
  public var zone: Zone

  /// The maximum in minutes: a delayed message must still arrive on the same day.
  public static let longest = 16 * 60

  public init(from: TimeOfDay, until: TimeOfDay, zone: Zone) {
    self.from = from
    self.until = until
    self.zone = zone
  }

  /// Minutes on a day without a change of the clocks.
  public var minutes: Int { (until.minutes - from.minutes + 1_440) % 1_440 }

  public var isValid: Bool { (1...Self.longest).contains(minutes) }

  /// When the current quiet hours end, if any are on at `instant`.
  ///
  /// Where the clocks skip the end, it is the first instant after the skipped hour; where they show
  /// it twice, the first time.
  public func end(at instant: Date) -> Date? {
    let today = zone.date(at: instant)
    // They began yesterday if midnight lies between, or today.
    for day in [today.advanced(by: -1), today] {
      let start = zone.instant(of: from, on: day)
      let end = zone.instant(of: until, on: until > from ? day : day.advanced(by: 1))
      if start <= instant, instant < end { return end }
    }
    return nil
  }
}
