import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel

@testable import LifeSignalStorage

/// At the end of a run, one column of one row is damaged. In half of the runs the server starts on that
/// database, and every watched person calls for help. A person the row does not belong to reaches their
/// responders; its owner does, or health reports a problem.
///
/// This comes last because the simulation's own rules read the same rows and do not tolerate damage.
final class DamageOfTheWorld {
  private struct Call {
    var person: Int64
    /// Who must be reached.
    var responders: Set<Int64>
    /// When it was answered; nil when it never was.
    var answeredAt: Date?
  }

  /// Whose row it is and what of it; nil while everything is whole.
  private var damage: (victim: Int64, name: String)?
  private var calls: [Call] = []
  private var isSaid = false

  var isDone: Bool { damage != nil }

  // MARK: The damage

  /// Tables whose rows belong to one person each, and by which column. A timeline is sealed by its hashes: a
  /// test of its own changes entries.
  private static let tables: [(name: String, owner: String)] = [
    ("people", "id"), ("channels", "person_id"), ("relations", "owner_id"),
    ("watches", "person_id"), ("check_ins", "person_id"), ("alerts", "person_id"),
    ("escalations", "person_id"), ("escalation_plans", "person_id"), ("travels", "person_id"),
    ("notifications", "person_id"), ("deliveries", "person_id"), ("check_in_sheets", "person_id"),
    ("check_in_codes", "person_id"), ("drills", "person_id"),
  ]

  /// Values that no release knows, by the type of the column: a bad disk that the schema still believes.
  private static func values(ofType type: String) -> [String] {
    switch type {
    case "INTEGER": ["9223372036854775807", "-9223372036854775808", "-1"]
    case "BLOB": ["x'ff00'"]
    default: ["'?'"]
    }
  }

  /// - Returns: false when nothing was there that could be spoilt.
  func spoil(_ world: Simulation, _ life: Life) -> Bool {
    noteHealth(life)
    do {
      calls = try life.ledger.pool.read { try Self.calls($0) }
      for _ in 0..<20 where damage == nil {
        let table = world.chance.one(of: Self.tables)
        damage = try life.ledger.pool.writeWithoutTransaction {
          try Self.spoil(table.name, of: table.owner, $0, world.chance)
        }
      }
    } catch {
      world.fail("nothing can be spoilt: \(error)")
    }
    guard let damage else { return false }
    world.count("spoilt row")
    world.note("spoilt: \(damage.name) of \(damage.victim)")
    return true
  }

  /// Whom everybody who is watched should reach by a call for help.
  private static func calls(_ database: Database) throws -> [Call] {
    try Template.watched.compactMap(\.int64).map { person in
      Call(
        person: person,
        responders: try Int64.fetchSet(
          database,
          sql: """
            SELECT r.peer_id FROM relations r
            JOIN people p ON p.id = r.peer_id AND p.notify_alerts = 1
            JOIN relations own ON own.owner_id = r.peer_id AND own.peer_id = r.owner_id
            JOIN channels c ON c.person_id = r.peer_id AND c.disabled_at IS NULL
              AND c.quiet <> 'everything'
            WHERE r.owner_id = ? AND r.is_responder = 1 AND r.status = 'accepted'
            """, arguments: [person]))
    }
  }

