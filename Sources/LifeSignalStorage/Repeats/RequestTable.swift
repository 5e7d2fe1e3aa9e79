import Foundation
import LifeSignalModel

extension SQLTable {
  static let requests = SQLTable(
    name: "requests",
    columns: ["person_id", "name", "content", "started_at", "done_at", "answer"])
}

extension KeptRequest {
  /// A request with an unreadable start began when it was done, or so long ago that its key is free
  /// again.
  init(_ row: inout SQLRow) throws {
    row.begin(.requests)
    let lost = Date(milliseconds: 0)
    let person: Person.ID = try row.id()
    let (name, content) = (try row.bytes(), try row.bytes())
    let startedAt: Date? = row.read(or: nil) { try $0.date() }
    let doneAt: Date? = row.read(or: startedAt ?? lost) { row in
      try row.optional { try $0.date() }
    }
    self.init(
      person: person, name: name, content: content, startedAt: startedAt ?? doneAt ?? lost,
      doneAt: doneAt,
      answer: row.read(or: nil) { row in try row.optional { try $0.bytes() } })
  }

  /// In the order of ``SQLTable/requests``.
  func values() throws -> [SQLValue] {
    [
      try .key(person), .bytes(name), .bytes(content), .date(startedAt), .date(doneAt),
      answer.map { .bytes($0) } ?? .null,
    ]
  }
}
