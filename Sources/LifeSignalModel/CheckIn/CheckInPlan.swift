public import Foundation

/// How often a person promises to check in.
public enum CheckInPlan: Equatable, Codable, Sendable {
  /// At least once in so many seconds, 3,600–604,800.
  case interval(TimeInterval)
  case times(CheckInTimes)

  public var times: CheckInTimes? {
    guard case .times(let times) = self else { return nil }
    return times
  }

  /// Seconds of the longest wait between two deadlines, by clocks that skip and repeat nothing; 0 for
  /// no times.
  public var longestWait: TimeInterval {
    switch self {
    case .interval(let seconds): seconds
    case .times(let times): times.longestWait
    }
  }

  /// The next deadline of a person who checks in themselves.
  /// - Parameter outstanding: the deadline until now. A check-in after it settles only that deadline.
  public func deadline(checkedInAt checkIn: Date, outstanding: Date?) -> Date {
    switch self {
    case .interval: deadline(after: checkIn)
    case .times(let times):
      times.deadline(checkedInAt: checkIn, outstanding: outstanding) ?? checkIn + 604_800
    }
  }

  /// When the next check-in is due after a device's report at `checkIn`, or under a new plan.
  public func deadline(after checkIn: Date) -> Date {
    switch self {
    case .interval(let seconds): (checkIn + seconds).storable
    // Stored plans have times; a week is the longest promise allowed.
    case .times(let times): times.deadline(after: checkIn) ?? checkIn + 604_800
    }
  }

  /// The first deadline of a countdown that begins at `start` without a check-in: at the end of a
  /// pause, or when the plan is changed. A full interval, or the next of the times.
  public func deadline(beginning start: Date) -> Date {
    switch self {
    case .interval(let seconds): (start + seconds).storable
    case .times(let times): times.first(after: start) ?? start + 604_800
    }
  }

  /// The plan as it is stored; throws if it is invalid.
  public func validated() throws(Refusal) -> CheckInPlan {
    switch self {
    case .interval(let seconds):
      guard CheckInSettings.intervals.contains(seconds) else { throw .invalidInterval }
      return self
    case .times(let plan):
      guard !plan.times.isEmpty else { throw .noCheckInTimes }
      guard plan.times.count <= CheckInTimes.most else { throw .tooManyCheckInTimes }
      guard Set(plan.times).count == plan.times.count else { throw .duplicateCheckInTime }
      guard !plan.days.isEmpty else { throw .noCheckInDays }
      guard Zone(plan.zone.identifier) != nil else { throw .invalidZone }
      return .times(CheckInTimes(times: plan.times, days: plan.days, zone: plan.zone))
    }
  }
}
