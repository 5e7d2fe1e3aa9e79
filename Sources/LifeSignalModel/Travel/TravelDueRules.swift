import Foundation

/// Decides what happens when a step of a trip is due.
public enum TravelDueRules {
  /// Reminds the person, or raises the alert: every responder is notified with the note, in one
  /// decision. Does nothing if the trip has changed since it was claimed.
  public static func fire(
    _ claimed: Travel, _ facts: TravelFacts, courtesy: Courtesy, moment: Moment
  ) -> Decision {
    if let travel = facts.named, let alert = facts.alarm, travel.isDamaged, travel.isOverdue {
      // Its responders were notified: only its row denies that.
      return Decision(mutations: [.updateTravel(travel.overdue(by: alert), from: nil)])
    }
    guard let travel = facts.named, claimed.gen == travel.gen, claimed.stage == travel.stage,
      claimed.nextFireAt?.milliseconds == travel.nextFireAt?.milliseconds,
      let due = TravelSchedule.due(travel, at: moment.now)
    else { return Decision(.unchanged) }

    switch due {
    case .reminder, .due:
      return remind(due, travel, facts, moment)
    case .alarm:
      let spared = courtesy.end(covering: travel.dueAt, travel.alarmAt)
      guard let spared, spared > moment.now else { return alarm(travel, facts, moment) }
      return spare(travel, facts, courtesy, until: spared, moment)
    case .courtesy, .overdue:
      return alarm(travel, facts, moment)
    }
  }

  private static func remind(
    _ stage: Travel.Stage, _ old: Travel, _ facts: TravelFacts, _ moment: Moment
  ) -> Decision {
    let travel = TravelSchedule.waiting(old, after: moment.now)
    var decision = Decision(
      events: [.travelChanged(travel.id)], mutations: [.updateTravel(travel, from: old)])
    let notice =
      stage == .reminder
      ? TravelNotices.reminder(old, at: moment.now)
      : TravelNotices.due(old, hasResponders: !facts.responders.isEmpty, at: moment.now)
    decision.tell(facts.me, notice, at: moment)
    decision.touch(travel.person, .user)
    return decision
  }

  private static func spare(
    _ old: Travel, _ facts: TravelFacts, _ courtesy: Courtesy, until end: Date, _ moment: Moment
  ) -> Decision {
    var travel = old
    travel.stage = .courtesy
    travel.nextFireAt = end
    var decision = Decision(
      events: [.courtesyGranted(travel.person)], mutations: [.updateTravel(travel, from: old)])
    decision.record(courtesy, of: travel.person, until: end, at: moment)
    let seconds = max(60, end.timeIntervalSince(moment.now))
    decision.tell(
      facts.me,
      TravelNotices.courtesy(
        travel, seconds: seconds, hasResponders: !facts.responders.isEmpty), at: moment)
    return decision
  }

  private static func alarm(
    _ old: Travel, _ facts: TravelFacts, _ moment: Moment
  ) -> Decision {
    let me = facts.me.person
    if let open = facts.alarm {
      // One of an earlier trip is still on: it is the one the responders are called for.
      return Decision(mutations: [.updateTravel(old.overdue(by: open), from: old)])
    }
    var travel = old
    travel.stage = .overdue
    travel.nextFireAt = nil
    travel.overdueAt = moment.now.storable
    let alert = Alert(
      id: AlertRecord.ID(moment.mint()), person: me.id, kind: .travel, gen: travel.id.int64,
      startedAt: moment.now)
    var decision = Decision(
      events: [.travelOverdue(travel.id)],
      mutations: [.updateTravel(travel, from: old), .insertAlert(alert)])
    decision.touch(me.id, .user)
    decision.touch(facts.peers, .contacts)
    decision.record(.travelOverdue, of: me.id, alert: alert.id, at: moment) {
      $0.deadline = travel.dueAt
    }
    decision.tell(
      facts.me,
      TravelNotices.overdue(travel, alert, hasResponders: !facts.responders.isEmpty), at: moment)
    EscalationRules.begin(
      alert, plan: facts.plan, me: facts.me, responders: facts.responders, travel: travel,
      &decision, moment)
    return decision
  }
}
