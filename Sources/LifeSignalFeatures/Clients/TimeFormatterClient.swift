public import Composable
public import Foundation
public import LifeSignalModel

/// Times and lengths in words. Pure: the caller brings `now`, which is its injected clock's.
///
/// A client and not a function, so that a native app can put its platform's formats in its place.
@DependencyClient
public struct TimeFormatterClient: Sendable {
  /// "just now", "5m ago", "3h ago", "2d ago".
  public var formatTimeAgo: @Sendable (_ date: Date, _ now: Date) -> Phrase = { _, _ in "" }
  /// The two highest units of what is left, in seconds: "2d 5h", "12m 30s"; "Overdue" below zero.
  public var formatTimeInterval: @Sendable (_ seconds: TimeInterval) -> Phrase = { _ in "" }
  /// A chosen length, in seconds: "1 day", "32 hours".
  public var formatTimeIntervalWithFullUnits: @Sendable (_ seconds: TimeInterval) -> Phrase = {
    _ in ""
  }
  /// The deadline: last check-in plus interval, the interval taken as at least a minute.
  public var calculateExpirationDate:
    @Sendable (_ lastCheckedIn: Date, _ interval: TimeInterval) -> Date = { last, _ in last }
  /// Whether the deadline has passed at `now`; never without a first check-in.
  public var isNonResponsive:
    @Sendable (_ lastCheckedIn: Date?, _ interval: TimeInterval, _ now: Date) -> Bool = {
      _, _, _ in false
    }
  /// Seconds until the deadline, negative once it has passed.
  public var timeRemaining:
    @Sendable (_ lastCheckedIn: Date, _ interval: TimeInterval, _ now: Date) -> TimeInterval = {
      _, _, _ in 0
    }
}

extension TimeFormatterClient: DependencyKey {
  public static let testValue = TimeFormatterClient()

  /// The formats of the specification; the same on a server and on a device.
  public static let liveValue = TimeFormatterClient(
    formatTimeAgo: { RelativeTime.short($0, now: $1) },
    formatTimeInterval: { Countdown.text(remaining: $0) },
    formatTimeIntervalWithFullUnits: { Countdown.interval($0) },
    calculateExpirationDate: { Self.expiration(of: $0, $1) },
    isNonResponsive: { last, interval, now in
      last.map { now > Self.expiration(of: $0, interval) } ?? false
    },
    timeRemaining: { Self.expiration(of: $0, $1).timeIntervalSince($2) })

  private static func expiration(of last: Date, _ interval: TimeInterval) -> Date {
    last + max(60, interval)
  }
}

extension DependencyValues {
  public var timeFormatterClient: TimeFormatterClient {
    get { self[TimeFormatterClient.self] }
    set { self[TimeFormatterClient.self] = newValue }
  }
}
