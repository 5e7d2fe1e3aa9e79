public import Foundation

/// The result of one day in a person's past weeks.
public struct CheckInDay: Identifiable, Equatable, Codable, Sendable {
  public enum Status: String, CaseIterable, Equatable, Codable, Sendable {
    case checkedIn
    /// A deadline passed and the responders were notified.
    case missed
    case paused
    /// No check-in was made, and none was needed.
    case none
    /// Still to come.
    case future
  }

  public var date: LocalDate
  public var status: Status
  /// How often the person checked in.
  public var checkIns: Int

  public var id: LocalDate { date }
}

/// The picture of the last weeks: whole weeks from Monday on, the current one last.
public struct CheckInCalendar: Equatable, Codable, Sendable {
  public static let weeks = 5

  /// Earliest first; a multiple of seven.
  public var days: [CheckInDay]

  public init(days: [CheckInDay] = []) {
    self.days = days
  }

  /// The first instant the picture shows.
  public static func start(now: Date, zone: Zone, weeks: Int = CheckInCalendar.weeks) -> Date {
    zone.instant(
      of: TimeOfDay(minutes: 0)!, on: firstDay(of: zone.date(at: now), weeks: weeks))
  }

  /// - Parameters:
  ///   - zone: by whose clocks a day begins and ends.
  ///   - checkIns: times of check-ins, any order.
  ///   - missed: when deadlines were missed, any order.
  ///   - pauses: any order.
  public init(
    now: Date, zone: Zone, weeks: Int = CheckInCalendar.weeks, checkIns: [Date], missed: [Date],
    pauses: [PauseRecord]
  ) {
    let today = zone.date(at: now)
    let counts = Dictionary(grouping: checkIns) { zone.date(at: $0) }.mapValues(\.count)
    let missedDays = Set(missed.map { zone.date(at: $0) })
    let pausedDays = pauses.map { pause in
      (first: zone.date(at: pause.startedAt), last: zone.date(at: min(pause.until, now)))
    }
    let first = Self.firstDay(of: today, weeks: weeks)
    days = (0..<(weeks * 7)).map { offset in
      let date = first.advanced(by: offset)
      let count = counts[date] ?? 0
      let status: CheckInDay.Status =
        if date > today {
          .future
        } else if missedDays.contains(date) {
          .missed
        } else if count > 0 {
          .checkedIn
        } else if pausedDays.contains(where: { $0.first <= date && date <= $0.last }) {
          .paused
        } else {
          .none
        }
      return CheckInDay(date: date, status: status, checkIns: count)
    }
  }

  private static func firstDay(of today: LocalDate, weeks: Int) -> LocalDate {
    today.advanced(by: 1 - today.weekday.rawValue - 7 * (weeks - 1))
  }

  /// The number of days with this `status`.
  public func count(_ status: CheckInDay.Status) -> Int { days.count { $0.status == status } }
}
