public import Foundation

/// The stored facts about a person whose check-in, settings or deadline is being decided.
public struct CheckInFacts: Equatable, Sendable {
  public var me: Recipient
  public var watch: Watch
  /// The stored check-in with the command's client key, if any.
  public var repeated: CheckIn?
  /// The open alert about a missed deadline.
  public var missedAlert: Alert?
  /// Accepted responders; needed only without a countdown, and while or when a deadline is missed.
  public var responders: [Recipient]
  /// Everyone who sees this person.
  public var peers: [Person.ID]
  /// Whether an alert is on that a check-in does not end: a manual one, or one about a trip.
  public var hasOtherAlarm: Bool
  /// In which order the responders are called; needed only when a deadline is missed.
  public var plan: EscalationPlan
  /// How far the escalation of ``missedAlert`` has come.
  public var escalation: Escalation?
  /// The open alert about a trip, where no trip is open.
  public var strayTripAlert: StrayTripAlert?

  public init(
    me: Recipient, watch: Watch, repeated: CheckIn? = nil, missedAlert: Alert? = nil,
    responders: [Recipient] = [], peers: [Person.ID] = [], hasOtherAlarm: Bool = false,
    plan: EscalationPlan = .everybody,
    escalation: Escalation? = nil
  ) {
    self.me = me
    self.watch = watch
    self.repeated = repeated
    self.missedAlert = missedAlert
    self.responders = responders
    self.peers = peers
    self.hasOtherAlarm = hasOtherAlarm
    self.plan = plan
    self.escalation = escalation
  }
}

extension CheckInFacts {
  /// Where there is no record of the calls, all who have not switched it off are notified.
  fileprivate func hears(_ responder: Recipient) -> Bool {
    escalation?.hearsCheckIn(responder.person.id, responder.relation)
      ?? responder.relation?.notifyOnCheckIn ?? true
  }
}

/// Signs of life.
public enum CheckInRules {
  /// Restarts the countdown, ends an alert of a missed deadline and notifies the responders who
  /// were alerted.
  ///
  /// A repeat with a known client key changes nothing. A check-in made offline counts from the
  /// device's time, never from the future, and never moves an earlier deadline before a later one.
  /// One that claims to have waited longer than ``CheckIn/longestWait`` counts as that old. Where it
  /// begins a countdown that would be over by now, that begins now. One made now always counts, even where the server's clock was set back behind the last one. A
  /// pause continues: it ends at its set time, or when its owner ends it.
  /// - Parameters:
  ///   - channel: the channel by which it came, if not the app.
  ///   - evidence: the kind of device that sent the signal, if one did. Its owner is not notified
  ///     of every one.
  public static func checkIn(
    _ facts: CheckInFacts, clientKey: String?, at: Date?, source: CheckInSource = .manual,
    channel: ChannelKind? = nil, evidence: ThingKind? = nil, moment: Moment
  ) -> Decided<CheckInRecord> {
    if let repeated = facts.repeated { return Decided(Decision(), CheckInRecord(repeated)) }
    let me = facts.me.person
    let checkIn = CheckIn(
      id: CheckInRecord.ID(moment.mint()), person: me.id,
      at: max(min(at ?? moment.now, moment.now), moment.now - CheckIn.longestWait).storable,
      recordedAt: moment.now, source: source, clientKey: clientKey)
    var decision = Decision(
      events: [.checkedIn(me.id)], mutations: [.insertCheckIn(checkIn)])
    decision.touch(me.id, [.user, .checkIns])
    decision.record(.checkedIn, of: me.id, at: moment) {
      $0.source = checkIn.source
      $0.channel = channel
      $0.evidence = evidence
      if checkIn.at != moment.now.storable { $0.madeAt = checkIn.at }
    }
    if evidence == nil, source != .automatic {
      decision.tell(facts.me, CheckInNotices.completed(checkIn), at: moment)
      if let stray = facts.strayTripAlert, checkIn.at >= stray.alert.startedAt {
        stray.end(for: me, &decision, moment)
        decision.touch(facts.peers, .contacts)
      }
    }

    let old = facts.watch
    let last = old.lastCheckIn ?? .distantPast
    // Two concurrent check-ins may be decided in reverse order; a minute ahead means that the clock
    // was set back.
    let isSetBack = at == nil && (old.stage == .missed || last > moment.now + 60)
    let record = CheckInRecord(checkIn)
    guard checkIn.at > last || isSetBack else { return Decided(decision, record) }
    var watch = old
    watch.lastCheckIn = checkIn.at
    if !watch.isPaused {
      watch.deadline = deadline(after: checkIn.at, by: evidence, of: old)
      if let begun = old.resumedAt, checkIn.at < begun, let promised = old.deadline {
        // Made before the present countdown began, and sent later: it takes away nothing of that time.
        watch.deadline = max(watch.deadline ?? promised, promised)
      } else {
        watch.resumedAt = nil
      }
      // No one has promised the time that has passed on the device.
      if !old.hasCountdown, watch.deadline.map({ $0 <= moment.now }) ?? false {
        watch.resumedAt = moment.now.storable
        watch.deadline = watch.plan.deadline(beginning: moment.now)
      }
    }
    watch.gen += 1
    watch = WatchSchedule.waiting(watch, after: moment.now, me.notifications)

    // A check-in queued so long ago that the next deadline is missed too ends no alert.
    let isStillMissed = old.stage == .missed && (watch.nextFireAt ?? moment.now) <= moment.now
    if isStillMissed {
      watch.stage = .missed
      watch.nextFireAt = nil
      watch.gen = old.gen
    } else if let alert = facts.missedAlert {
      decision.events.append(.recovered(me.id))
      decision.mutations.append(.endAlert(alert.id, at: moment.now, reason: .checkedIn))
      decision.record(.alarmEnded, of: me.id, alert: alert.id, at: moment) {
        $0.endReason = .checkedIn
      }
      decision.end(facts.escalation, moment)
      for responder in facts.responders where facts.hears(responder) {
        decision.tell(
          responder, CheckInNotices.recovered(me, alert: alert, gen: old.gen), about: alert.id,
          at: moment)
      }
    } else if !old.hasCountdown {
      // There are some only where the person has stopped the countdown.
      for responder in facts.responders {
        decision.tell(responder, PauseNotices.resumed(me, watch), at: moment)
      }
    }
    decision.mutations.append(.updateWatch(watch, from: old))
    decision.touch(facts.peers, .contacts)
    return Decided(decision, record)
  }

  /// A person's own check-in counts for the next time, however early. A device's report counts only shortly
  /// before it: a kettle used in the evening proves nothing about the next morning.
  static func deadline(
    after checkIn: Date, by evidence: ThingKind?, of watch: Watch
  ) -> Date {
    if evidence == nil || evidence == .link {
      return watch.plan.deadline(checkedInAt: checkIn, outstanding: watch.deadline)
    }
    let deadline = watch.plan.deadline(after: checkIn)
    // A signal never undoes a deadline that the person has already met.
    return watch.times == nil ? deadline : max(deadline, watch.deadline ?? deadline)
  }
}

extension CheckInRecord {
  /// The stored check-in as its owner sees it.
  public init(_ checkIn: CheckIn) {
    self.init(
      id: checkIn.id, userID: checkIn.person, timestamp: checkIn.at, source: checkIn.source)
  }
}
