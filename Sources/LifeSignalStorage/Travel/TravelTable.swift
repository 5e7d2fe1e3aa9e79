import Foundation
import LifeSignalModel

extension SQLTable {
  static let travels = SQLTable(
    name: "travels",
    columns: [
      "id", "person_id", "note", "started_at", "due_at", "grace_ms", "stage", "next_fire_at", "gen",
      "overdue_at", "ended_at", "end_reason",
    ], unique: ["(person_id) WHERE ended_at IS NULL"])
}

extension Travel {
  init(_ row: inout SQLRow) throws {
    row.begin(.travels)
    self.init(
      id: try row.id(), person: try row.id(), note: row.read(or: "") { try $0.text() },
      startedAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      dueAt: try row.date(), grace: try row.length(), stage: try row.choice(),
      nextFireAt: try row.optional { try $0.date() }, gen: try row.count(),
      overdueAt: try row.optional { try $0.date() }, endedAt: try row.optional { try $0.date() },
      end: try row.optional { try $0.choice(unknown: .cancelled) })
  }

  /// In the order of ``SQLTable/travels``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .text(note), .date(startedAt), .date(dueAt), .length(grace),
      .int(stage.rawValue), .date(nextFireAt), .int64(gen), .date(overdueAt), .date(endedAt),
      .text(end?.rawValue),
    ]
  }
}
