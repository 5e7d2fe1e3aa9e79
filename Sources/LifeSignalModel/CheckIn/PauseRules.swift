public import Foundation

/// A pause of the watch. It always has an end, which is a due time like any other: it comes
/// automatically, and survives a restart.
public enum PauseRules {
  /// Until `until` there are no reminders and no missed deadlines, and the responders are notified
  /// of that. A pause that is on gets the new end. A manual alert works as usual, and so does a
  /// trip.
  public static func pause(
    _ facts: CheckInFacts, until: Date, moment: Moment
  ) throws(Refusal) -> Decision {
    let old = facts.watch
    let until = until.storable
    guard until > moment.now else { throw .pauseInThePast }
    guard until <= moment.now + Pause.longest else { throw .pauseTooLong }
    guard !facts.hasOtherAlarm else { throw .endAlertFirst }
    if !old.isPaused {
      // A person with an overdue check-in has to check in before a pause can begin.
      guard let deadline = old.deadline, deadline > moment.now, old.stage != .missed,
        old.stage != .courtesy
      else { throw .checkInFirst }
    }
    let me = facts.me.person
    guard until != old.pausedUntil else { return Decision() }

    var watch = old
    watch.pausedAt = old.pausedAt ?? moment.now.storable
    watch.pausedUntil = until
    watch.resumedAt = nil
    watch.deadline = watch.plan.deadline(beginning: until)
    watch.gen += 1
    watch = WatchSchedule.waiting(watch, after: moment.now, me.notifications)
    let pause = PauseRecord(
      person: me.id, startedAt: watch.pausedAt ?? moment.now.storable, until: until)
    var decision = Decision(
      events: [.paused(me.id)],
      mutations: [
        .updateWatch(watch, from: old), old.isPaused ? .updatePause(pause) : .insertPause(pause),
      ])
    decision.requireProof(
      if: until > moment.now + ProofRules.freePause && until > old.pausedUntil ?? .distantPast)
    decision.record(.paused, of: me.id, at: moment) { $0.until = until }
    let length = until.timeIntervalSince(moment.now)
    decision.tell(
      facts.me,
      PauseNotices.started(watch, length: length, hasResponders: !facts.responders.isEmpty),
      at: moment)
    for responder in facts.responders {
      decision.tell(responder, PauseNotices.paused(me, watch, length: length), at: moment)
    }
    decision.touch(me.id, [.user, .checkIns])
    decision.touch(facts.peers, .contacts)
    return decision
  }

  /// Ends the pause now.
  public static func resume(_ facts: CheckInFacts, moment: Moment) -> Decision {
    guard facts.watch.isPaused else { return Decision() }
    return end(facts, at: moment.now, moment: moment)
  }

  /// Resumes the watch at `end` with a whole countdown: a full interval, or the next of the times.
  static func end(_ facts: CheckInFacts, at end: Date, moment: Moment) -> Decision {
    let (old, me) = (facts.watch, facts.me.person)
    let end = end.storable
    var watch = old
    watch.pausedAt = nil
    watch.pausedUntil = nil
    watch.resumedAt = end
    watch.deadline = watch.plan.deadline(beginning: end)
    watch.gen += 1
    watch = WatchSchedule.waiting(watch, after: moment.now, me.notifications)
    var decision = Decision(
      events: [.resumed(me.id)], mutations: [.updateWatch(watch, from: old)])
    if let start = old.pausedAt {
      decision.mutations.append(
        .updatePause(PauseRecord(person: me.id, startedAt: start, until: max(start, end))))
    }
    decision.record(.resumed, of: me.id, at: moment)
    let left = watch.deadline?.timeIntervalSince(moment.now) ?? 0
    decision.tell(facts.me, PauseNotices.ended(watch, left: left), at: moment)
    for responder in facts.responders {
      decision.tell(responder, PauseNotices.resumed(me, watch), at: moment)
    }
    decision.touch(me.id, [.user, .checkIns])
    decision.touch(facts.peers, .contacts)
    return decision
  }
}
