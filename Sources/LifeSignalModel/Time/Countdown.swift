public import Foundation

/// Texts for the time that is left. Pure: the caller passes `now`.
public enum Countdown {
  /// The two highest units, "2d 5h", "5h 23m", "12m 30s", "45s"; "Overdue" once it passed.
  public static func text(until deadline: Date, now: Date) -> Phrase {
    text(remaining: deadline.timeIntervalSince(now))
  }

  /// The same for a number of seconds, rounded down.
  public static func text(remaining: TimeInterval) -> Phrase {
    guard remaining >= 0 else { return "Overdue" }
    let (days, hours, minutes, seconds) = units(remaining)
    if days > 0 { return "\(days)d \(hours)h" }  // words
    if hours > 0 { return "\(hours)h \(minutes)m" }  // words
    if minutes > 0 { return "\(minutes)m \(seconds)s" }  // words
    return "\(seconds)s"  // words
  }

  /// The time left on a contact's card: "5h 23m" or "23m", "Not responsive" once it passed,
  /// "No check-in" without a deadline.
  public static func card(until deadline: Date?, now: Date) -> Phrase {
    guard let deadline else { return "No check-in" }
    let remaining = deadline.timeIntervalSince(now)
    guard remaining >= 0 else { return "Not responsive" }
    let (days, hours, minutes, _) = units(remaining)
    let allHours = days * 24 + hours
    return allHours > 0 ? "\(allHours)h \(minutes)m" : "\(minutes)m"  // words
  }

  /// A chosen length: "1 day", "3 days", "1 hour", "32 hours"; minutes where hours do not fit.
  public static func interval(_ seconds: TimeInterval) -> Phrase {
    let total = Int(clamping: seconds)
    let (days, hours, minutes) = (total / 86_400, total / 3_600, total / 60)
    if total > 0, total.isMultiple(of: 86_400) {
      return .counting(days, one: "\(days) day", other: "\(days) days")
    }
    if total > 0, total.isMultiple(of: 3_600) {
      return .counting(hours, one: "\(hours) hour", other: "\(hours) hours")
    }
    if total.isMultiple(of: 60) {
      return .counting(minutes, one: "\(minutes) minute", other: "\(minutes) minutes")
    }
    return .counting(total, one: "\(total) second", other: "\(total) seconds")
  }

  private static func units(_ seconds: TimeInterval) -> (Int, Int, Int, Int) {
    let total = Int(clamping: seconds)
    return (total / 86_400, total / 3_600 % 24, total / 60 % 60, total % 60)
  }
}