  /// - Returns: nil when there is no such row, or the file does not take the value.
  private static func spoil(
    _ table: String, of owner: String, _ database: Database, _ chance: Chance
  ) throws -> (victim: Int64, name: String)? {
    let columns = try Row.fetchAll(database, sql: "PRAGMA table_info('\(table)')")
    let keys = columns.filter { ($0["pk"] as Int) > 0 }.map { $0["name"] as String }
    let others = columns.filter { ($0["pk"] as Int) == 0 && ($0["name"] as String) != owner }
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
    guard count > 0, !others.isEmpty else { return nil }
    let key = keys.joined(separator: ", ")
    let row = try Row.fetchOne(
      database,
      sql: "SELECT \(owner) AS owner, \(key) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET ?",
      arguments: [chance.number(in: 0...count - 1)])
    guard let row else { return nil }
    let column = chance.one(of: others)
    let (name, type): (String, String) = (column["name"], column["type"])
    let value = chance.one(of: values(ofType: type))
    let place = keys.map { "\($0) = ?" }.joined(separator: " AND ")
    let numbers = keys.indices.map { row[$0 + 1] as DatabaseValue }
    try database.execute(
      sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    defer {
      try? database.execute(
        sql: "PRAGMA ignore_check_constraints = OFF; PRAGMA foreign_keys = ON")
    }
    do {
      try database.execute(
        sql: "UPDATE \(table) SET \(name) = \(value) WHERE \(place)",
        arguments: StatementArguments(numbers))
    } catch is DatabaseError {
      return nil
    }
    guard database.changesCount > 0 else { return nil }
    let victim: Int64 = row["owner"]
    return (victim, "\(table).\(name) = \(value)")
  }

  // MARK: What happens then

  func live(_ world: Simulation) async {
    if world.chance.happens(0.5) { world.crash("after the damage", for: 3) }
    await world.clock.wait(10)
    for index in calls.indices {
      let person = Person.ID(calls[index].person)
      _ = await world.ask(DeactivateAlert(), by: person, "end of an alert on damaged data")
      for _ in 0..<5 where calls[index].answeredAt == nil {
        let began = world.clock.now
        if await world.ask(ActivateAlert(), by: person, "call for help on damaged data") != nil {
          calls[index].answeredAt = began
        } else {
          await world.clock.wait(2)
        }
      }
    }
    for _ in 0..<8 {
      await world.clock.wait(35)
      if let life = world.life { noteHealth(life) }
    }
  }

  /// The loops look seldom here, which health says too.
  private func noteHealth(_ life: Life) {
    let health = life.services.health()
    let causes = health.causes.filter { cause in
      switch cause {
      case .loopStalled, .loopStarting, .loopFailing: false
      default: true
      }
    }
    isSaid = isSaid || !causes.isEmpty || !health.findings.isEmpty
  }

  // MARK: The rule

  func judge(_ world: Simulation) {
    guard let damage, let life = world.life else {
      return world.fail("the server has not come back to damaged data")
    }
    do {
      for call in calls {
        let reached = try life.ledger.pool.read { try Self.reached(by: call, $0, world) }
        judge(call, reached, damage, world)
      }
    } catch {
      world.fail("the database cannot be read: \(error)")
    }
  }

  private func judge(
    _ call: Call, _ reached: Set<Int64>, _ damage: (victim: Int64, name: String),
    _ world: Simulation
  ) {
    let what = "spoilt: \(damage.name) of \(damage.victim)"
    guard call.person != damage.victim else {
      if reached.isEmpty, !call.responders.isEmpty, !isSaid {
        world.fail("\(call.person) reaches no one, and health is content; \(what)")
      }
      return
    }
    guard call.answeredAt != nil else {
      return world.fail("\(call.person) cannot call for help; \(what)")
    }
    for responder in call.responders.sorted() where responder != damage.victim {
      if reached.contains(responder) {
        world.count("reached in spite of damage")
      } else {
        world.fail("\(responder) hears nothing of \(call.person); \(what)")
      }
    }
  }

  /// Of whom a carrier has had a message of this call in hand.
  private static func reached(
    by call: Call, _ database: Database, _ world: Simulation
  ) throws -> Set<Int64> {
    guard let answeredAt = call.answeredAt else { return [] }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT d.person_id, d.idempotency_key FROM deliveries d JOIN alerts a ON a.id = d.alert_id
        WHERE a.person_id = ? AND a.kind = 'manual' AND a.ended_at IS NULL AND d.created_at >= ?
        """, arguments: [call.person, answeredAt.milliseconds])
    var reached: Set<Int64> = []
    for row in rows {
      let (person, key): (Int64, String) = (row[0], row[1])
      if world.carrierLog.attempts[key] != nil { reached.insert(person) }
    }
    return reached
  }
}
