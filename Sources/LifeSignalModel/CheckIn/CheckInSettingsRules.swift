public import Foundation

/// Changes of the promise itself: interval, grace, reminders.
public enum CheckInSettingsRules {
  public static func setInterval(
    _ facts: CheckInFacts, _ interval: TimeInterval, moment: Moment
  ) throws(Refusal) -> Decision {
    try setPlan(facts, .interval(interval), moment: moment)
  }

  /// Changes the promise.
  ///
  /// A new interval counts from the last check-in. Where that deadline would have passed and the
  /// old plan had times of day, it counts from now.
  ///
  /// New times of day count from now, except the one that the last check-in has answered already. A
  /// check-in that answered the next of the old times also answers the next of the new ones,
  /// however early it was.
  public static func setPlan(
    _ facts: CheckInFacts, _ plan: CheckInPlan, moment: Moment
  ) throws(Refusal) -> Decision {
    let plan = try plan.validated()
    let old = facts.watch
    // A deadline that has passed is not moved to or from times of day: during the grace period an
    // alert would vanish although the person has not checked in.
    if old.plan != plan, old.times != nil || plan.times != nil, !old.isPaused,
      let deadline = old.deadline, deadline <= moment.now
    {
      throw .checkInFirst
    }
    var decision = try moved(facts, to: plan, moment: moment)
    decision.requireProof(if: plan.longestWait > max(ProofRules.freeWait, old.plan.longestWait))
    return decision
  }

  private static func moved(
    _ facts: CheckInFacts, to plan: CheckInPlan, moment: Moment
  ) throws(Refusal) -> Decision {
    let old = facts.watch
    switch plan {
    case .interval(let interval):
      return try move(facts, moment) { watch in
        let isNew = watch.times != nil
        // An unchanged plan leaves a deadline that a responder's report has brought nearer.
        guard isNew || watch.interval != interval else { return }
        watch.times = nil
        watch.interval = interval
        guard let start = watch.countdownStart else { return }
        watch.deadline = plan.deadline(after: start)
        if isNew, !watch.isPaused, plan.deadline(after: start) <= moment.now {
          watch.resumedAt = moment.now
          watch.deadline = plan.deadline(beginning: moment.now)
        }
      }
    case .times(let times):
      return try move(facts, moment) { watch in
        guard watch.times != times else { return }
        watch.times = times
        guard let start = watch.countdownStart else { return }
        var deadlines = [plan.deadline(after: start), plan.deadline(beginning: moment.now)]
        if let last = old.lastCheckIn, old.hasAnsweredTime(after: moment.now) {
          deadlines.append(plan.deadline(checkedInAt: last, outstanding: nil))
        }
        watch.deadline = deadlines.max()
      }
    }
  }

  public static func setGracePeriod(
    _ facts: CheckInFacts, _ grace: TimeInterval, moment: Moment
  ) throws(Refusal) -> Decision {
    guard CheckInSettings.gracePeriods.contains(grace) else { throw .invalidGracePeriod }
    return try move(facts, moment) { $0.grace = grace }
  }

  public static func setReminder(
    _ facts: CheckInFacts, _ lead: TimeInterval, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let preferences = facts.me.person.notifications.withReminderInterval(lead) else {
      throw .invalidReminder
    }
    return store(preferences, facts, moment)
  }

  /// Stores the preferences and schedules the next reminder under them. The person's own reminders
  /// stay as they are where the request does not contain any.
  /// - Parameter seen: as a page showed them: what has not changed since stays as it is stored.
  public static func setPreferences(
    _ facts: CheckInFacts, _ preferences: NotificationPreferences,
    seen: NotificationPreferences? = nil, moment: Moment
  ) throws(Refusal) -> Decision {
    let edit = Edit(preferences, seen: seen)
    let preferences = edit.applied(to: facts.me.person.notifications)
    // Together two browsers may add too many.
    if edit.wanted.ownReminders != nil, edit.changes(\.ownReminders) {
      _ = try preferences.ownReminders?.validated()
    }
    return store(preferences, facts, moment)
  }

  private static func store(
    _ preferences: NotificationPreferences, _ facts: CheckInFacts, _ moment: Moment
  ) -> Decision {
    var person = facts.me.person
    person.notifications = preferences
    person.updatedAt = moment.now
    var decision = Decision(
      events: [.settingsChanged(person.id)], mutations: [.updatePerson(person)])
    let old = facts.watch
    // Also while the alert is the next step, which it is from the start without reminders and
    // grace. During the grace period nothing moves, as no other step is left.
    if old.stage.rawValue <= Watch.Stage.alarm.rawValue, let next = old.nextFireAt,
      next > moment.now
    {
      let watch = WatchSchedule.waiting(old, after: moment.now, preferences)
      if watch != old { decision.mutations.append(.updateWatch(watch, from: old)) }
    }
    decision.touch(person.id, .user)
    // The people this person responds for see whether they have muted it.
    if preferences.alertNotifications != facts.me.person.notifications.alertNotifications {
      decision.touch(facts.peers, .contacts)
    }
    if let setting = PromiseSetting(preferences, after: facts.me.person.notifications) {
      decision.record(.promiseChanged, of: person.id, at: moment) { $0.setting = setting }
    }
    return decision
  }

  /// A moved deadline counts as a new one. A missed deadline is not moved: an alert would vanish
  /// although the person has not checked in.
  private static func move(
    _ facts: CheckInFacts, _ moment: Moment, _ change: (inout Watch) -> Void
  ) throws(Refusal) -> Decision {
    let old = facts.watch
    guard old.stage != .missed, old.stage != .courtesy else { throw .checkInFirst }
    var watch = old
    change(&watch)
    // A plan made during a pause begins when the pause ends.
    if let end = watch.pausedUntil { watch.deadline = watch.plan.deadline(beginning: end) }
    if watch != old {
      watch.gen += 1
      watch = WatchSchedule.waiting(watch, after: moment.now, facts.me.person.notifications)
    }
    let person = facts.me.person.id
    var decision = Decision(
      events: [.settingsChanged(person)], mutations: [.updateWatch(watch, from: old)])
    decision.touch(person, .user)
    decision.touch(facts.peers, .contacts)
    if watch.plan != old.plan {
      decision.record(.promiseChanged, of: person, at: moment) {
        $0.setting = PromiseSetting(watch.plan)
      }
    }
    if watch.grace != old.grace {
      decision.record(.promiseChanged, of: person, at: moment) {
        $0.setting = .grace(watch.grace)
      }
    }
    return decision
  }
}

extension PromiseSetting {
  /// The change to the reminders that will be sent; nil for none. Where the person has no reminders
  /// of their own, the one with a switch stands for all.
  fileprivate init?(_ new: NotificationPreferences, after old: NotificationPreferences) {
    let isOwn = [old, new].contains { $0.ownReminders.map { !$0.minutes.isEmpty } ?? false }
    if isOwn {
      guard new.leads != old.leads else { return nil }
      self = new.leads.isEmpty ? .reminder(0) : .reminders(new.leads)
    } else {
      let lead = new.isNotificationsEnabled ? new.reminderInterval : 0
      guard lead != (old.isNotificationsEnabled ? old.reminderInterval : 0) else { return nil }
      self = .reminder(lead)
    }
  }
}
