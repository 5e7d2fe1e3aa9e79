import Foundation
import LifeSignalModel

extension SQLTransaction {
  func thing(_ id: Thing.ID) throws -> Thing? {
    try session.first(ThingStatements.byID, [.id(id)]) { try Thing(&$0) }
  }

  func thing(tokenHash: Data) throws -> Thing? {
    try session.first(ThingStatements.byToken, [.bytes(tokenHash)]) { try Thing(&$0) }
  }

  func things(of person: Person.ID) throws -> [Thing] {
    try session.all(ThingStatements.ofPerson, [.id(person)]) { try Thing(&$0) }
  }

  func evidenceRule(of person: Person.ID) throws -> EvidenceRule? {
    try session.first(ThingStatements.rule, [.id(person)]) { try EvidenceRule(&$0) }
  }

  func insert(_ thing: Thing) throws -> Bool {
    try wins(ThingStatements.insert, try thing.values())
  }

  func update(_ thing: Thing, from old: Thing) throws -> Bool {
    guard thing.id == old.id, thing.person == old.person else { return false }
    if thing.settings == old.settings {
      return try wins(ThingStatements.hear, [try .key(thing.id), .int64(old.gen)] + thing.heard)
    }
    return try wins(
      ThingStatements.update, [try .key(thing.id), .int64(old.gen)] + thing.changing)
  }

  func deleteThing(_ id: Thing.ID, of person: Person.ID) throws -> Bool {
    try wins(ThingStatements.delete, [.id(id), .id(person)])
  }

  func setEvidenceRule(_ rule: EvidenceRule, of person: Person.ID) throws {
    try session.change(
      ThingStatements.setRule,
      [try .key(person), .text(rule.match.rawValue), .text(rule.zone.identifier)])
  }
}

enum ThingStatements {
  static let byID: SQLText = "SELECT \(SQLTable.things.list) FROM things WHERE id = $1"
  /// One probe of the unique index, for every request, however often.
  static let byToken: SQLText = "SELECT \(SQLTable.things.list) FROM things WHERE token_hash = $1"
  static let ofPerson: SQLText =
    "SELECT \(SQLTable.things.list) FROM things WHERE person_id = $1 ORDER BY id"
  static let insert = SQLTable.things.insert
  static let update: SQLText = """
    UPDATE things SET name = $3, kind = $4, token_hash = $5, counts = $6, before_minutes = $7,
      created_at = $8, off_at = $9, succeeded_at = $10, failed_at = $11, started_at = $12,
      logged_at = $13, met_at = $14, shown_at = $15, gen = $16
    WHERE id = $1 AND gen = $2
    """
  /// The columns that a signal changes. None of them is in an index, so that no index is written.
  static let hear: SQLText = """
    UPDATE things SET succeeded_at = $3, failed_at = $4, started_at = $5, logged_at = $6,
      met_at = $7, shown_at = $8, gen = $9
    WHERE id = $1 AND gen = $2
    """
  static let delete: SQLText = "DELETE FROM things WHERE id = $1 AND person_id = $2"
  static let rule: SQLText = "SELECT matching, zone FROM evidence_rules WHERE person_id = $1"
  static let setRule: SQLText = """
    INSERT INTO evidence_rules (person_id, matching, zone) VALUES ($1, $2, $3)
    ON CONFLICT (person_id) DO UPDATE SET matching = excluded.matching, zone = excluded.zone
    """
}
