package import Foundation
import LifeSignalModel

/// An instant in words, in UTC: the page's text until the browser replaces it by local time.
///
/// Computed without a calendar, as pages are written thousands of times a second. The civil date
/// follows the usual count of days in 400-year eras starting on the first of March.
package enum UniversalTime {
  /// `09:30 UTC`
  static func time(_ date: Date) -> String {
    let seconds = Int(clamping: date.timeIntervalSince1970.rounded(.down))
    let minutes = ((seconds % 86_400) + 86_400) % 86_400 / 60
    return "\(two(minutes / 60)):\(two(minutes % 60)) UTC"
  }

  /// `Sun 09:30 UTC`
  package static func weekday(_ date: Date) -> String {
    "\(weekday(ofDay: days(date))) \(time(date))"
  }

  /// `Sun`, for a day counted from 1970.
  static func weekday(ofDay day: Int) -> String {
    let names: [Phrase] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    return names[((day % 7) + 7) % 7].said
  }

  /// `22 Nov`
  static func day(_ date: Date) -> String {
    let names: [Phrase] = [
      "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
    ]
    let shifted = days(date) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return "\(dayOfYear - (153 * month + 2) / 5 + 1) \(names[month].said)"
  }

  /// `22 Nov, 09:30 UTC`
  package static func full(_ date: Date) -> String { "\(day(date)), \(time(date))" }

  /// Whole days since 1970 in UTC.
  static func days(_ date: Date) -> Int {
    Int(clamping: (date.timeIntervalSince1970 / 86_400).rounded(.down))
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
