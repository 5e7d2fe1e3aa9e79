/// An escalation plan as its person has stored it.
public struct StoredPlan: Equatable, Sendable {
  public var person: Person.ID
  /// Nil if it is unreadable. As without a plan, everyone is then called immediately: it delays no
  /// alert.
  public var plan: EscalationPlan?

  public init(person: Person.ID, plan: EscalationPlan?) {
    self.person = person
    self.plan = plan
  }
}

extension StoredPlan: KeyedRecord {
  public static let table = RecordTable(
    "escalation_plans", unique: ["(person_id)"], replaces: true)

  public static let lists = [all]
  static let all = Rows<StoredPlan>(
    .above("person_id"), order: .rising("person_id"), passesOverUnreadable: true)

  public static let blank = StoredPlan(person: "", plan: nil)

  public static func column(of person: Person.ID) -> StoredValue { .id(person) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("person_id", &person, .key)
    try column.json("plan", &plan, or: nil)
  }
}

extension RecordReads {
  /// Nil while the person has made none.
  public func escalationPlan(of person: Person.ID) throws -> EscalationPlan? {
    try (find(person) as StoredPlan?)?.plan
  }

  /// Reads this many escalation plans, those of the people after this number, so that an unreadable
  /// one is counted before an alert needs it.
  /// - Returns: the number to continue after; nil at the end.
  public func examineEscalationPlans(after: Int64, limit: Int) throws -> Int64? {
    let plans = try list(StoredPlan.all, .int64(after), limit: limit)
    return plans.count < limit ? nil : plans.last?.person.int64
  }
}
