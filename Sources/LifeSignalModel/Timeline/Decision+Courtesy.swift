import Foundation

extension Decision {
  /// The server was down, which is never counted against a person: from when to when, and until
  /// when the alert waits.
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
