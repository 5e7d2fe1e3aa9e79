import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTransaction {
  func audit(_ kind: AuditFinding.Kind, _ scope: AuditScope) throws -> AuditPage {
    let findings = SQLValue.int(scope.findings)
    switch kind {
    case .missedWithoutAlarm: return try page(AuditStatements.missedWithoutAlarm, scope)
    case .journeyWithoutAlarm: return try page(AuditStatements.journeyWithoutAlarm, scope)
    case .alarmUntold:
      return try page(AuditStatements.alarmUntold, scope, [.date(scope.entriesSince)])
    case .watchMissing: return try page(AuditStatements.watchMissing, scope)
    case .alarmContradicted: return try page(AuditStatements.alarmContradicted, scope)
    case .personMissing: return try page(AuditStatements.personMissing, scope)
    case .relationBroken: return try page(AuditStatements.relationBroken, scope)
    case .relationUnknown:
      let page = try page(AuditStatements.relationUnknown, scope)
      try readRelations(of: page.subjects)
      return page
    case .channelDamaged: return try page(AuditStatements.channelDamaged, scope)
    case .alarmUncalled:
      var page = try page(AuditStatements.alarmUncalled, scope)
      page.subjects += try all(AuditStatements.alarmHalfEnded, [findings]).subjects
      return page
    case .alarmUnheard:
      var page = try page(AuditStatements.alarmUnheard, scope, [.date(scope.entriesSince)])
      let unsent = try settled(AuditStatements.alarmUnsent, scope).subjects
      let unheard = page.subjects
      page.subjects += unsent.filter { !unheard.contains($0) }
      return page
    case .alarmLate:
      let late = try all(
        AuditStatements.escalationLate, [.date(scope.lateBefore), findings])
      let stranded = try all(
        AuditStatements.escalationStranded, [.date(scope.now + AuditScope.slack), findings])
      return AuditPage(subjects: late.subjects + stranded.subjects)
    case .watchWithoutTimer:
      let never = try all(AuditStatements.watchWithoutTimer, [findings]).subjects
      return try postponed(AuditStatements.watchPostponed, scope).with(never)
    case .journeyWithoutTimer:
      let never = try all(AuditStatements.journeyWithoutTimer, [findings]).subjects
      return try postponed(AuditStatements.journeyPostponed, scope).with(never)
    case .rowUnreadable:
      let keys = AuditStatements.promising.compactMap { session.damaged?.keys(of: $0) }
      return AuditPage(subjects: keys.flatMap { $0 }.sorted().prefix(scope.findings).map { $0 })
    case .watchLate:
      return try late(
        AuditStatements.watchLate, AuditStatements.watchFailing, AuditStatements.watchStranded,
        scope)
    case .journeyLate:
      return try late(
        AuditStatements.journeyLate, AuditStatements.journeyFailing,
        AuditStatements.journeyStranded, scope)
    case .alarmStuck: return try settled(AuditStatements.alarmStuck, scope)
    case .alarmUnreached: return try settled(AuditStatements.alarmUnreached, scope)
    case .alarmWithoutMessage: return try settled(AuditStatements.alarmWithoutMessage, scope)
    case .codeLate:
      guard scope.lateBefore > .distantPast else { return AuditPage() }
      return try all(
        AuditStatements.codeLate,
        [.date(scope.lateBefore - 30), findings, .date(scope.soon)])
    case .messageGivenUp: return try givenUp(Delivery.endedProcess, scope)
    case .messageUnreadable: return try givenUp(Delivery.unreadable, scope)
    case .pingLate:
      return try all(AuditStatements.pingLate, [.date(scope.lateBefore), findings])
    case .deliveryLate:
      let values: [SQLValue] = [.date(scope.lateBefore), findings]
      let late = try all(AuditStatements.deliveryLate, values)
      return AuditPage(
        subjects: late.subjects + (try all(AuditStatements.leaseLapsed, values).subjects))
    case .deliveryStranded:
      let ready = try all(
        AuditStatements.deliveryStranded, [.date(scope.strandedAfter), findings])
      let alarms = try all(
        AuditStatements.alarmStranded, [.date(scope.alarmStrandedAfter), findings])
      let leased = try all(AuditStatements.leaseStranded, [.date(scope.leasedAfter), findings])
      return AuditPage(
        subjects: ready.subjects + alarms.subjects.filter { !ready.subjects.contains($0) }
          + leased.subjects + (try all(AuditStatements.leaseEndless, [findings]).subjects)
          + (try all(AuditStatements.stateUnknown, [findings]).subjects))
    }
  }

  private func givenUp(_ reason: String, _ scope: AuditScope) throws -> AuditPage {
    let found: [(id: Int64, at: Date)] = try session.all(
      AuditStatements.messageGivenUp,
      [.date(scope.now - 86_400), .int(scope.findings), .text(reason)]
    ) { row in
      // The clock was ahead then, or the value is damaged: it was given up before now in any case.
      (id: try row.int64(), at: min(Date(milliseconds: try row.int64()), scope.now))
    }
    return AuditPage(
      subjects: found.map { $0.id },
      since: Dictionary(found.map { ($0.id, $0.at) }) { first, _ in first })
  }

  private func all(_ statement: SQLText, _ values: [SQLValue]) throws -> AuditPage {
    AuditPage(subjects: try session.all(statement, values) { try $0.int64() })
  }

  private func late(
    _ late: SQLText, _ failing: SQLText, _ stranded: SQLText, _ scope: AuditScope
  ) throws -> AuditPage {
    let never = try all(stranded, [.date(scope.neverAfter), .int(scope.findings)]).subjects
    // Nothing can be late yet, and finding that out would read everything.
    guard scope.lateBefore > .distantPast else { return AuditPage(subjects: never) }
    let values: [SQLValue] = [.date(scope.lateBefore), .int(scope.findings)]
    return AuditPage(
      subjects: try never + all(late, values).subjects
        + all(failing, values + [.date(scope.soon)]).subjects)
  }

  /// Only after the loops have had time to handle the row since the start.
  private func settled(_ page: AuditStatements.Page, _ scope: AuditScope) throws -> AuditPage {
    guard scope.lateBefore > .distantPast else { return AuditPage() }
    return try self.page(page, scope, [.date(scope.lateBefore)])
  }

  /// A row that failed is put off by seconds, and the clock may be changing.
  private func postponed(
    _ page: AuditStatements.Page, _ scope: AuditScope
  ) throws -> AuditPage {
    try self.page(page, scope, [.date(scope.now + AuditScope.slack)])
  }

  private func page(
    _ page: AuditStatements.Page, _ scope: AuditScope, _ more: [SQLValue] = []
  ) throws -> AuditPage {
    let bounds = try session.first(
      page.bounds, [.int64(scope.after), .int(scope.rows)]
    ) { row in (count: try row.int(), end: try row.optional { try $0.int64() }) }
    guard let bounds, let end = bounds.end else { return AuditPage() }
    let subjects = try session.all(
      page.broken, [.int64(scope.after), .int64(end), .int(scope.findings)] + more
    ) { try $0.int64() }
    return AuditPage(subjects: subjects, end: bounds.count < scope.rows ? nil : end)
  }
}

