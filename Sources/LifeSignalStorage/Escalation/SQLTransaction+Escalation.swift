import Foundation
import LifeSignalModel

extension SQLTransaction {
  func escalationPlan(of person: Person.ID) throws -> EscalationPlan? {
    let stored = try session.first(EscalationStatements.plan, [.id(person)]) {
      try StoredPlan(&$0)
    }
    return stored?.plan
  }

  func examineEscalationPlans(after: Int64, limit: Int) throws -> Int64? {
    let people = try session.allReadable(
      EscalationStatements.plans, [.int64(after), .int(limit)]
    ) { try StoredPlan(&$0).person }
    return people.count < limit ? nil : people.last
  }

  func setEscalationPlan(_ plan: EscalationPlan?, of person: Person.ID) throws {
    guard let plan else {
      try session.change(EscalationStatements.removePlan, [.id(person)])
      return
    }
    try session.change(
      EscalationStatements.setPlan, [try .key(person), .text(try StoredJSON.text(plan))])
  }

  func escalation(_ alert: AlertRecord.ID) throws -> Escalation? {
    try session.first(EscalationStatements.byAlert, [.id(alert)]) { try Escalation(&$0) }
  }

  func dueEscalations(at now: Date, limit: Int) throws -> [Escalation] {
    try session.firstReadable(limit, EscalationStatements.due, [.date(now)]) {
      try Escalation(&$0)
    }
  }

  func earliestEscalation() throws -> Date? {
    // The whole row: one that ``dueEscalations(at:limit:)`` leaves out would be due for ever.
    try session.firstReadable(1, EscalationStatements.earliest, []) { try Escalation(&$0) }
      .first?.nextFireAt
  }

  func escalations(heldBy person: Person.ID) throws -> [Escalation] {
    try session.allReadable(EscalationStatements.held, [.id(person)]) { try Escalation(&$0) }
  }

  func insert(_ escalation: Escalation) throws -> Bool {
    try wins(EscalationStatements.insert, try escalation.values())
  }

  func update(_ escalation: Escalation, from old: Escalation) throws -> Bool {
    guard escalation.alert == old.alert, escalation.person == old.person else { return false }
    let values: [SQLValue] = [
      try .key(escalation.alert), .int(escalation.stage.rawValue), .int(escalation.step),
      .int(escalation.round), .int(escalation.calls), .date(escalation.nextFireAt),
      .int64(escalation.gen), .text(escalation.told.map(\.rawValue).joined(separator: " ")),
      try .key(escalation.holder), .date(escalation.heldSince), try .key(escalation.offeredTo),
      .date(escalation.exhaustedAt), .date(escalation.endedAt), .int64(old.gen),
      // The steps change when a duress alert is raised again, and hardly ever otherwise.
      escalation.steps == old.steps ? .null : .text(try StoredJSON.text(escalation.steps)),
      .text(try StoredJSON.text(escalation.helpers)),
    ]
    return try wins(EscalationStatements.update, values)
  }
}

/// An escalation plan, and the number of its person.
struct StoredPlan {
  let person: Int64
  /// Nil if it is unreadable. As without a plan, everyone is then called immediately: it delays no
  /// alert.
  let plan: EscalationPlan?

  init(_ row: inout SQLRow) throws {
    row.begin(.escalationPlans)
    person = try row.int64()
    plan = row.read(or: nil) { try StoredJSON.value($0.text()) as EscalationPlan }
  }
}

enum EscalationStatements {
  static let plan: SQLText =
    "SELECT \(SQLTable.escalationPlans.list) FROM escalation_plans WHERE person_id = $1"
  static let plans: SQLText = """
    SELECT \(SQLTable.escalationPlans.list) FROM escalation_plans
    WHERE person_id > $1 ORDER BY person_id LIMIT $2
    """
  static let setPlan: SQLText = """
    INSERT INTO escalation_plans (person_id, plan) VALUES ($1, $2)
    ON CONFLICT (person_id) DO UPDATE SET plan = excluded.plan
    """
  static let removePlan: SQLText = "DELETE FROM escalation_plans WHERE person_id = $1"
  static let byAlert: SQLText =
    "SELECT \(SQLTable.escalations.list) FROM escalations WHERE alert_id = $1"
  /// Served by the partial index in its own order, as the watches are.
  static let due: SQLText = """
    SELECT \(SQLTable.escalations.list) FROM escalations
    WHERE next_fire_at IS NOT NULL AND next_fire_at <= $1 ORDER BY next_fire_at LIMIT $2 OFFSET $3
    """
  static let earliest: SQLText = """
    SELECT \(SQLTable.escalations.list) FROM escalations
    WHERE next_fire_at IS NOT NULL ORDER BY next_fire_at LIMIT $1 OFFSET $2
    """
  static let held: SQLText = """
    SELECT \(SQLTable.escalations.list) FROM escalations
    WHERE holder_id = $1 AND ended_at IS NULL
    """
  static let insert = SQLTable.escalations.insert
  static let update: SQLText = """
    UPDATE escalations SET stage = $2, step = $3, round = $4, calls = $5, next_fire_at = $6,
      gen = $7, told = $8, holder_id = $9, held_since = $10, offered_to_id = $11,
      exhausted_at = $12, ended_at = $13, steps = coalesce($15, steps), helpers = $16
    WHERE alert_id = $1 AND ended_at IS NULL AND gen = $14
    """
}
