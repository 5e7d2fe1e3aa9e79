import Foundation

extension Decision {
  /// The server was down, and nobody is blamed for that: from when to when, and until when the alarm
  /// waits.
  mutating func record(
    _ courtesy: Courtesy, of person: Person.ID, until end: Date, at moment: Moment
  ) {
    record(.courtesyGranted, of: person, at: moment) {
      $0.outageFrom = courtesy.outage?.start
      $0.outageUntil = courtesy.outage?.end
      $0.until = end
    }
  }
}
