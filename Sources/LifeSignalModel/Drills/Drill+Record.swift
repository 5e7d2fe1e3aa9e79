public import Foundation

extension Drill: KeyedRecord {
  public static let table = RecordTable(
    "drills", unique: ["(person_id)"], passesOverUnreadable: true)

  public static let blank = Drill(person: "", nextFireAt: .distantPast)

  public static func column(of person: Person.ID) -> StoredValue { .id(person) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("person_id", &person, .key)
    try column("stage", &stage)
    try column("next_fire_at", &nextFireAt)
    try column("gen", &gen, .compared)
    try column("ended_at", &endedAt)
    try column.json("links", &links, .always, or: [])
    try column("warned_at", &warnedAt)
  }
}

extension Drill: TimedRecord {
  public static let lists = [timer.due, timer.waiting]
  public static let timer = RecordTimer<Drill>("next_fire_at")

  public var wakesAt: Date? { nextFireAt }
}

extension Drill.Stage: ColumnValue {}

extension RecordReads {
  /// Nil before the first is planned, and while it cannot be read.
  public func drill(of person: Person.ID) throws -> Drill? { try find(person) }
}
