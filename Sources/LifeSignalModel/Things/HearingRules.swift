public import Foundation

/// The stored facts about a device that sends a signal, and about its owner.
public struct HearingFacts: Equatable, Sendable {
  public var thing: Thing
  public var rule: EvidenceRule
  /// Nil unless ``HearingRules/needsOwner(_:of:at:)``: most signals have no further effect than to
  /// be recorded.
  public var owner: Owner?

  public struct Owner: Equatable, Sendable {
    /// All devices of the person, including the one that sends the signal.
    public var things: [Thing]
    /// With the responders, so that their pages can be updated.
    public var checkIn: CheckInFacts
    /// Every alert of the person that is on.
    public var alarms: [AlertRecord.ID]

    public init(things: [Thing], checkIn: CheckInFacts, alarms: [AlertRecord.ID] = []) {
      self.things = things
      self.checkIn = checkIn
      self.alarms = alarms
    }
  }

  public init(thing: Thing, rule: EvidenceRule, owner: Owner? = nil) {
    self.thing = thing
    self.rule = rule
    self.owner = owner
  }
}

/// Decides the effects of a device's signal. The owner may not be there when it is sent: so it can
/// check in for them while no responder has been notified, and never after that.
public enum HearingRules {
  /// Seconds within which the same signal of the same device counts once.
  public static let least: TimeInterval = 60
  /// Seconds within which another check-in by a device would add nothing.
  public static let leastCheckIn: TimeInterval = 600
  /// Seconds since its last failure after which a device's next failure is notified again: a device
  /// that alternates between failure and success is notified once.
  public static let leastTold: TimeInterval = 3_600
  /// Seconds between two entries of one device in the timeline of alerts.
  public static let leastEntry: TimeInterval = 600

  /// Whether this signal has to be stored: on a new day by the person's clocks, since signals count
  /// by days; when a working device fails or a failed one works again; and when the last signal of
  /// a link was held back, since there may be room for the repeated one by now.
  public static func isNews(
    _ signal: ThingSignal, of thing: Thing, _ rule: EvidenceRule, at now: Date
  ) -> Bool {
    if thing.isFailing ? signal == .success : signal == .failure { return true }
    if signal == .success, thing.isHeldBack { return true }
    guard let last = thing[signal], abs(now.timeIntervalSince(last)) < least else { return true }
    return rule.zone.date(at: last) != rule.zone.date(at: now)
  }

  /// Whether the signal may have effects beyond being recorded.
  public static func needsOwner(
    _ signal: ThingSignal, of thing: Thing, at now: Date
  ) -> Bool {
    switch signal {
    case .success: thing.counts
    case .failure: isTold(thing, at: now)
    case .start, .log: false
    }
  }

  /// Notes the signal. A success is a check-in when the person's devices have sent enough by now;
  /// once responders have been notified of a missed one it is only shown to them, and never ends an
  /// alert.
  ///
  /// - Throws: ``Refusal/thingNotFound`` while the device is switched off.
  public static func hear(
    _ signal: ThingSignal, _ facts: HearingFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    let old = facts.thing
    guard old.isOn else { throw .thingNotFound }
    guard isNews(signal, of: old, facts.rule, at: moment.now) else { return Decision(.unchanged) }
    var thing = old
    thing.gen += 1
    thing[signal] = moment.now.storable
    var decision = Decision(events: [.thingHeard(old.person)])
    let needsOwner = needsOwner(signal, of: old, at: moment.now)
    // Without the owner a signal would be lost.
    assert(!needsOwner || facts.owner != nil)
    if needsOwner, let owner = facts.owner {
      switch signal {
      case .success: succeed(&thing, from: old, owner, facts.rule, &decision, moment)
      case .failure:
        decision.tell(owner.checkIn.me, ThingNotices.failed(old, at: moment.now), at: moment)
      case .start, .log: break
      }
    }
    decision.mutations.insert(.updateThing(thing, from: old), at: 0)
    decision.touch(old.person, .things)
    return decision
  }

