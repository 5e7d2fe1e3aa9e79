import Foundation

extension Activity: KeyedRecord {
  public static let table = RecordTable("activities")

  public static let blank = Activity(
    id: "", person: "", kind: .looked, contact: "", contactName: "", at: .distantPast)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("kind", &kind)
    try column("contact_id", &contact)
    try column("contact_name", &contactName)
    try column("at", &at)
  }
}

extension Activity.Kind: ColumnValue {}
