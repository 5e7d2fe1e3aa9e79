public import Foundation

/// The stored facts about the subject of a finding. An unreadable row counts as missing.
public struct RepairFacts: Equatable, Sendable {
  /// The person the promise was made to.
  public var me: Recipient?
  public var watch: Watch?
  public var travel: Travel?
  /// The alert of the finding's kind, open or the newest ended one.
  public var alert: Alert?
  public var escalation: Escalation?
  public var responders: [Recipient]
  /// Whether the person has responders, where the watch is missing.
  public var hasResponders = false
  /// For a duress alert: the sheet of the code that raised it.
  public var sheet: CheckInSheet?
  /// For a duress alert: the people its record lists as notified.
  public var told: [Person.ID] = []
  /// The newest check-in of the person, where the watch is missing.
  public var lastCheckIn: Date?
  /// The late message, where no courier carries its kind.
  public var uncarried: Delivery?

  public init(
    me: Recipient? = nil, watch: Watch? = nil, travel: Travel? = nil, alert: Alert? = nil,
    escalation: Escalation? = nil, responders: [Recipient] = []
  ) {
    self.me = me
    self.watch = watch
    self.travel = travel
    self.alert = alert
    self.escalation = escalation
    self.responders = responders
  }
}

/// Restores broken promises.
///
/// Puts rows back into their queues instead of processing them, so that the usual loops do the
/// rest. The dedupe keys prevent a second notification.
public enum RepairRules {
  /// Does nothing when the finding no longer exists, or when only time can help.
  public static func repair(
    _ finding: AuditFinding, _ facts: RepairFacts, moment: Moment
  ) -> Decision {
    let now = moment.now
    switch finding.kind {
    case .missedWithoutAlarm:
      guard let watch = facts.watch else { return requeueWatch(finding, now) }
      guard watch.stage == .missed, facts.alert?.isOpen != true else { return Decision(.unchanged) }
      return Decision(mutations: [.updateWatch(due(watch, facts.alert, now), from: watch)])
    case .watchWithoutTimer:
      guard let watch = facts.watch, let me = facts.me else { return requeueWatch(finding, now) }
      guard watch.stage != .missed, watch.deadline != nil || watch.countdownStart != nil else {
        return Decision(.unchanged)
      }
      let waiting = watch.due(after: now, me.person.notifications)
      guard watch.deadline == nil || watch.nextFireAt.map({ waiting.mayPrecede($0) }) ?? true
      else { return Decision(.unchanged) }
      return Decision(mutations: [.updateWatch(waiting, from: watch)])
    case .watchLate:
      // The loop only has to look at the row; an unreadable one is replaced by a readable one.
      return facts.watch == nil ? requeueWatch(finding, now) : Decision(.unchanged)
    case .watchMissing:
      guard facts.watch == nil else { return Decision(.unchanged) }
      let person = Person.ID(finding.subject)
      return Decision(mutations: [.insertWatch(Watch(replacing: person, facts, at: now))])
    case .relationBroken:
      return Decision(mutations: [.restoreRelations(of: Person.ID(finding.subject))])

    case .journeyWithoutAlarm:
      guard let travel = facts.travel else { return requeueTravel(finding, now) }
      guard travel.isOverdue, facts.alert?.isOpen != true else { return Decision(.unchanged) }
      var due = travel
      due.stage = .alarm
      due.nextFireAt = now.storable
      return Decision(mutations: [.updateTravel(due, from: travel)])
    case .journeyWithoutTimer:
      guard let travel = facts.travel else { return requeueTravel(finding, now) }
      guard travel.isOpen, !travel.isOverdue,
        travel.nextFireAt.map({ $0 > travel.alarmAt }) ?? true
      else { return Decision(.unchanged) }
      if let alert = facts.alert, alert.isOpen, alert.isAbout(travel) {
        return Decision(mutations: [.updateTravel(travel.overdue(by: alert), from: travel)])
      }
      let waiting = TravelSchedule.waiting(travel, after: now)
      return Decision(mutations: [.updateTravel(waiting, from: travel)])
    case .journeyLate:
      return facts.travel == nil ? requeueTravel(finding, now) : Decision(.unchanged)

    case .alarmUntold:
      return tellAgain(facts, moment)
    case .alarmUncalled, .alarmUnheard:
      return recall(finding, facts, now)
    case .alarmLate:
      guard let row = facts.escalation else { return recall(finding, facts, now) }
      // A row that is already due needs no repair: the loop only has to look at it.
      guard row.isOpen, let next = row.nextFireAt, next > now else { return Decision(.unchanged) }
      var due = row
      due.nextFireAt = now.storable
      due.gen += 1
      return Decision(mutations: [.updateEscalation(due, from: row)])
    case .deliveryStranded:
      return Decision(mutations: [.requeueDelivery(Delivery.ID(finding.subject), at: now.storable)])
    case .alarmStuck:
      // Its row exists and comes due again and again, so a damaged value in the row must be the cause.
      return recall(finding, facts, now)
    case .deliveryLate:
      guard let waiting = facts.uncarried, waiting.giveUpAt < now else {
        return Decision(.unchanged)
      }
      return Decision(
        mutations: [.abandonDelivery(waiting.id, reason: Delivery.noCourier, at: now)])
    case .codeLate, .pingLate, .messageGivenUp, .messageUnreadable, .alarmUnreached,
      .alarmWithoutMessage, .alarmContradicted, .personMissing, .relationUnknown, .channelDamaged,
      .rowUnreadable:
      return Decision(.unchanged)
    }
  }

