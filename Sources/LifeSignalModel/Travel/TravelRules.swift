public import Foundation

/// The stored facts about a person whose trip is being decided.
public struct TravelFacts: Equatable, Sendable {
  public var me: Recipient
  /// The person's own grace, in seconds.
  public var grace: TimeInterval
  /// The trip that has not ended.
  public var open: Travel?
  /// The trip the command names, ended or not; nil when it is not the person's.
  public var named: Travel?
  /// The open alert about a trip.
  public var alarm: Alert?
  public var responders: [Recipient]
  /// Everyone who sees this person.
  public var peers: [Person.ID]
  /// The order in which the responders are called.
  public var plan: EscalationPlan
  /// How far the escalation of ``alarm`` has come.
  public var escalation: Escalation?

  public init(
    me: Recipient, grace: TimeInterval = CheckInSettings.defaultGracePeriod, open: Travel? = nil,
    named: Travel? = nil, alarm: Alert? = nil, responders: [Recipient] = [],
    peers: [Person.ID] = [], plan: EscalationPlan = .everybody, escalation: Escalation? = nil
  ) {
    self.me = me
    self.grace = grace
    self.open = open
    self.named = named
    self.alarm = alarm
    self.responders = responders
    self.peers = peers
    self.plan = plan
    self.escalation = escalation
  }
}

/// Trips: "if I am not there by half past ten". They are independent of check-ins, and no check-in
/// ends one: a person may check in on the way.
public enum TravelRules {
  /// Seconds.
  public static let longest: TimeInterval = 48 * 3_600
  public static let longestNote = 500
  /// Seconds before the end at which the person is reminded.
  public static let reminderLead: TimeInterval = 900

  public static func start(
    _ facts: TravelFacts, due: Date, note: String, moment: Moment
  ) throws(Refusal) -> Decided<TravelData> {
    let due = try validated(due, moment)
    let note = try PlainText.note(note, longest: longestNote, else: .travelNoteTooLong)
    if let open = facts.open {
      // The same request again is a repeat, not a second trip.
      guard open.dueAt == due, open.note == note, open.stage != .overdue, !open.isDamaged else {
        throw .travelUnderWay
      }
      return Decided(Decision(), TravelData(open))
    }
    let travel = TravelSchedule.waiting(
      Travel(
        id: TravelData.ID(moment.mint()), person: facts.me.person.id, note: note,
        startedAt: moment.now.storable, dueAt: due, grace: facts.grace),
      after: moment.now)
    var decision = Decision(
      events: [.travelStarted(travel.id)], mutations: [.insertTravel(travel)])
    decision.record(.travelStarted, of: travel.person, at: moment) { $0.until = travel.dueAt }
    decision.touch(travel.person, .user)
    return Decided(decision, TravelData(travel))
  }

  /// Also during the grace period: then no one is notified.
  public static func extend(
    _ facts: TravelFacts, due: Date, moment: Moment
  ) throws(Refusal) -> Decided<TravelData> {
    guard let old = facts.named else { throw .travelNotFound }
    guard old.isOpen else { throw .travelOver }
    guard old.stage != .overdue else { throw .travelOverdue }
    let due = try validated(due, moment)
    guard due >= old.dueAt else { throw .travelInThePast }
    if due == old.dueAt, !old.isDamaged { return Decided(Decision(), TravelData(old)) }
    var travel = old
    travel.dueAt = due
    travel.gen = gen(after: old, moment)
    travel = TravelSchedule.waiting(travel, after: moment.now)
    var decision = Decision(
      events: [.travelChanged(travel.id)], mutations: [.updateTravel(travel, from: old.whole)])
    decision.record(.travelExtended, of: travel.person, at: moment) { $0.until = travel.dueAt }
    decision.touch(travel.person, .user)
    return Decided(decision, TravelData(travel))
  }

  /// Ends the trip, and its alert if there is one: then the responders are notified. Arriving twice
  /// is arriving once.
  public static func arrive(_ facts: TravelFacts, moment: Moment) throws(Refusal) -> Decision {
    try end(facts, .arrived, moment)
  }

  /// Ends a trip that no one has been notified of.
  public static func cancel(_ facts: TravelFacts, moment: Moment) throws(Refusal) -> Decision {
    try end(facts, .cancelled, moment)
  }

  private static func end(
    _ facts: TravelFacts, _ end: Travel.End, _ moment: Moment
  ) throws(Refusal) -> Decision {
    guard let old = facts.named else { throw .travelNotFound }
    guard old.isOpen else { return Decision() }
    // The alert decides too: a damaged stage must not leave it on.
    let wasOverdue = old.stage == .overdue || facts.alarm != nil
    guard end == .arrived || !wasOverdue else { throw .travelOverdue }
    let travel = ended(old, end, moment)
    var decision = Decision(
      events: [.travelEnded(travel.id)], mutations: [.updateTravel(travel, from: old.whole)])
    decision.record(
      end == .arrived ? .travelArrived : .travelCancelled, of: travel.person,
      alert: wasOverdue ? facts.alarm?.id : nil, at: moment)
    decision.touch(travel.person, .user)
    guard wasOverdue else { return decision }
    if let alarm = facts.alarm {
      decision.mutations.append(.endAlert(alarm.id, at: moment.now, reason: .arrived))
      decision.record(.alarmEnded, of: travel.person, alert: alarm.id, at: moment) {
        $0.endReason = .arrived
      }
    }
    decision.end(facts.escalation, moment)
    for responder in facts.responders where facts.escalation.hears(responder) {
      decision.tell(
        responder, TravelNotices.arrived(facts.me.person, travel.id.rawValue, facts.alarm),
        about: facts.alarm?.id, at: moment)
    }
    decision.touch(facts.peers, .contacts)
    return decision
  }

  static func ended(_ old: Travel, _ end: Travel.End, _ moment: Moment) -> Travel {
    var travel = old
    travel.nextFireAt = nil
    travel.endedAt = moment.now.storable
    travel.end = end
    travel.gen = gen(after: old, moment)
    return travel
  }

  /// The keys of reminders contain it. Of a damaged trip it is the time in milliseconds, which no count of
  /// changes has reached.
  private static func gen(after old: Travel, _ moment: Moment) -> Int64 {
    old.isDamaged ? moment.now.milliseconds : old.gen + 1
  }

  private static func validated(_ due: Date, _ moment: Moment) throws(Refusal) -> Date {
    guard due > moment.now else { throw .travelInThePast }
    guard due <= moment.now + longest else { throw .travelTooLong }
    return due.storable
  }
}
