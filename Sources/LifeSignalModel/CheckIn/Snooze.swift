public import Foundation

/// A reminder that its person has asked for again. It belongs to one deadline, and never moves it.
public struct Snooze: Equatable, Sendable {
  /// When the reminder comes again.
  public var until: Date
  /// The ``Watch/gen`` of the deadline; a later deadline knows nothing of it.
  public var gen: Int64
  /// How often the person has asked before this deadline.
  public var count: Int

  public init(until: Date, gen: Int64, count: Int) {
    self.until = until
    self.gen = gen
    self.count = count
  }
}

/// "Remind me again": a later reminder of the same deadline.
public enum SnoozeRules {
  /// Seconds until the reminder comes again.
  public static let delay: TimeInterval = 1_800
  /// How often a person may ask before one deadline.
  public static let most = 3

  /// Refuses where the reminder would come when the responders are contacted, or later: the person would
  /// rely on it. Deadline and grace stay what they are.
  /// - Returns: with the time of the reminder.
  public static func snooze(
    _ facts: CheckInFacts, moment: Moment
  ) throws(Refusal) -> Decided<InstantAnswer> {
    let (old, now) = (facts.watch, moment.now)
    let preferences = facts.me.person.notifications
    guard old.stage != .missed else { throw .checkInFirst }
    guard let deadline = old.deadline, !old.isPaused,
      let first = WatchSchedule.steps(of: old, preferences).first, first.at <= now
    else { throw .noReminderOut }
    let until = (now + delay).storable
    guard old.stage != .courtesy, until < deadline + old.grace else { throw .snoozeTooLate }
    let count = old.currentSnooze?.count ?? 0
    guard count < most else { throw .tooManySnoozes }
    var watch = old
    watch.snooze = Snooze(until: until, gen: old.gen, count: count + 1)
    // A step that has come and waits for its loop is still carried out, and the later one after it.
    if let next = old.nextFireAt, next > now {
      watch = WatchSchedule.waiting(watch, after: now, preferences)
    }
    return Decided(
      Decision(events: [.snoozed(watch.person)], mutations: [.updateWatch(watch, from: old)]),
      InstantAnswer(at: until))
  }
}

extension Watch {
  /// Nil for one of an earlier deadline.
  var currentSnooze: Snooze? { snooze.flatMap { $0.gen == gen ? $0 : nil } }
}
