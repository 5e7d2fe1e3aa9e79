import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport

@testable import LifeSignalStorage

/// A database with a bit of everything in it, whose columns can be spoilt one after the other. Past the
/// schema: a bad disk knows no types.
final class DamagedDatabase: Sendable {
  /// One value that is none of its column's, or the rows themselves taken away.
  struct Damage: Sendable, CustomStringConvertible {
    var table: String
    /// Nil for the rows themselves.
    var change: (column: String, value: String)?
    var rows: String

    var description: String {
      change.map { "\(table).\($0.column) = \($0.value)" } ?? "\(table), deleted"
    }
    var statement: String {
      change.map { "UPDATE \(table) SET \($0.column) = \($0.value) WHERE \(rows)" }
        ?? "DELETE FROM \(table) WHERE \(rows)"
    }
  }

  /// Of these there is one row for each person, alert or side of a pair.
  private static let lost = ["watches", "relations", "escalations", "heartbeat"]

  let ledger: SQLiteLedger
  let start: Date
  /// Has an alert; it is whose rows are spoilt.
  let victim: Person.ID
  /// Raises an alert meanwhile; `responder` has nothing to do with the victim.
  let other: Person.ID
  let responder: Person.ID
  let victimsNumber = "+15550100002"
  let othersNumber = "+15550100005"

  init() async throws {
    let folder = try TemporaryFolder.make()
    let path = folder.appending(path: "ledger.sqlite").path()
    let world = try await SmallWorld(
      ledger: try SQLiteLedger.open(at: path, clock: ManualClock()))
    let people = try await Self.enrol(world)
    (victim, other, responder) = (world.p, people.other, people.responder)
    try await Self.fill(world, telling: world.r1)
    start = world.clock.now
    try await (world.ledger as? SQLiteLedger)?.close()
    try Self.weaken(path)
    // What the columns are spoilt from, in a second file.
    let template = folder.appending(path: "template.sqlite").path()
    try FileManager.default.copyItem(atPath: path, toPath: template)
    ledger = try SQLiteLedger.open(at: path, clock: world.clock)
    try await ledger.pool.writeWithoutTransaction { database in
      // Only what is stored matters here, not what survives.
      try database.execute(sql: "PRAGMA synchronous = OFF")
      try database.execute(sql: "ATTACH DATABASE '\(template)' AS template")
    }
  }

  private static func enrol(
    _ world: SmallWorld
  ) async throws -> (other: Person.ID, responder: Person.ID) {
    var people: [Person.ID] = []
    for number in ["+15550100004", "+15550100005"] {
      let id = try await world.engine.perform(
        Enrol(phoneNumber: number, region: .unitedStates), by: .system)
      try await world.perform(
        UpdateProfile(Profile(firstName: "Noor", lastName: "Haddad")), by: id)
      try await world.engine.perform(
        CheckInNow(), by: Member(id, from: Origin(scopes: [.checkIn])))
      try await world.perform(SetCheckInInterval(seconds: 604_800), by: id)
      people.append(id)
    }
    try await world.perform(
      AddContact(
        qrCode: try await world.engine.user(people[0]).qrCodeID, isResponder: false,
        isDependent: true), by: people[1])
    try await world.perform(AcceptContact(id: people[1]), by: people[0])
    return (people[0], people[1])
  }

  /// A row in as many tables as one can be made in, all of them the victim's. The order of calls changes nothing
  /// of an alert raised by hand, which calls everyone.
  private static func fill(_ world: SmallWorld, telling responder: Person.ID) async throws {
    try await world.perform(SetCheckInInterval(seconds: 604_800), by: world.p)
    try await world.checkIn(key: "one", by: world.p)
    _ = try await world.printCodes(telling: [responder])
    try await world.perform(
      StartTravel(due: world.clock.now + 86_400, note: "Ridge path"), by: world.p)
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    try await world.perform(
      SetEscalationPlan(plan: EscalationPlan(steps: [.init(responders: [responder])])), by: world.p)
    try await world.perform(
      AddThing(settings: ThingSettings(name: "Kettle", kind: .plug)), by: world.p)
    try await world.perform(SetEvidenceRule(rule: .standard), by: world.p)
    try await world.perform(SetPreference(key: "one", value: "1"), by: world.p)
    try await world.perform(
      CreateAccessToken(name: "Watch", scopes: [.alert], life: nil), by: world.p)
    try await world.perform(RefreshQRCodeID(), by: world.p)
    try await store(of: world.p, asked: responder, at: world.clock.now, in: world.ledger)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.perform(RaiseQueuedAlert(key: "one", at: world.clock.now), by: world.p)
    try await world.settle()
    try await world.services.auditor.turn()
    try await world.services.drills.turn()
  }

