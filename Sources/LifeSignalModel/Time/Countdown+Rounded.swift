public import Foundation

extension Countdown {
  /// A length for a sentence, rounded to a useful precision: "45 minutes", "5 hours", "3 days".
  public static func rounded(_ seconds: TimeInterval) -> Phrase {
    let (day, hour, minute) = (86_400.0, 3_600.0, 60.0)
    // Fourteen days less a moment are fourteen days.
    if seconds >= 2 * day - hour / 2 { return interval((seconds / day).rounded() * day) }
    if seconds >= 2 * hour - minute / 2 { return interval((seconds / hour).rounded() * hour) }
    return interval(max(1, (seconds / minute).rounded()) * minute)
  }
}