extension SQLTransaction {
  func requeueWatch(of person: Person.ID, at: Date) throws -> Bool {
    try wins(AuditRecordStatements.requeueWatch, [.id(person), .date(at)])
  }

  func requeueTravel(_ id: TravelData.ID, at: Date) throws -> Bool {
    try wins(AuditRecordStatements.requeueTravel, [.id(id), .date(at)])
  }

  func requeueEscalation(
    _ alert: AlertRecord.ID, steps: [EscalationPlan.Step], at: Date
  ) throws -> Bool {
    try session.change(AuditRecordStatements.reopenAlert, [.id(alert)])
    let isOn = try wins(
      AuditRecordStatements.requeueEscalation,
      [.id(alert), .date(at), .text(try StoredJSON.text(steps))])
    return try isOn || wins(AuditRecordStatements.endEscalation, [.id(alert), .date(at)])
  }

  func requeueDelivery(_ id: Delivery.ID, at: Date) throws -> Bool {
    try wins(AuditRecordStatements.requeueDelivery, [.id(id), .date(at)])
  }

  func auditSightings() throws -> [AuditSighting] {
    try session.allReadable(AuditRecordStatements.sightings, []) { row in
      AuditSighting(
        AuditFinding(try row.choice(), try row.int64()), foundAt: try row.date(),
        repairs: try row.int())
    }
  }

