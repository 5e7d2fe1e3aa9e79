package import Foundation
import LifeSignalModel

/// Instants on the wire: RFC 3339 in UTC with milliseconds, "2026-01-05T08:00:00.000Z".
///
/// Milliseconds because storage keeps them: a value and its copy that travelled are equal. Written
/// by hand, in whole numbers: a formatter of dates rounds, and costs a thousand times as much.
package enum Timestamp {
  package static func text(_ date: Date) -> String {
    let total = date.milliseconds
    let (days, inDay) = total.quotientAndRemainder(flooringBy: 86_400_000)
    let (year, month, day) = civil(days)
    let (seconds, milliseconds) = (inDay / 1_000, inDay % 1_000)
    return pad(year, 4) + "-" + pad(month, 2) + "-" + pad(day, 2) + "T"
      + pad(seconds / 3_600, 2) + ":" + pad(seconds / 60 % 60, 2) + ":" + pad(seconds % 60, 2)
      + "." + pad(milliseconds, 3) + "Z"
  }

  /// Reads any RFC 3339 instant, with or without a fraction, in any offset; anything finer than a
  /// millisecond is cut off.
  package static func date(_ text: String) -> Date? {
    var rest = Substring(text).utf8[...]
    func number(_ digits: Int) -> Int64? {
      guard rest.count >= digits else { return nil }
      var value: Int64 = 0
      for byte in rest.prefix(digits) {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int64(clamping: byte - UInt8(ascii: "0"))
      }
      rest = rest.dropFirst(digits)
      return value
    }
    func sign(_ allowed: String) -> Character? {
      guard let first = rest.first, allowed.utf8.contains(first) else { return nil }
      rest = rest.dropFirst()
      return Character(Unicode.Scalar(first))
    }

    guard let year = number(4), sign("-") != nil, let month = number(2), sign("-") != nil,
      let day = number(2), sign("Tt ") != nil, let hour = number(2), sign(":") != nil,
      let minute = number(2), sign(":") != nil, let second = number(2),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var milliseconds: Int64 = 0
    if sign(".") != nil {
      var weight: Int64 = 100
      guard number(0) != nil, let first = number(1) else { return nil }
      milliseconds = first * weight
      while let digit = number(1) {
        weight /= 10
        milliseconds += digit * weight
      }
    }
    guard let zone = sign("Zz+-") else { return nil }
    var offset: Int64 = 0
    if zone == "+" || zone == "-" {
      guard let hours = number(2), sign(":") != nil, let minutes = number(2), hours < 24,
        minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (zone == "-" ? -1 : 1)
    }
    guard rest.isEmpty else { return nil }
    let days = days(year, month, day)
    guard civil(days) == (year, month, day) else { return nil }
    let seconds = days * 86_400 + (hour * 60 + minute - offset) * 60 + second
    // An offset may lead out of the years that can be stored.
    guard (1...9_999).contains(civil(seconds.quotientAndRemainder(flooringBy: 86_400).0).year)
    else { return nil }
    return Date(milliseconds: seconds * 1_000 + milliseconds)
  }

  // The proleptic Gregorian calendar in eras of 400 years that begin with March (H. Hinnant,
  // "chrono-compatible low-level date algorithms").

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, inEra) = shifted.quotientAndRemainder(flooringBy: 400)
    let inYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, inEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
    let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let shifted = (5 * inYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      year + era * 400 + (month <= 2 ? 1 : 0), month, inYear - (153 * shifted + 2) / 5 + 1
    )
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

extension Int64 {
  fileprivate func quotientAndRemainder(flooringBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
