public import Foundation

extension KeptRequest: Record {
  public static let table = RecordTable(
    "requests", unique: ["(person_id, name)"], replaces: true, passesOverUnreadable: true,
    isPair: true)

  public static let lists = [named]
  static let named = Rows<KeptRequest>(.equal("person_id"), .equal("name"))

  public static let blank = KeptRequest(
    person: "", name: Data(), content: Data(), startedAt: .distantPast)

  /// A request with an unreadable start began when it was done, or so long ago that its key is free
  /// again.
  public mutating func columns(_ column: inout Columns) throws {
    let lost = Date(milliseconds: 0)
    var started: Date? = startedAt
    try column("person_id", &person, .key)
    try column("name", &name, .key)
    try column("content", &content)
    try column("started_at", &started, or: nil)
    try column("done_at", &doneAt, or: started ?? lost)
    try column("answer", &answer, or: nil)
    guard column.isReading else { return }
    if started == nil { column.noteDamage() }
    startedAt = started ?? doneAt ?? lost
  }
}

extension RecordReads {
  /// The newest attempt of this name.
  public func request(_ name: Data, of person: Person.ID) throws -> KeptRequest? {
    try first(KeptRequest.named, .id(person), .bytes(name))
  }
}