  func replaceAuditSightings(_ sightings: [AuditSighting]) throws {
    try session.change(AuditRecordStatements.forget, [])
    for sighting in sightings {
      try session.change(
        AuditRecordStatements.remember,
        [
          .text(sighting.finding.kind.rawValue), .int64(sighting.finding.subject),
          .date(sighting.foundAt), .int(sighting.repairs),
        ])
    }
  }
}

private enum AuditRecordStatements {
  /// The value of a column if it is in `range`, otherwise `other`. A value of the wrong type is never in a
  /// range, so the row is always readable afterwards.
  private static func kept(
    _ column: StaticString, in range: SQLText, or other: SQLText
  ) -> SQLText {
    "CASE WHEN \(column) BETWEEN \(range) THEN \(column) ELSE \(other) END"
  }
  private static let instants: SQLText = "0 AND 253402300799999"
  private static let counts: SQLText = "0 AND 9007199254740992"
  private static let lengths: SQLText = "0 AND 3600000"

  private static let unusedGen: SQLText = """
    (SELECT coalesce(max(a.gen), 0) + 1 FROM alerts a WHERE a.person_id = $1
      AND a.kind = 'missedCheckIn' AND a.gen BETWEEN \(counts))
    """

  /// Keeps a deadline that is in range and replaces any other by one so long ago that the alert is
  /// due. The alert comes due with the deadline, or immediately when that has passed. Ignores the
  /// plan: when a plan cannot be read, the interval applies.
  static let requeueWatch: SQLText = """
    UPDATE watches SET stage = 3,
      next_fire_at = CASE WHEN deadline_at > $2 AND deadline_at < $2 + 34560000000
        THEN deadline_at + \(kept("grace_ms", in: lengths, or: "0")) ELSE $2 END,
      deadline_at = \(kept("deadline_at", in: instants, or: "$2 - 3600000")),
      interval_ms = \(kept("interval_ms", in: "3600000 AND 604800000", or: "86400000")),
      grace_ms = \(kept("grace_ms", in: lengths, or: "600000")),
      last_check_in_at = \(kept("last_check_in_at", in: instants, or: "NULL")),
      paused_at = \(kept("paused_at", in: instants, or: "NULL")),
      paused_until = \(kept("paused_until", in: instants, or: "NULL")),
      resumed_at = \(kept("resumed_at", in: instants, or: "NULL")),
      gen = \(kept("gen", in: counts, or: unusedGen))
    WHERE person_id = $1
    """
  /// A generation out of range becomes the time in milliseconds, which no count of changes has reached: the keys of
  /// reminders contain it.
  static let requeueTravel: SQLText = """
    UPDATE travels SET stage = 2,
      next_fire_at = CASE WHEN due_at > $2 AND due_at < $2 + 34560000000
        THEN due_at + \(kept("grace_ms", in: lengths, or: "0")) ELSE $2 END,
      due_at = \(kept("due_at", in: instants, or: "$2 - 3600000")),
      grace_ms = \(kept("grace_ms", in: lengths, or: "600000")),
      overdue_at = \(kept("overdue_at", in: instants, or: "NULL")),
      gen = \(kept("gen", in: counts, or: "$2"))
    WHERE id = $1 AND ended_at IS NULL
    """
  /// For an alert that has ended in one column only: it is on, since an end is stored in both.
  static let reopenAlert: SQLText = """
    UPDATE alerts SET ended_at = NULL, end_reason = NULL
    WHERE id = $1 AND (ended_at IS NULL) <> (end_reason IS NULL) AND NOT EXISTS (
      SELECT 1 FROM alerts o
      WHERE o.person_id = alerts.person_id AND o.kind = alerts.kind AND o.ended_at IS NULL
        AND o.id <> alerts.id)
    """
  private static let isSilent: SQLText =
    "EXISTS (SELECT 1 FROM alerts WHERE id = $1 AND kind = 'duress')"
  /// Whether a responder has the alert, as far as that can be read: they are asked whether they still do. The
  /// responders of a duress alert are all called again.
  private static let isHeld: SQLText = """
    EXISTS (
      SELECT 1 FROM relations r
      WHERE r.owner_id = escalations.person_id AND r.peer_id = escalations.holder_id
        AND \(RelationStatements.isResponder) AND \(RelationStatements.isAccepted))
      AND escalations.held_since BETWEEN \(instants) AND NOT \(isSilent)
    """
  /// Numbers of lost calls are not used again, as they identify messages. A responder who was overruled must
  /// not have the alert again, so readable answers stay.
  static let requeueEscalation: SQLText = """
    INSERT INTO escalations (alert_id, person_id, steps, rounds, stage, step, round, calls,
      next_fire_at, gen, told)
    SELECT id, person_id, $3, 3, 1, 0, 1, 1000, $2, 1, '' FROM alerts
    WHERE id = $1 AND ended_at IS NULL
    ON CONFLICT (alert_id) DO UPDATE SET steps = CASE WHEN $3 = '[]' AND \(isSilent)
        THEN escalations.steps ELSE excluded.steps END,
      rounds = 3, stage = CASE WHEN \(isHeld) THEN 2 ELSE 1 END, step = 0, round = 1,
      next_fire_at = excluded.next_fire_at,
      person_id = excluded.person_id,
      calls = \(kept("escalations.calls", in: counts, or: "1000")),
      gen = \(kept("escalations.gen", in: counts, or: "0")) + 1,
      holder_id = CASE WHEN \(isHeld) THEN escalations.holder_id END,
      held_since = CASE WHEN \(isHeld) THEN escalations.held_since END,
      offered_to_id = NULL, exhausted_at = NULL, ended_at = NULL,
      helpers = CASE WHEN typeof(escalations.helpers) <> 'text' THEN '[]' WHEN \(isSilent)
        THEN replace(escalations.helpers, '"isComing":true', '"isComing":false')
        ELSE escalations.helpers END
    """
  /// For an alert that was ended while this row could not be read.
  static let endEscalation: SQLText = """
    UPDATE escalations SET next_fire_at = NULL, ended_at = $2
    WHERE alert_id = $1 AND (ended_at IS NULL OR next_fire_at IS NOT NULL)
      AND EXISTS (SELECT 1 FROM alerts WHERE id = $1 AND ended_at IS NOT NULL)
    """
  static let requeueDelivery: SQLText = """
    UPDATE deliveries SET state = 'ready', next_attempt_at = $2, lease_owner = NULL,
      lease_until = NULL, finished_at = NULL
    WHERE id = $1 AND (state IN ('done', 'dead')) IS NOT TRUE
    """
  static let sightings: SQLText =
    "SELECT kind, subject, found_at, repairs FROM audit_sightings ORDER BY found_at, kind, subject"
  static let forget: SQLText = "DELETE FROM audit_sightings"
  static let remember: SQLText = """
    INSERT INTO audit_sightings (kind, subject, found_at, repairs) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, subject) DO NOTHING
    """
}

extension AuditPage {
  /// With rows that were found without regard to the page.
  fileprivate func with(_ more: [Int64]) -> AuditPage {
    var page = self
    page.subjects += more.filter { !subjects.contains($0) }
    return page
  }
}
