import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel

@testable import LifeSignalStorage

/// Checks duress alerts, commit by commit: a duress code calls only the responders who were chosen
/// for it, only the responder who has the alert ends it, and until then its person reads what they
/// would read after an ordinary code.
final class SilenceOfTheWorld {
  private struct Alarm: Equatable {
    var person: Int64
    /// Who may know of it by now.
    var audience: Set<Int64>
  }

  /// Those that are on.
  private var open: [Int64: Alarm] = [:]
  /// Who ever could.
  private var everKnowing: [Int64: Set<Int64>] = [:]
  private var isDue = false
  private var commits = 0

  /// Each names what is wrong; none may give a row. A clock that is set may put a check-in and its alarm
  /// some minutes apart.
  private static let rules = """
    SELECT 'a code of the silent group has called nobody: ' || c.id FROM check_in_codes c
    JOIN check_in_sheets s ON s.id = c.sheet_id
    WHERE c.used_at IS NOT NULL AND c.due_at IS NULL AND c.code_group = s.silent_group
      AND NOT EXISTS (
        SELECT 1 FROM alerts a WHERE a.person_id = c.person_id AND a.kind = 'duress'
          AND (a.gen = c.id OR a.started_at <= c.used_at + 1500000
            AND coalesce(a.ended_at, c.used_at) >= c.used_at - 1500000))
    UNION ALL
    SELECT 'an alarm by a code that is not of the silent group: ' || a.id FROM alerts a
    JOIN check_in_codes c ON c.id = a.gen JOIN check_in_sheets s ON s.id = c.sheet_id
    WHERE a.kind = 'duress' AND c.code_group <> s.silent_group
    UNION ALL
    SELECT 'a timeline tells of a silent alarm that is on: ' || a.id FROM alerts a
    WHERE a.kind = 'duress' AND a.ended_at IS NULL AND EXISTS (
      SELECT 1 FROM timeline t WHERE t.alert_id = a.id)
    UNION ALL
    SELECT 'a silent alarm is over, and its record still apart: ' || a.id FROM alerts a
    WHERE a.kind = 'duress' AND a.ended_at IS NOT NULL AND EXISTS (
      SELECT 1 FROM sealed_entries e WHERE e.alert_id = a.id)
    """