  /// Makes the alert due again. If an alert of this generation has ended, a new generation begins,
  /// since the old alert's rows would pass for those of the new.
  private static func due(_ watch: Watch, _ last: Alert?, _ now: Date) -> Watch {
    var due = watch
    due.stage = .alarm
    due.nextFireAt = now.storable
    if let last, last.gen == watch.gen { due.gen += 1 }
    return due
  }

  private static func requeueWatch(_ finding: AuditFinding, _ now: Date) -> Decision {
    Decision(mutations: [.requeueWatch(Person.ID(finding.subject), at: now.storable)])
  }

  private static func requeueTravel(_ finding: AuditFinding, _ now: Date) -> Decision {
    Decision(mutations: [.requeueTravel(TravelData.ID(finding.subject), at: now.storable)])
  }

  /// Calls all responders again, because the record of who was called before is lost; a responder who
  /// has the alert, as far as that can be read, is asked instead.
  private static func recall(
    _ finding: AuditFinding, _ facts: RepairFacts, _ now: Date
  ) -> Decision {
    Decision(
      mutations: [
        .requeueEscalation(
          AlertRecord.ID(finding.subject), steps: audience(facts), at: now.storable)
      ])
  }

  /// The responders who may know of a duress alert when its own row no longer lists them: those who
  /// were notified, all of them in its first call; without a record of that, those on the sheet of
  /// codes. No one else, whatever is lost: another responder may be the danger, or may have become
  /// a responder since.
  private static func audience(_ facts: RepairFacts) -> [EscalationPlan.Step] {
    guard facts.alert?.kind == .duress else { return [] }
    if let row = facts.escalation, !row.audience.isEmpty { return row.steps }
    let named = facts.sheet?.named(of: facts.responders).map(\.person.id) ?? []
    let people = facts.told.isEmpty ? named : facts.told
    return EscalationPlan.everybody.resolved(for: Set(people).sorted())
  }

  /// Their responders are called by the escalation, and missed there if they were not.
  private static func tellAgain(_ facts: RepairFacts, _ moment: Moment) -> Decision {
    guard let me = facts.me, let alert = facts.alert, alert.isOpen else {
      return Decision(.unchanged)
    }
    let hasResponders = !facts.responders.isEmpty
    var decision = Decision()
    let notice: Notice
    switch alert.kind {
    case .manual:
      notice = AlertNotices.activated(
        alert, by: me.person, hasResponders: hasResponders, madeAt: alert.startedAt,
        at: moment.now)
    case .missedCheckIn:
      var watch = facts.watch ?? Watch(person: me.person.id)
      watch.gen = alert.gen ?? watch.gen
      notice = CheckInNotices.missed(alert, of: watch, hasResponders: hasResponders)
    case .travel:
      guard let travel = facts.travel else { return Decision(.unchanged) }
      notice = TravelNotices.overdue(travel, alert, hasResponders: hasResponders)
    case .duress:
      // The person in danger is never notified of their own duress alert.
      return Decision(.unchanged)
    }
    decision.tell(me, notice, at: moment)
    return decision
  }
}

extension Watch {
  /// A copy whose next step follows from the deadline; a lost deadline follows from the start of the
  /// countdown.
  fileprivate func due(after now: Date, _ preferences: NotificationPreferences) -> Watch {
    var copy = self
    if deadline == nil, let start = countdownStart {
      copy.deadline =
        pausedUntil.map { plan.deadline(beginning: $0) } ?? plan.deadline(after: start)
      copy.gen += 1
    }
    return WatchSchedule.waiting(copy, after: now, preferences)
  }

  /// Whether this next step is before another one by more than a clock that is being set explains.
  fileprivate func mayPrecede(_ other: Date) -> Bool {
    nextFireAt.map { $0 + 60 < other } ?? false
  }
}
