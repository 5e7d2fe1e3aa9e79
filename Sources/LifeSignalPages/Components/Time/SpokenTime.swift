import Foundation
import LifeSignalModel

/// An instant as a screen reader announces it, where the browser cannot put its own time.
enum SpokenTime {
  /// `Sun 09:30`; in UTC, and named so, where the zone is not known.
  static func weekday(_ date: Date, in zone: Zone?) -> String {
    guard let zone else { return UniversalTime.weekday(date) }
    let reading = zone.reading(at: date)
    return "\(UniversalTime.weekday(ofDay: reading.date.dayNumber)) \(reading.time)"
  }
}
