import Foundation

/// The header in which a carrier sends when to try again (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The most seconds: a carrier must not be able to silence a message for good.
  static let most: TimeInterval = 3_600

  /// A number of seconds or a date; nil for anything else and for a time that has passed.
  static func read(_ text: String?, now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    let seconds: TimeInterval
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      seconds = TimeInterval(text) ?? most
    } else if let date = try? Date(text, strategy: format) {
      seconds = date.timeIntervalSince(now)
    } else {
      return nil
    }
    return seconds > 0 ? .seconds(min(seconds, most)) : nil
  }

  private static let format = Date.ParseStrategy(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) GMT
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian), isLenient: false)
}
