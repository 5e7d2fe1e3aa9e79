import Foundation

extension PauseRecord: Record {
  public static let table = RecordTable(
    "pauses", unique: ["(person_id, started_at)"], replaces: true, isPair: true)

  public static let blank = PauseRecord(person: "", startedAt: .distantPast, until: .distantPast)

  public mutating func columns(_ column: inout Columns) throws {
    try column("person_id", &person, .key)
    try column("started_at", &startedAt, .key)
    try column("until_at", &until, .always)
  }
}
