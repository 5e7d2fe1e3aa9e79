import Foundation

extension Thing: KeyedRecord {
  public static let table = RecordTable("things", unique: ["(token_hash)"])

  public static let blank = Thing(
    id: "", person: "", name: "", kind: .something, tokenHash: Data(), createdAt: .distantPast)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  /// A signal changes only the last columns. None of them is in an index, so that no index is written.
  public mutating func columns(_ column: inout Columns) throws {
    var minutes = before?.minutes
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("name", &name)
    try column("kind", &kind)
    try column("token_hash", &tokenHash)
    try column("counts", &counts)
    try column("before_minutes", &minutes)
    try column("created_at", &createdAt)
    try column("off_at", &offAt)
    try column("succeeded_at", &succeededAt)
    try column("failed_at", &failedAt)
    try column("started_at", &startedAt)
    try column("logged_at", &loggedAt)
    try column("met_at", &metAt)
    try column("shown_at", &shownAt)
    try column("gen", &gen, .compared)
    if column.isReading { before = minutes.flatMap(TimeOfDay.init(minutes:)) }
  }
}

extension ThingKind: OpenChoice {
  public static var unknown: ThingKind { .something }
}
