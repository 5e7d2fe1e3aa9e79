public import Foundation

/// The promise about one person: when they checked in last and what happens next if they do not
/// check in again.
///
/// One narrow row per person. The row is the timer: `nextFireAt` is indexed, and after a restart
/// the loops continue from it alone.
public struct Watch: Identifiable, Equatable, Sendable {
  /// The step due at `nextFireAt`. Raw values are stored.
  public enum Stage: Int, Sendable, CaseIterable {
    /// A reminder two hours or more before the deadline.
    case twoHourReminder = 0
    /// A reminder less than two hours before the deadline.
    case thirtyMinuteReminder = 1
    /// The deadline itself: the person is reminded that the grace period has begun.
    case deadline = 2
    /// Deadline plus grace: the person becomes non-responsive and the responders are notified.
    case alarm = 3
    /// The alert came due while the server was down; it fires when the courtesy window closes.
    case courtesy = 4
    /// The alert has fired. Nothing more happens until the person checks in.
    case missed = 5
  }

  public var person: Person.ID
  /// Seconds allowed between check-ins, 3,600–604,800; kept, without effect, beside ``times``.
  public var interval: TimeInterval
  /// Seconds between the deadline and the alert, 0–3,600.
  public var grace: TimeInterval
  /// The last check-in since the countdown was last stopped.
  public var lastCheckIn: Date?
  /// When the plan wants the next check-in, UTC. While paused, the first one after the pause. Nil
  /// without a countdown; see ``CountdownRules``.
  public var deadline: Date?
  public var stage: Stage
  /// When `stage` happens. Nil once missed, and without a countdown.
  public var nextFireAt: Date?
  /// Names the deadline: every check-in and every change that moves the deadline increases it.
  public var gen: Int64
  /// Times of day instead of the interval.
  public var times: CheckInTimes?
  /// Set together with ``pausedUntil``, which then is the due time in every stage.
  public var pausedAt: Date?
  public var pausedUntil: Date?
  /// When the countdown began without a check-in: with the first responder, or at the end of a
  /// pause. Nil after the next check-in.
  public var resumedAt: Date?
  /// The reminder that the person has asked for again; of no effect once ``gen`` has moved on.
  public var snooze: Snooze?

  public var id: Person.ID { person }
  public var isPaused: Bool { pausedUntil != nil }
  /// Whether check-ins are expected, now or after a pause.
  public var hasCountdown: Bool { deadline != nil }
  public var plan: CheckInPlan { times.map { .times($0) } ?? .interval(interval) }
  /// When the countdown to the deadline began.
  public var countdownStart: Date? { resumedAt ?? lastCheckIn }

  /// Whether the first of the times after `instant` is answered already: then the deadline is later
  /// than it.
  func hasAnsweredTime(after instant: Date) -> Bool {
    guard let coming = times?.first(after: instant), let deadline else { return false }
    return coming < deadline
  }

  public init(
    person: Person.ID, interval: TimeInterval = CheckInSettings.defaultInterval,
    grace: TimeInterval = CheckInSettings.defaultGracePeriod,
    lastCheckIn: Date? = nil, deadline: Date? = nil, stage: Stage = .twoHourReminder,
    nextFireAt: Date? = nil, gen: Int64 = 0, times: CheckInTimes? = nil, pausedAt: Date? = nil,
    pausedUntil: Date? = nil, resumedAt: Date? = nil, snooze: Snooze? = nil
  ) {
    self.person = person
    self.interval = interval
    self.grace = grace
    self.lastCheckIn = lastCheckIn
    self.deadline = deadline
    self.stage = stage
    self.nextFireAt = nextFireAt
    self.gen = gen
    self.times = times
    self.pausedAt = pausedAt
    self.pausedUntil = pausedUntil
    self.resumedAt = resumedAt
    self.snooze = snooze
  }
}
