import Foundation

extension Thing: KeyedRecord {
  public static let table = RecordTable("things", unique: ["(token_hash)"])

  public static let blank = Thing(
    id: "", person: "", name: "", kind: .something, tokenHash: Data(), createdAt: .distantPast)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  /// A device stays heard, and can be removed, with values that cannot be read; not without its token, its
  /// owner and whether it is switched off. A signal changes only the last columns. None of them is in an index, so that no index is written.
  public mutating func columns(_ column: inout Columns) throws {
    var minutes = before?.minutes
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("name", &name, or: "")
    try column("kind", &kind, or: .something)
    try column("token_hash", &tokenHash)
    try column("counts", &counts, or: true)
    try column("before_minutes", &minutes, or: nil)
    try column("created_at", &createdAt, or: Date(milliseconds: 0))
    try column("off_at", &offAt)
    try column("succeeded_at", &succeededAt, or: nil)
    try column("failed_at", &failedAt, or: nil)
    try column("started_at", &startedAt, or: nil)
    try column("logged_at", &loggedAt, or: nil)
    try column("met_at", &metAt, or: nil)
    try column("shown_at", &shownAt, or: nil)
    try column("gen", &gen, .compared)
    if column.isReading { before = minutes.flatMap(TimeOfDay.init(minutes:)) }
  }
}

extension ThingKind: OpenChoice {
  public static var unknown: ThingKind { .something }
}
