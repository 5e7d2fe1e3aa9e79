import Foundation

extension Picture: KeyedRecord {
  public static let table = RecordTable("pictures", unique: ["(id)"])

  public static let blank = Picture(
    id: "", person: "", kind: .jpeg, bytes: Data(), createdAt: .distantPast)

  /// Random text, not a number.
  public static func column(of id: ID) -> StoredValue { .text(id.rawValue) }

  public mutating func columns(_ column: inout Columns) throws {
    var text = id.rawValue
    try column("id", &text, .key)
    try column("person_id", &person, .fixed)
    try column("kind", &kind)
    try column("bytes", &bytes)
    try column("created_at", &createdAt)
    if column.isReading { id = ID(rawValue: text) }
  }
}

extension Picture.Kind: ColumnValue {}
