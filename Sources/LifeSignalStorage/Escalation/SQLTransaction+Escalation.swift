import Foundation
import LifeSignalModel

extension SQLTable {
  static let escalationPlans = SQLTable(name: "escalation_plans", columns: ["person_id", "plan"])
}

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

  func setEscalationPlan(_ plan: EscalationPlan?, of person: Person.ID) throws -> Int {
    guard let plan else {
      return try session.change(EscalationStatements.removePlan, [.id(person)])
    }
    return try session.change(
      EscalationStatements.setPlan, [try .key(person), .text(try StoredJSON.text(plan))])
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
}
