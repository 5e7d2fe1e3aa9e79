import Foundation
import LifeSignalModel

extension SQLTable {
  static let checkInSheets = SQLTable(
    name: "check_in_sheets",
    columns: ["id", "person_id", "created_at", "silent_group", "told", "kept", "void_at"],
    unique: ["(person_id) WHERE void_at IS NULL"])
  static let checkInCodes = SQLTable(
    name: "check_in_codes",
    columns: ["id", "sheet_id", "person_id", "hash", "code_group", "used_at", "due_at"],
    unique: ["(hash)"])
  static let sealedEntries = SQLTable(
    name: "sealed_entries", columns: ["alert_id", "number", "at", "kind", "other_id", "details"])
}

extension CheckInSheet {
  init(_ row: inout SQLRow) throws {
    row.begin(.checkInSheets)
    self.init(
      id: try row.id(), person: try row.id(),
      createdAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      silentGroup: try row.int(), told: Self.people(try row.text()),
      kept: Self.people(try row.text()), voidAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/checkInSheets``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .date(createdAt), .int(silentGroup), .text(Self.text(told)),
      .text(Self.text(kept)), .date(voidAt),
    ]
  }

  private static func people(_ text: String) -> [Person.ID] {
    text.split(separator: " ").map { Person.ID(rawValue: String($0)) }
  }

  private static func text(_ people: [Person.ID]) -> String {
    people.map(\.rawValue).joined(separator: " ")
  }
}

extension CheckInCode {
  init(_ row: inout SQLRow) throws {
    row.begin(.checkInCodes)
    self.init(
      id: try row.id(), sheet: try row.id(), person: try row.id(),
      hash: row.read(or: Data()) { try $0.bytes() },
      group: try row.int(),
      usedAt: row.read(or: nil) { row in try row.optional { try $0.date() } },
      dueAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/checkInCodes``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(sheet), try .key(person), .bytes(hash), .int(group), .date(usedAt),
      .date(dueAt),
    ]
  }
}