  /// What takes more than one command.
  private static func store(
    of person: Person.ID, asked asker: Person.ID, at now: Date, in ledger: any Ledger
  ) async throws {
    let (bytes, end) = (Data([7]), now + 86_400)
    try await ledger.write { tx in
      _ = try tx.insert(
        Session(id: "7", person: person, tokenHash: bytes, createdAt: now, expiresAt: end))
      _ = try tx.insert(
        OneTimeCode(
          id: "a", phoneNumber: "+15550100001", phoneRegion: .unitedStates, hash: bytes,
          createdAt: now, expiresAt: end, purpose: .proof(person)))
      _ = try tx.insert(
        Passkey(
          id: "7", person: person, credentialID: bytes, publicKey: bytes, name: "Phone",
          createdAt: now))
      _ = try tx.insert(PauseRecord(person: person, startedAt: now - 60, until: now))
      _ = try tx.apply(.insertReply("a", at: now))
      _ = try tx.insert(KeptRequest(person: person, name: bytes, content: bytes, startedAt: now))
      _ = try tx.apply(
        .keepRequestHistory(
          RequestHistory(owner: person, asker: asker, refusals: 1, refusedAt: now)))
    }
  }

  /// Takes the types from the tables; the engine must bear what they keep away.
  private static func weaken(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      // They guard what a restored row would break.
      let triggers = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger)") }
      try database.execute(sql: "PRAGMA writable_schema = ON")
      try database.execute(
        sql: """
          UPDATE sqlite_schema SET sql = replace(replace(sql, ' STRICT, WITHOUT', ' WITHOUT'),
            ' STRICT', '')
          WHERE type = 'table'
          """)
      try database.execute(sql: "PRAGMA writable_schema = OFF")
    }
    try queue.close()
  }

  /// Every column there is, each with every value that is none, and rows that are gone.
  func damages() async throws -> [Damage] {
    let victim = victim.rawValue
    return try await ledger.pool.read { database in
      let tables = try String.fetchAll(
        database,
        sql: """
          SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
            AND name NOT IN ('schema_migrations', 'secrets') ORDER BY name
          """)
      var damages: [Damage] = []
      for table in tables {
        let columns = try Row.fetchAll(database, sql: "PRAGMA table_info('\(table)')")
        let names: [String] = columns.map { $0["name"] }
        let owner = ["owner_id", "recipient_id", "person_id"].first(where: names.contains)
        let rows =
          switch table {
          case "people": "id = \(victim)"
          case "deliveries": "alert_id IN (SELECT id FROM alerts WHERE person_id = \(victim))"
          default: owner.map { "\($0) = \(victim)" } ?? "1"
          }
        for column in columns {
          let (type, notNull, key): (String, Int, Int) = (
            column["type"], column["notnull"], column["pk"]
          )
          var values = ["x'ff00'", "'?'"]
          if type != "TEXT" {
            values += ["9223372036854775807", "-9223372036854775808", "-1"]
          }
          if notNull == 0, key == 0 { values.append("NULL") }
          damages += values.map {
            Damage(table: table, change: (column["name"], $0), rows: rows)
          }
        }
        if Self.lost.contains(table) { damages.append(Damage(table: table, rows: rows)) }
      }
      return damages
    }
  }

  /// - Returns: false where even a file without types does not take it, or there is no such row.
  func spoil(_ damage: Damage) async throws -> Bool {
    try await ledger.pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      defer {
        try? database.execute(sql: "PRAGMA ignore_check_constraints = OFF")
        try? database.execute(sql: "PRAGMA foreign_keys = ON")
      }
      do {
        try database.execute(sql: damage.statement)
        return database.changesCount > 0
      } catch is DatabaseError {
        return false
      }
    }
  }

  /// As it was before anything was spoilt.
  func restore() async throws {
    try await ledger.pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try database.inTransaction {
        let tables = try String.fetchAll(
          database,
          sql:
            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        for table in tables {
          try database.execute(sql: "DELETE FROM main.\(table)")
          try database.execute(sql: "INSERT INTO main.\(table) SELECT * FROM template.\(table)")
        }
        return .commit
      }
      try database.execute(sql: "PRAGMA ignore_check_constraints = OFF")
      try database.execute(sql: "PRAGMA foreign_keys = ON")
    }
  }
}
