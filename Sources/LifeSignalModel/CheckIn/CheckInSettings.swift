public import Foundation

/// A person's promise: how often to check in, how early to be reminded, how long the grace lasts.
/// Seconds.
public struct CheckInSettings: Equatable, Codable, Sendable {
  public static let defaultInterval: TimeInterval = 86_400
  public static let defaultGracePeriod: TimeInterval = 600
  public static let intervals: ClosedRange<TimeInterval> = 3_600...604_800
  public static let gracePeriods: ClosedRange<TimeInterval> = 0...3_600
  /// 1, 2, 4, 8, 12 hours and one to seven days, shortest first.
  public static let offeredIntervals: [TimeInterval] = [
    3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 172_800, 259_200, 345_600, 432_000, 518_400,
    604_800,
  ]
  public static let offeredGracePeriods: [TimeInterval] = [0, 300, 600, 1_800, 3_600]
  /// Lead times before the deadline, shortest first.
  public static let offeredReminders: [TimeInterval] = [1_800, 7_200]

  public var interval: TimeInterval
  /// 0, 1,800 or 7,200; strictly shorter than the interval to have an effect.
  public var reminder: TimeInterval
  public var gracePeriod: TimeInterval
  /// Times of day promised instead of the interval.
  public var times: CheckInTimes?

  public init(
    interval: TimeInterval = CheckInSettings.defaultInterval,
    reminder: TimeInterval = 7_200,
    gracePeriod: TimeInterval = CheckInSettings.defaultGracePeriod,
    times: CheckInTimes? = nil
  ) {
    self.interval = interval
    self.reminder = reminder
    self.gracePeriod = gracePeriod
    self.times = times
  }

  /// The longest reminder below `interval` that is not longer than `reminder`; 0 when none fits.
  public static func reminder(_ reminder: TimeInterval, below interval: TimeInterval)
    -> TimeInterval
  {
    offeredReminders.last { $0 <= reminder && $0 < interval } ?? 0
  }
}
