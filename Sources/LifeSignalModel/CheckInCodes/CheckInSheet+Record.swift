public import Foundation

extension CheckInSheet: KeyedRecord {
  public static let table = RecordTable(
    "check_in_sheets", unique: ["(person_id) WHERE void_at IS NULL"])

  public static let blank = CheckInSheet(
    id: "", person: "", createdAt: .distantPast, silentGroup: 0, told: [])

  public static func column(of id: ID) -> StoredValue { .id(id) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("created_at", &createdAt, or: Date(milliseconds: 0))
    try column("silent_group", &silentGroup)
    try column("told", &told)
    try column("kept", &kept)
    try column("void_at", &voidAt)
  }
}

extension CheckInCode: KeyedRecord {
  public static let table = RecordTable("check_in_codes", unique: ["(hash)"])

  public static let blank = CheckInCode(id: "", sheet: "", person: "", hash: Data(), group: 0)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("id", &id, .key)
    try column("sheet_id", &sheet, .fixed)
    try column("person_id", &person, .fixed)
    try column("hash", &hash, or: Data())
    try column("code_group", &group)
    try column("used_at", &usedAt, or: nil)
    try column("due_at", &dueAt, .compared)
  }
}

extension CheckInCode: TimedRecord {
  public static let timer = RecordTimer<CheckInCode>("due_at", where: .present("due_at"))

  public var wakesAt: Date? { dueAt }
}
