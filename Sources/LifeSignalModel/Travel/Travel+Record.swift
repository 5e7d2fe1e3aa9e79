public import Foundation

extension Travel: KeyedRecord {
  public static let table = RecordTable(
    "travels", unique: ["(person_id) WHERE ended_at IS NULL"])

  public static let blank = Travel(
    id: "", person: "", note: "", startedAt: .distantPast, dueAt: .distantPast)

  public static func column(of id: TravelData.ID) -> StoredValue { .id(id) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("note", &note, or: "")
    try column("started_at", &startedAt, or: Date(milliseconds: 0))
    try column("due_at", &dueAt)
    try column("grace_ms", &grace)
    try column("stage", &stage, .compared)
    try column("next_fire_at", &nextFireAt, .compared)
    try column("gen", &gen, .compared)
    try column("overdue_at", &overdueAt)
    try column("ended_at", &endedAt, .end)
    try column("end_reason", &end)
    guard column.isReading else { return }
    isDamaged = column.isDamaged
    // It promises nothing any more.
    if !isOpen { column.forgive() }
  }
}

extension Travel: TimedRecord {
  public static let timer = RecordTimer<Travel>("next_fire_at", where: .present("next_fire_at"))

  public var wakesAt: Date? { nextFireAt }
}

extension Travel.Stage: ColumnValue {}

extension Travel.End: OpenChoice {
  public static var unknown: Travel.End { .cancelled }
}
