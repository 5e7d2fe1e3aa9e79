public import Foundation

extension KeptRequest: Record {
  public static let table = RecordTable(
    "requests", unique: ["(person_id, name)"], replaces: true, passesOverUnreadable: true,
    isPair: true)

  public static let lists = [named]
  static let named = Rows<KeptRequest>(.equal("person_id"), .equal("name"))

  public static let blank = KeptRequest(
    person: "", name: Data(), content: Data(), startedAt: .distantPast)

  /// A request with an unreadable start began when it was done. If it was never done, its key is free
  /// again; if that cannot be read either, never. Content and answer are empty where they cannot be read.
  public mutating func columns(_ column: inout Columns) throws {
    var started: Date? = startedAt
    try column("person_id", &person, .key)
    try column("name", &name, .key)
    try column("content", &content, or: Data())
    try column("started_at", &started, or: nil)
    try column("done_at", &doneAt, or: started ?? .distantFuture)
    try column("answer", &answer, or: Data())
    guard column.isReading else { return }
    if started == nil { column.noteDamage() }
    startedAt = started ?? doneAt ?? .distantPast
  }
}

extension RecordReads {
  /// The newest attempt of this name.
  public func request(_ name: Data, of person: Person.ID) throws -> KeptRequest? {
    try first(KeptRequest.named, .id(person), .bytes(name))
  }
}
