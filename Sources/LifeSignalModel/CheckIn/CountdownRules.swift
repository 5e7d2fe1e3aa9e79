import Foundation

/// Whether a person is watched at all.
///
/// A new person only watches over others. Their countdown begins with their first responder or
/// their first check-in, whichever comes first.
public enum CountdownRules {
  /// Starts the countdown of a person whose first responder has been accepted, and notifies them of
  /// it. Does nothing where it is running.
  static func begin(
    _ me: Recipient, _ old: Watch, with responder: Person, _ decision: inout Decision,
    _ moment: Moment
  ) {
    guard !old.hasCountdown else { return }
    let start = moment.now.storable
    var watch = old
    watch.resumedAt = start
    watch.deadline = watch.plan.deadline(beginning: start)
    watch.gen += 1
    watch = WatchSchedule.waiting(watch, after: moment.now, me.person.notifications)
    decision.events.append(.countdownStarted(watch.person))
    decision.mutations.append(.updateWatch(watch, from: old))
    decision.record(.countdownStarted, of: watch.person, with: responder.id, at: moment)
    decision.tell(
      me, CountdownNotices.started(watch, by: responder, at: moment.now), at: moment)
    decision.touch(watch.person, .user)
  }

  /// Ends the countdown: from now on the person only watches over others, until they check in.
  /// Their responders are notified of that. Devices stop counting, since one of them would begin the
  /// countdown again. A manual alert works as usual, and so does a trip.
  ///
  /// - Throws: ``Refusal/endAlertFirst``, and ``Refusal/checkInFirst`` while the person is overdue.
  public static func stop(
    _ facts: CheckInFacts, things: [Thing], moment: Moment
  ) throws(Refusal) -> Decision {
    let old = facts.watch
    guard let deadline = old.deadline else { return Decision() }
    guard !facts.hasOtherAlarm else { throw .endAlertFirst }
    guard old.isPaused || deadline > moment.now && old.stage != .missed && old.stage != .courtesy
    else { throw .checkInFirst }
    var watch = old
    (watch.lastCheckIn, watch.deadline, watch.resumedAt) = (nil, nil, nil)
    (watch.pausedAt, watch.pausedUntil) = (nil, nil)
    watch.gen += 1
    watch = WatchSchedule.waiting(watch, after: moment.now, facts.me.person.notifications)
    var person = facts.me.person
    // The next check-in gets another key than the first one had.
    person.updatedAt = moment.now
    var decision = Decision(
      events: [.countdownStopped(person.id)],
      mutations: [.updateWatch(watch, from: old), .updatePerson(person)])
    decision.requireProof()
    if let start = old.pausedAt {
      decision.mutations.append(
        .updatePause(
          PauseRecord(
            person: person.id, startedAt: start, until: max(start, moment.now.storable))))
    }
    let counting = things.filter { $0.counts && $0.kind != .link }
    for thing in counting {
      var silent = thing
      silent.counts = false
      silent.gen += 1
      decision.mutations.append(.updateThing(silent, from: thing))
    }
    decision.record(.countdownStopped, of: person.id, at: moment)
    decision.tell(
      facts.me,
      CountdownNotices.stopped(watch, hasResponders: !facts.responders.isEmpty), at: moment)
    for responder in facts.responders {
      decision.tell(responder, CountdownNotices.stopped(person, watch), at: moment)
    }
    decision.touch(person.id, counting.isEmpty ? [.user, .checkIns] : [.user, .checkIns, .things])
    decision.touch(facts.peers, .contacts)
    return decision
  }
}

extension RelationFacts {
  /// Starts the countdown of each of the two who gets their first responder.
  /// - Parameters:
  ///   - old: my side and theirs before; nil where they did not count.
  ///   - new: the same after the change.
  func beginCountdowns(
    _ other: Recipient, from old: (Relation?, Relation?), to new: (Relation, Relation),
    _ decision: inout Decision, _ moment: Moment
  ) {
    if new.0.isResponder, old.0?.isResponder != true, myResponders == 0, let myWatch {
      CountdownRules.begin(me, myWatch, with: other.person, &decision, moment)
    }
    if new.1.isResponder, old.1?.isResponder != true, theirResponders == 0, let theirWatch {
      CountdownRules.begin(other, theirWatch, with: me.person, &decision, moment)
    }
  }
}
