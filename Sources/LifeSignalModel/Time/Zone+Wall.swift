public import Foundation

extension Zone {
  /// The instant at which the clocks show "2026-03-29T22:30", the format of a browser's field for
  /// day and time; nil for anything else. Skipped and repeated hours as in ``instant(of:on:)``.
  public func instant(wall text: String) -> Date? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = LocalDate(String(parts[0])),
      let time = TimeOfDay(String(parts[1]))
    else { return nil }
    return instant(of: time, on: date)
  }

  /// The time on the clocks, in the same form.
  public func wall(at instant: Date) -> String {
    let reading = reading(at: instant)
    return "\(reading.date)T\(reading.time)"
  }
}
