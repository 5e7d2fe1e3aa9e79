import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTable {
  static let escalations = SQLTable(
    name: "escalations",
    columns: [
      "alert_id", "person_id", "steps", "rounds", "stage", "step", "round", "calls",
      "next_fire_at", "gen", "told", "holder_id", "held_since", "offered_to_id", "exhausted_at",
      "ended_at", "helpers",
    ], unique: ["(alert_id)"])
  static let escalationPlans = SQLTable(name: "escalation_plans", columns: ["person_id", "plan"])
}

extension Escalation {
  init(_ row: inout SQLRow) throws {
    row.begin(.escalations)
    self.init(
      alert: try row.id(), person: try row.id(), steps: try StoredJSON.value(try row.text()),
      rounds: try row.ordinal(), stage: try row.choice(), step: try row.ordinal(),
      round: try row.ordinal(), calls: try row.ordinal(),
      nextFireAt: try row.optional { try $0.date() }, gen: try row.count(),
      told: row.read(or: []) { row in
        try row.text().split(separator: " ").map { Person.ID(rawValue: String($0)) }
      },
      holder: try row.optional { try $0.id() },
      heldSince: try row.optional { try $0.date() },
      offeredTo: try row.optional { try $0.id() },
      exhaustedAt: try row.optional { try $0.date() },
      endedAt: try row.optional { try $0.date() },
      // An unreadable value must not stop the escalation.
      helpers: try row.optional { try $0.text() }.flatMap { try? StoredJSON.value($0) } ?? [])
  }

  /// In the order of ``SQLTable/escalations``.
  func values() throws -> [SQLValue] {
    [
      try .key(alert), try .key(person), .text(try StoredJSON.text(steps)), .int(rounds),
      .int(stage.rawValue), .int(step), .int(round), .int(calls), .date(nextFireAt), .int64(gen),
      .text(told.map(\.rawValue).joined(separator: " ")), try .key(holder), .date(heldSince),
      try .key(offeredTo), .date(exhaustedAt), .date(endedAt), .text(try StoredJSON.text(helpers)),
    ]
  }
}

/// Values that are only ever read as a whole, with their keys in a fixed order.
enum StoredJSON {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw LedgerError.corrupt("A stored \(Value.self) cannot be read.")
    }
  }
}