  /// Whether the owner is notified of this failure.
  private static func isTold(_ thing: Thing, at now: Date) -> Bool {
    guard !thing.isFailing else { return false }
    return thing[.failure].map { abs(now.timeIntervalSince($0)) >= leastTold } ?? true
  }

  private static func succeed(
    _ thing: inout Thing, from old: Thing, _ owner: HearingFacts.Owner, _ rule: EvidenceRule,
    _ decision: inout Decision, _ moment: Moment
  ) {
    let now = moment.now.storable
    let watch = owner.checkIn.watch
    if thing.kind == .link, !isAwake(watch) {
      tellHeldBack(old, owner, &decision, moment)
    } else if EvidenceRules.meets(thing.before, at: now, in: rule.zone) {
      thing.metAt = now
      if mayCheckIn(watch, by: thing.kind, at: now), isEnough(thing, owner, rule, at: now) {
        decision.merge(
          CheckInRules.checkIn(
            owner.checkIn, clientKey: nil, at: nil, source: .automatic, evidence: thing.kind,
            moment: moment
          ).decision)
      }
    }
    guard !owner.alarms.isEmpty,
      thing.shownAt.map({ abs(now.timeIntervalSince($0)) >= leastEntry }) ?? true
    else { return }
    thing.shownAt = now
    for alarm in owner.alarms {
      decision.record(.thingHeard, of: thing.person, alert: alarm, at: moment) {
        $0.evidence = thing.kind
      }
    }
    decision.touch(owner.checkIn.responders.map(\.person.id), .timeline)
  }

  /// A person who opens their link believes that they have checked in: notifies them that they have
  /// not, at most once an hour.
  private static func tellHeldBack(
    _ link: Thing, _ owner: HearingFacts.Owner, _ decision: inout Decision, _ moment: Moment
  ) {
    let watch = owner.checkIn.watch
    guard watch.isPaused || watch.stage == .missed else { return }
    if link.isHeldBack, let last = link.succeededAt,
      abs(moment.now.timeIntervalSince(last)) < leastTold
    {
      return
    }
    decision.tell(
      owner.checkIn.me,
      ThingNotices.heldBack(link, isPaused: watch.isPaused, at: moment.now), at: moment)
  }

  /// A signal from the person's own link is always enough by itself, and does not count towards
  /// later signals of the devices.
  private static func isEnough(
    _ thing: Thing, _ owner: HearingFacts.Owner, _ rule: EvidenceRule, at now: Date
  ) -> Bool {
    if thing.kind == .link { return true }
    let things = owner.things.map { $0.id == thing.id ? thing : $0 }
    return EvidenceRules.amount(things, since: owner.checkIn.watch.lastCheckIn, at: now, rule)
  }

  /// While a check-in restarts the countdown, or begins it: in no pause, and while no one has been
  /// notified.
  public static func isAwake(_ watch: Watch) -> Bool {
    watch.stage != .missed && !watch.isPaused
  }

  /// Leaves out a check-in that would hardly move the deadline: the person loses at most this much
  /// time, always on the safe side. A tap on the person's own link moves it as far as a tap in the
  /// app.
  private static func mayCheckIn(_ watch: Watch, by kind: ThingKind, at now: Date) -> Bool {
    guard isAwake(watch) else { return false }
    guard let last = watch.lastCheckIn, let deadline = watch.deadline else { return true }
    let gain = CheckInRules.deadline(after: now, by: kind, of: watch).timeIntervalSince(deadline)
    return now.timeIntervalSince(last) >= leastCheckIn || gain >= leastCheckIn
  }
}

extension Decision {
  /// Both, as one transaction.
  fileprivate mutating func merge(_ other: Decision) {
    events += other.events
    mutations += other.mutations
    notifications += other.notifications
    deliveries += other.deliveries
    activities += other.activities
    timeline += other.timeline
    for (viewer, topics) in other.changes { touch(viewer, topics) }
  }
}
