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
    case .alarmUncalled: return try page(AuditStatements.alarmUncalled, scope)
    case .alarmUnheard:
      return try page(AuditStatements.alarmUnheard, scope, [.date(scope.entriesSince)])
    case .alarmLate:
      let late = try all(
        AuditStatements.escalationLate, [.date(scope.lateBefore), findings])
      let stranded = try all(
        AuditStatements.escalationStranded, [.date(scope.strandedAfter), findings])
      return AuditPage(subjects: late.subjects + stranded.subjects)
    case .watchWithoutTimer: return try all(AuditStatements.watchWithoutTimer, [findings])
    case .journeyWithoutTimer: return try all(AuditStatements.journeyWithoutTimer, [findings])
    case .watchLate:
      return try late(AuditStatements.watchLate, AuditStatements.watchFailing, scope)
    case .journeyLate:
      return try late(AuditStatements.journeyLate, AuditStatements.journeyFailing, scope)
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
      let leased = try all(AuditStatements.leaseStranded, [.date(scope.leasedAfter), findings])
      return AuditPage(subjects: ready.subjects + leased.subjects)
    }
  }

  private func all(_ statement: SQLText, _ values: [SQLValue]) throws -> AuditPage {
    AuditPage(subjects: try session.all(statement, values) { try $0.int64() })
  }

  private func late(
    _ late: SQLText, _ failing: SQLText, _ scope: AuditScope
  ) throws -> AuditPage {
    // Nothing can be late by then, and everything would have to be looked at to see it.
    guard scope.lateBefore > .distantPast else { return AuditPage() }
    let values: [SQLValue] = [.date(scope.lateBefore), .int(scope.findings)]
    return AuditPage(
      subjects: try all(late, values).subjects
        + all(failing, values + [.date(scope.soon)]).subjects)
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
    try wins(
      AuditRecordStatements.requeueEscalation,
      [.id(alert), .date(at), .text(try StoredJSON.text(steps))])
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

  func loopTurns() throws -> [LoopName: Date] {
    let turns: [(LoopName, Date)] = try session.allReadable(AuditRecordStatements.turns, []) {
      (try $0.choice(), try $0.date())
    }
    return Dictionary(turns) { first, _ in first }
  }

  func setLoopTurns(_ turns: [LoopName: Date]) throws {
    for (name, at) in turns {
      try session.change(AuditRecordStatements.setTurn, [.text(name.rawValue), .date(at)])
    }
  }
}

extension SQLTransaction {
  func secret(_ name: String) throws -> Data? {
    try session.first(AuditRecordStatements.secret, [.text(name)]) { try $0.bytes() }
  }

  func insertSecret(_ name: String, _ value: Data) throws -> Bool {
    try wins(AuditRecordStatements.insertSecret, [.text(name), .bytes(value)])
  }
}

private enum AuditRecordStatements {
  /// The deadline stays where it can be one: without it nobody could say when it was missed.
  static let requeueWatch: SQLText = """
    UPDATE watches SET stage = 3, next_fire_at = $2, deadline_at = coalesce(deadline_at, $2)
    WHERE person_id = $1
    """
  static let requeueTravel: SQLText =
    "UPDATE travels SET stage = 2, next_fire_at = $2 WHERE id = $1 AND ended_at IS NULL"
  /// Numbers of calls that were lost are not used again: messages are known by them.
  static let requeueEscalation: SQLText = """
    INSERT INTO escalations (alert_id, person_id, steps, rounds, stage, step, round, calls,
      next_fire_at, gen, told)
    SELECT id, person_id, $3, 3, 1, 0, 1, 1000, $2, 1, '' FROM alerts
    WHERE id = $1 AND ended_at IS NULL
    ON CONFLICT (alert_id) DO UPDATE SET steps = CASE WHEN $3 = '[]' AND EXISTS (
        SELECT 1 FROM alerts WHERE id = $1 AND kind = 'duress')
        THEN escalations.steps ELSE excluded.steps END,
      rounds = 3, stage = 1, step = 0, round = 1, next_fire_at = excluded.next_fire_at,
      gen = escalations.gen + 1, holder_id = NULL, held_since = NULL, offered_to_id = NULL,
      exhausted_at = NULL, ended_at = NULL
    """
  static let requeueDelivery: SQLText = """
    UPDATE deliveries SET state = 'ready', next_attempt_at = $2, lease_owner = NULL,
      lease_until = NULL
    WHERE id = $1 AND state IN ('ready', 'leased')
    """
  static let sightings: SQLText =
    "SELECT kind, subject, found_at, repairs FROM audit_sightings ORDER BY found_at, kind, subject"
  static let forget: SQLText = "DELETE FROM audit_sightings"
  static let remember: SQLText = """
    INSERT INTO audit_sightings (kind, subject, found_at, repairs) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING
    """
  static let secret: SQLText = "SELECT value FROM secrets WHERE name = $1"
  static let insertSecret: SQLText =
    "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
  static let turns: SQLText = "SELECT name, turned_at FROM loop_turns"
  static let setTurn: SQLText = """
    INSERT INTO loop_turns (name, turned_at) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET turned_at = excluded.turned_at
    """
}
