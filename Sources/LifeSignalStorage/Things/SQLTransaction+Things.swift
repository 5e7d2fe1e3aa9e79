import Foundation
import LifeSignalModel

extension SQLTransaction {
  func evidenceRule(of person: Person.ID) throws -> EvidenceRule? {
    try session.first(Statements.rule, [.id(person)]) { try EvidenceRule(&$0) }
  }

  func setEvidenceRule(_ rule: EvidenceRule, of person: Person.ID) throws -> Int {
    try session.change(
      Statements.setRule,
      [try .key(person), .text(rule.match.rawValue), .text(rule.zone.identifier)])
  }
}

extension EvidenceRule {
  init(_ row: inout SQLRow) throws {
    // A zone that a later database of zones has dropped must not silence a person's devices.
    self.init(match: try row.choice(unknown: .all), zone: Zone(try row.text()) ?? .utc)
  }
}

private enum Statements {
  static let rule: SQLText = "SELECT matching, zone FROM evidence_rules WHERE person_id = $1"
  static let setRule: SQLText = """
    INSERT INTO evidence_rules (person_id, matching, zone) VALUES ($1, $2, $3)
    ON CONFLICT (person_id) DO UPDATE SET matching = excluded.matching, zone = excluded.zone
    """
}
