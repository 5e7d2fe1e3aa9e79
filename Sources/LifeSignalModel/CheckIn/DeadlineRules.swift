public import Foundation

/// Deadlines that passed while the server was down.
public struct Courtesy: Equatable, Sendable {
  /// Seconds.
  public static let defaultWindow: TimeInterval = 600

  /// The server's last outage.
  public var outage: DateInterval?
  /// Seconds a person gets after an outage before responders are notified; 0 switches courtesy off.
  public var window: TimeInterval

  public init(outage: DateInterval? = nil, window: TimeInterval = Courtesy.defaultWindow) {
    self.outage = outage
    self.window = window
  }

  /// When the responders are notified of a deadline that passed at one of these instants; nil when
  /// none of them fell into the outage.
  func end(covering instants: Date...) -> Date? {
    guard window > 0, let outage, instants.contains(where: outage.contains) else { return nil }
    return (outage.end + window).storable
  }
}

/// Decides what happens when a step of a deadline is due.
public enum DeadlineRules {
  /// Reminds the person, or raises the alert: the person becomes non-responsive and every responder
  /// is notified, in one decision. Does nothing if the watch has changed since it was claimed.
  public static func fire(
    _ claimed: Watch, _ facts: CheckInFacts, courtesy: Courtesy, moment: Moment
  ) -> Decision {
    let watch = facts.watch
    let preferences = facts.me.person.notifications
    guard claimed.gen == watch.gen, claimed.stage == watch.stage,
      claimed.nextFireAt?.milliseconds == watch.nextFireAt?.milliseconds
    else { return Decision(.unchanged) }
    if let end = watch.pausedUntil {
      guard end <= moment.now, watch.nextFireAt.map({ $0 <= moment.now }) ?? true else {
        return Decision(.unchanged)
      }
      return PauseRules.end(facts, at: end, moment: moment)
    }
    guard let due = WatchSchedule.due(watch, at: moment.now, preferences) else {
      return Decision(.unchanged)
    }

    switch due.stage {
    case .twoHourReminder, .thirtyMinuteReminder, .deadline:
      return remind(due, facts, moment)
    case .alarm:
      let alarmAt = watch.deadline.map { ($0 + watch.grace).storable } ?? moment.now
      // Also when only the deadline fell into the outage: its reminder came too late then. A grace
      // period longer than the courtesy is not prolonged by it.
      let spared = courtesy.end(covering: watch.deadline ?? alarmAt, alarmAt)
      guard let spared, spared > moment.now else { return alarm(facts, moment) }
      return spare(facts, courtesy, until: spared, moment)
    case .courtesy, .missed:
      return alarm(facts, moment)
    }
  }

  private static func remind(
    _ step: WatchSchedule.Step, _ facts: CheckInFacts, _ moment: Moment
  ) -> Decision {
    let old = facts.watch
    let watch = WatchSchedule.waiting(old, after: moment.now, facts.me.person.notifications)
    var decision = Decision(
      events: [.reminded(watch.person, step.stage)], mutations: [.updateWatch(watch, from: old)])
    if let notice = CheckInNotices.reminder(
      step, of: old, hasResponders: !facts.responders.isEmpty, at: moment.now)
    {
      decision.tell(facts.me, notice, at: moment)
    }
    return decision
  }

  private static func spare(
    _ facts: CheckInFacts, _ courtesy: Courtesy, until end: Date, _ moment: Moment
  ) -> Decision {
    var watch = facts.watch
    watch.stage = .courtesy
    watch.nextFireAt = end
    let seconds = max(60, end.timeIntervalSince(moment.now))
    var decision = Decision(
      events: [.courtesyGranted(watch.person)],
      mutations: [.updateWatch(watch, from: facts.watch)])
    decision.record(courtesy, of: watch.person, until: end, at: moment)
    decision.tell(
      facts.me,
      CheckInNotices.courtesy(
        of: watch, seconds: seconds, hasResponders: !facts.responders.isEmpty), at: moment)
    return decision
  }

  private static func alarm(_ facts: CheckInFacts, _ moment: Moment) -> Decision {
    let me = facts.me.person
    var watch = facts.watch
    watch.stage = .missed
    watch.nextFireAt = nil
    let alert = Alert(
      id: AlertRecord.ID(moment.mint()), person: me.id, kind: .missedCheckIn, gen: watch.gen,
      startedAt: moment.now)
    var decision = Decision(
      events: [.deadlineMissed(me.id, gen: watch.gen)],
      mutations: [.updateWatch(watch, from: facts.watch), .insertAlert(alert)])
    decision.touch(me.id, .user)
    decision.touch(facts.peers, .contacts)
    decision.record(.deadlineMissed, of: me.id, alert: alert.id, at: moment) {
      $0.deadline = watch.deadline
    }
    decision.tell(
      facts.me,
      CheckInNotices.missed(alert, of: watch, hasResponders: !facts.responders.isEmpty),
      at: moment)
    EscalationRules.begin(
      alert, plan: facts.plan, me: facts.me, responders: facts.responders,
      due: watch.deadline, &decision, moment)
    return decision
  }
}
