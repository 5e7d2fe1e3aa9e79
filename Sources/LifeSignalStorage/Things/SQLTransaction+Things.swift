import Foundation
import LifeSignalModel

extension SQLTable {
  static let things = SQLTable(Thing.self)
}

extension SQLTransaction {
  func thing(tokenHash: Data) throws -> Thing? {
    try session.first(ThingStatements.byToken, [.bytes(tokenHash)]) { try Thing(&$0) }
  }

  func things(of person: Person.ID) throws -> [Thing] {
    try session.all(ThingStatements.ofPerson, [.id(person)]) { try Thing(&$0) }
  }

  func evidenceRule(of person: Person.ID) throws -> EvidenceRule? {
    try session.first(ThingStatements.rule, [.id(person)]) { try EvidenceRule(&$0) }
  }

  func setEvidenceRule(_ rule: EvidenceRule, of person: Person.ID) throws -> Int {
    try session.change(
      ThingStatements.setRule,
      [try .key(person), .text(rule.match.rawValue), .text(rule.zone.identifier)])
  }
}

extension EvidenceRule {
  init(_ row: inout SQLRow) throws {
    // A zone that a later database of zones has dropped must not silence a person's devices.
    self.init(match: try row.choice(unknown: .all), zone: Zone(try row.text()) ?? .utc)
  }
}

enum ThingStatements {
  /// One probe of the unique index, for every request, however often.
  static let byToken: SQLText = "SELECT \(SQLTable.things.list) FROM things WHERE token_hash = $1"
  static let ofPerson: SQLText =
    "SELECT \(SQLTable.things.list) FROM things WHERE person_id = $1 ORDER BY id"
  static let rule: SQLText = "SELECT matching, zone FROM evidence_rules WHERE person_id = $1"
  static let setRule: SQLText = """
    INSERT INTO evidence_rules (person_id, matching, zone) VALUES ($1, $2, $3)
    ON CONFLICT (person_id) DO UPDATE SET matching = excluded.matching, zone = excluded.zone
    """
}
