public import Foundation

/// Times of day by which a person promises to have checked in, on chosen days of the week, by the
/// clocks of their own zone.
public struct CheckInTimes: Hashable, Codable, Sendable {
  /// The maximum number of times a day, enough for any plan.
  public static let most = 12
  /// Seconds before a time from which a device's report counts for it and reminders of it are sent. A
  /// check-in by the person counts however early it is.
  public static let window: TimeInterval = 7_200

  /// Earliest first, each once.
  public var times: [TimeOfDay]
  /// Monday first, each once.
  public var days: [Weekday]
  public var zone: Zone

  public init(times: [TimeOfDay], days: [Weekday] = Weekday.allCases, zone: Zone) {
    self.times = times.sorted()
    self.days = Set(days).sorted()
    self.zone = zone
  }

  /// See ``CheckInPlan/longestWait``.
  var longestWait: TimeInterval {
    let week = days.flatMap { day in times.map { day.rawValue * 1_440 + $0.minutes } }.sorted()
    guard let first = week.first else { return 0 }
    let waits = zip(week, week.dropFirst() + [first + 7 * 1_440]).map { $1 - $0 }
    return TimeInterval(waits.max() ?? 0) * 60
  }

  /// The first of the times strictly after `instant`; nil without times or days.
  ///
  /// A time the clocks skip that night comes at the first instant after the skipped hour; one they
  /// show twice comes once, at the first.
  public func first(after instant: Date) -> Date? {
    let today = zone.date(at: instant)
    // From yesterday on: a skipped hour may have moved its last time over midnight.
    for day in -1...8 {
      let found = instants(on: today.advanced(by: day)).first { $0 > instant }
      if let found { return found }
    }
    return nil
  }

  /// The last of the times at or before `instant`; nil without times or days.
  public func last(notAfter instant: Date) -> Date? {
    let today = zone.date(at: instant)
    for day in -1...8 {
      let found = instants(on: today.advanced(by: -day)).last { $0 <= instant }
      if let found { return found }
    }
    return nil
  }

  /// The time after which a check-in made by hand at `instant` is due next.
  ///
  /// It always counts: for the time that is `outstanding` if that has passed already, and otherwise
  /// for the coming one, however early it is.
  public func deadline(checkedInAt instant: Date, outstanding: Date?) -> Date? {
    guard let coming = first(after: instant) else { return nil }
    if let outstanding, outstanding <= instant { return coming }
    return first(after: coming)
  }

  /// The next time due after a device's report at `instant`, or after a check-in under an earlier
  /// plan.
  ///
  /// It counts for the coming time when made within ``window`` before it, though never earlier than
  /// halfway from the time before: then the promise is the one after that. Made earlier, or late
  /// for a time that has passed, it leaves the coming time open.
  public func deadline(after instant: Date) -> Date? {
    guard let coming = first(after: instant), let past = last(notAfter: instant) else { return nil }
    let opens = max(coming - Self.window, past + coming.timeIntervalSince(past) / 2)
    return instant >= opens ? first(after: coming) : coming
  }

  /// In clock order, which is also the order of the instants.
  private func instants(on date: LocalDate) -> [Date] {
    guard days.contains(date.weekday) else { return [] }
    return times.map { zone.instant(of: $0, on: date) }
  }
}
