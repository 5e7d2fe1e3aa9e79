/// The rule that a person has set for the signals of their devices.
public struct StoredRule: Equatable, Sendable {
  public var person: Person.ID
  public var rule: EvidenceRule

  public init(person: Person.ID, rule: EvidenceRule) {
    self.person = person
    self.rule = rule
  }
}

extension StoredRule: KeyedRecord {
  public static let table = RecordTable("evidence_rules", unique: ["(person_id)"], replaces: true)

  public static let blank = StoredRule(person: "", rule: .standard)

  public static func column(of person: Person.ID) -> StoredValue { .id(person) }

  public mutating func columns(_ column: inout Columns) throws {
    var zone = rule.zone.identifier
    try column("person_id", &person, .key)
    try column("matching", &rule.match, or: .all)
    try column("zone", &zone, or: "")
    // A zone that a later database of zones has dropped must not silence a person's devices.
    if column.isReading { rule.zone = Zone(zone) ?? .utc }
  }
}

extension EvidenceRule.Match: OpenChoice {
  public static var unknown: EvidenceRule.Match { .all }
}

extension RecordReads {
  /// Nil while the person has set none.
  public func evidenceRule(of person: Person.ID) throws -> EvidenceRule? {
    try (find(person) as StoredRule?)?.rule
  }
}