  func check(_ database: Database, _ world: Simulation) throws {
    let rules = try database.cachedStatement(sql: Self.rules)
    for violation in try String.fetchAll(rules) { world.fail(violation) }
    let now = try Self.alarms(database)
    isDue = now.contains { $0.value != open[$0.key] }
    open = now
    for (id, alarm) in now { everKnowing[id, default: []].formUnion(alarm.audience) }
    // What its person has of it is found where what they read is compared.
    let told = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT DISTINCT n.related_alert_id, n.person_id FROM notifications n
          JOIN alerts a ON a.id = n.related_alert_id
          WHERE a.kind = 'duress' AND n.person_id <> a.person_id
          """))
    for row in told {
      let (alarm, person): (Int64, Int64) = (row[0], row[1])
      if everKnowing[alarm]?.contains(person) != true {
        world.fail("\(person) is told of the silent alarm \(alarm), which is kept from them")
      }
    }
  }

  private static func alarms(_ database: Database) throws -> [Int64: Alarm] {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT a.id, a.person_id, CAST(responder.value AS INTEGER) FROM alerts a
          JOIN escalations e ON e.alert_id = a.id
          LEFT JOIN json_each(e.steps) step
          LEFT JOIN json_each(step.value, '$.responders') responder
          WHERE a.kind = 'duress' AND a.ended_at IS NULL
          """))
    var alarms: [Int64: Alarm] = [:]
    for row in rows {
      let (id, responder): (Int64, Int64?) = (row[0], row[2])
      var alarm = alarms[id] ?? Alarm(person: row[1], audience: [])
      if let responder { alarm.audience.insert(responder) }
      alarms[id] = alarm
    }
    return alarms
  }

  // MARK: Beginning and end

  /// In the commit that raises it: whom the sheet names and who still is a responder, or, where none of
  /// them is, all others but those who were left out.
  func checkWhoIsTold(
    _ alarm: Int64, of person: Int64, code: Int64?, _ database: Database, _ world: Simulation
  ) throws {
    let sheet = try Row.fetchOne(
      try database.cachedStatement(
        sql: """
          SELECT s.told, s.kept FROM check_in_codes c JOIN check_in_sheets s ON s.id = c.sheet_id
          WHERE c.id = ? AND c.person_id = ?
          """), arguments: [code, person])
    guard let sheet else { return world.fail("the silent alarm \(alarm) names no code") }
    let (named, kept) = (Self.people(sheet[0]), Self.people(sheet[1]))
    let channels = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT r.peer_id, person.notify_alerts, c.id FROM relations r
          JOIN people person ON person.id = r.peer_id
          LEFT JOIN channels c ON c.person_id = r.peer_id AND c.disabled_at IS NULL
          WHERE r.owner_id = ? AND r.is_responder = 1 AND r.status = 'accepted'
          """), arguments: [person])
    let responders = Set(channels.map { $0[0] as Int64 })
    let stillThere = responders.intersection(named)
    let chosen = stillThere.isEmpty ? responders.subtracting(kept) : stillThere
    let reached = channels.filter { chosen.contains($0[0]) && $0[2] as Int64? != nil }
    let wanted = reached.filter { $0[1] }
    let told = try Int64.fetchSet(
      try database.cachedStatement(
        sql: """
          SELECT d.channel_id FROM deliveries d JOIN notifications n ON n.id = d.notification_id
          WHERE n.related_alert_id = ? AND n.event = 'dependentDuress'
          """), arguments: [alarm])
    for row in wanted.isEmpty ? reached : wanted {
      let channel: Int64 = row[2]
      if !told.contains(channel) {
        world.fail("the silent alarm \(alarm) has no row for channel \(channel)")
      }
    }
    if open[alarm]?.audience != chosen {
      world.fail("the silent alarm \(alarm) is not for those who were chosen")
    }
  }

  private static func people(_ text: String) -> Set<Int64> {
    Set(text.split(separator: " ").compactMap { Int64($0) })
  }

  /// Only the responder who has it can end it.
  func checkEnd(
    _ alarm: Int64, reason: String?, _ database: Database, _ world: Simulation
  ) throws {
    let holder = try Int64.fetchOne(
      try database.cachedStatement(
        sql: "SELECT holder_id FROM escalations WHERE alert_id = ? AND holder_id <> person_id"),
      arguments: [alarm])
    if reason != Alert.EndReason.endedByResponder.rawValue || holder == nil {
      world.fail("the silent alarm \(alarm) was not ended by whoever had it")
    }
  }

  func checkTheEnd(_ world: Simulation, in pool: DatabasePool) {
    do {
      let forgotten = try pool.read {
        try Int64.fetchAll(
          $0, sql: "SELECT id FROM check_in_codes WHERE due_at < ?",
          arguments: [world.clock.now.milliseconds - 300_000])
      }
      for code in forgotten { world.fail("nobody has looked what code \(code) means") }
    } catch {
      world.fail("the database cannot be read: \(error)")
    }
  }

  // MARK: What can be read

  /// Compares when another responder may know of a duress alert, and now and then while one is on:
  /// each time costs as much as some commits.
  func compare(_ world: Simulation, _ life: Life) {
    commits += 1
    guard !open.isEmpty, isDue || commits % 60 == 0 else { return }
    do {
      for (id, alarm) in open.sorted(by: { $0.key < $1.key }) {
        world.count("comparison")
        // Its person, and those it has always been kept from: who was told once has messages of it.
        let knowing = everKnowing[id] ?? []
        let viewers =
          ([alarm.person] + Template.responders(of: Person.ID(alarm.person)).compactMap(\.int64))
          .filter { !knowing.contains($0) }.map { Person.ID($0) }
        for difference in try Self.differences(
          of: id, Person.ID(alarm.person), viewers, life, world)
        {
          world.fail("\(difference) tells of the silent alarm \(id)")
        }
      }
    } catch {
      world.fail("what people read cannot be compared: \(error)")
    }
  }

  /// What is read otherwise where nothing is stored that belongs to the alarm; in a transaction that is
  /// undone.
  private static func differences(
    of id: Int64, _ person: Person.ID, _ viewers: [Person.ID], _ life: Life, _ world: Simulation
  ) throws -> [String] {
    try life.ledger.pool.writeWithoutTransaction { database in
      var differences: [String] = []
      try database.inTransaction(.immediate) {
        let ledger = BorrowedLedger(SQLTransaction(session: SQLiteSession(database: database)))
        let engine = Engine(ledger: ledger, couriers: [:], clock: world.clock)
        func views() throws -> [View] {
          try Pump.run {
            var views: [View] = []
            for viewer in viewers {
              views.append(try await View(of: person, by: viewer, engine))
            }
            return views
          }
        }
        let before = try views()
        for statement in erasing {
          try database.execute(sql: statement, arguments: ["alarm": id])
        }
        for (one, other) in zip(before, try views()) { differences += one.differences(to: other) }
        return .rollback
      }
      return differences
    }
  }

  private static let erasing = [
    // A channel found dead after its person learned of the alert is not shown as dead.
    """
    UPDATE channels SET disabled_at = NULL WHERE off IS NULL
      AND disabled_at >= (SELECT min(d.created_at) FROM deliveries d
        WHERE d.alert_id = :alarm AND d.person_id = channels.person_id)
    """,
    """
    DELETE FROM deliveries WHERE alert_id = :alarm OR notification_id IN (
      SELECT id FROM notifications WHERE related_alert_id = :alarm)
    """,
    "DELETE FROM notifications WHERE related_alert_id = :alarm",
    "DELETE FROM sealed_entries WHERE alert_id = :alarm",
    "DELETE FROM escalations WHERE alert_id = :alarm", "DELETE FROM alerts WHERE id = :alarm",
  ]
}

/// As much as a person can read. A person who has left reads nothing.
private struct View: Sendable {
  private var viewer: Person.ID
  /// Nearly all that is stored about them; of the alarm's person alone.
  private var export: AccountExport?
  private var contacts: [ContactData]?
  /// With the readiness.
  private var channels: ChannelList?
  private var rehearsal: Rehearsal?
  private var alarms: [AlarmTimeline]?

  init(of person: Person.ID, by viewer: Person.ID, _ engine: Engine) async throws {
    self.viewer = viewer
    do {
      contacts = try await engine.answer(GetContacts(), to: Member(viewer)).items
      channels = try await engine.answer(GetChannels(), to: Member(viewer))
      rehearsal = try await engine.rehearsal(of: viewer)
      if viewer == person { export = try await engine.export(of: viewer) }
      alarms = try await engine.alarmTimelines(of: person, for: viewer)
    } catch is Refusal {}
  }

  func differences(to other: View) -> [String] {
    var names: [String] = []
    if export != other.export { names.append("the export of \(viewer)") }
    if contacts != other.contacts { names.append("what is shown of contacts to \(viewer)") }
    if channels != other.channels { names.append("the readiness of \(viewer)") }
    if rehearsal != other.rehearsal { names.append("the rehearsal of \(viewer)") }
    if alarms != other.alarms { names.append("the list of alarms for \(viewer)") }
    return names
  }
}

/// A transaction that is open already, as a ledger to read from.
private struct BorrowedLedger: Ledger, @unchecked Sendable {
  private let transaction: SQLTransaction

  /// - Parameter transaction: read on the thread that has it, while it is open.
  init(_ transaction: SQLTransaction) {
    self.transaction = transaction
  }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    throw LedgerError.unavailable("This one is for reading.")
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try body(transaction)
  }
}
