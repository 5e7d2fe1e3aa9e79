public import Foundation

/// A time zone of the IANA database: how the clocks of a place run.
///
/// Everything here is a function of the identifier and the arguments alone.
public struct Zone: Hashable, Sendable {
  /// For example "Europe/Berlin".
  public let identifier: String

  public static let utc = Zone(known: "UTC")

  private init(known identifier: String) {
    self.identifier = identifier
  }

  /// Nil for an identifier that is not in the database of zones. Abbreviations such as "EST" and
  /// offsets such as "GMT+1" are not places in it, so they are refused too.
  public init?(_ identifier: String) {
    guard identifier.utf8.count <= 64,
      identifier.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      identifier == "UTC" || identifier.contains("/"), TimeZone(identifier: identifier) != nil
    else { return nil }
    self.identifier = identifier
  }

  /// The day and the time the clocks show.
  public func reading(at instant: Date) -> (date: LocalDate, time: TimeOfDay) {
    let second = Int(clamping: instant.timeIntervalSince1970.rounded(.down))
    let local = second + offset(at: second)
    let day = (local >= 0 ? local : local - 86_399) / 86_400
    // A remainder of a day is within its 1,440 minutes.
    return (LocalDate(dayNumber: day), TimeOfDay(minutes: (local - day * 86_400) / 60)!)
  }

  public func date(at instant: Date) -> LocalDate { reading(at: instant).date }

  /// When the clocks show `time` on `date`.
  ///
  /// Where they skip it, the first instant after the skipped hour; where they show it twice, the
  /// first time.
  public func instant(of time: TimeOfDay, on date: LocalDate) -> Date {
    let local = date.dayNumber * 86_400 + time.minutes * 60
    // No zone is a day away from UTC, and none changes its offset twice within two days.
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    // With the larger offset the instant is the earlier one.
    for candidate in [local - max(before, after), local - min(before, after)]
    where candidate + offset(at: candidate) == local {
      return Date(timeIntervalSince1970: TimeInterval(candidate))
    }
    return Date(
      timeIntervalSince1970: TimeInterval(
        firstSecond(of: after, after: local - after, upTo: local - before)))
  }

  /// The second at which `offset` begins to apply: not yet at `early`, already at `late`.
  private func firstSecond(of offset: Int, after early: Int, upTo late: Int) -> Int {
    var (early, late) = (early, late)
    while late - early > 1 {
      let middle = early + (late - early) / 2
      if self.offset(at: middle) == offset { late = middle } else { early = middle }
    }
    return late
  }

  /// Seconds the clocks are ahead of UTC.
  private func offset(at second: Int) -> Int {
    TimeZone(identifier: identifier)?.secondsFromGMT(
      for: Date(timeIntervalSince1970: TimeInterval(second))) ?? 0
  }
}

extension Zone: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let zone = Zone(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "IANA")
    }
    self = zone
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
