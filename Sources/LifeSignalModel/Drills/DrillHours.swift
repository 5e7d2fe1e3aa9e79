import Foundation

/// Chooses the time of a person's drill: once a week, while they are awake, spread so that not all
/// people have theirs together.
enum DrillHours {
  /// Minutes of the day: from ten until six.
  static let from = 10 * 60
  static let until = 18 * 60

  static func isOpen(at now: Date, in zone: Zone) -> Bool {
    (from..<until).contains(zone.reading(at: now).time.minutes)
  }

  /// The first time after `instant` on the person's own weekday and minute.
  static func slot(of person: Person.ID, after instant: Date, in zone: Zone) -> Date {
    let hash = hash(of: person)
    let today = zone.date(at: instant)
    let days = (Int(clamping: hash % 7) - today.dayNumber % 7 + 7) % 7
    // Within a day of the right weekday: today's time may have passed.
    let first = at(minute(hash), on: today.advanced(by: days), in: zone)
    return first > instant ? first : at(minute(hash), on: today.advanced(by: days + 7), in: zone)
  }

  /// The person's own minute on the next day on which it has not passed.
  static func nextDay(of person: Person.ID, after instant: Date, in zone: Zone) -> Date {
    let minute = minute(hash(of: person))
    let today = zone.date(at: instant)
    let first = at(minute, on: today, in: zone)
    return first > instant ? first : at(minute, on: today.advanced(by: 1), in: zone)
  }

  private static func at(_ minute: Int, on day: LocalDate, in zone: Zone) -> Date {
    // Between `from` and `until`, so it is a minute of a day.
    zone.instant(of: TimeOfDay(minutes: minute)!, on: day).storable
  }

  private static func minute(_ hash: UInt64) -> Int {
    // Not in the last half hour: a drill that starts a little late must not be postponed every day.
    from + Int(clamping: (hash / 7) % UInt64(clamping: until - 30 - from))
  }

  /// The same in every process and on every machine: FNV-1a over the text, then mixed, since the
  /// text's last characters hardly change the high bits.
  private static func hash(of person: Person.ID) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in person.rawValue.utf8 {
      hash = (hash ^ UInt64(clamping: byte)) &* 0x0000_0100_0000_01B3
    }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}
