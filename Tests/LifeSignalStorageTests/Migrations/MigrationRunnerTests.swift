import Foundation
import GRDB
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct MigrationRunnerTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)
  private static let first = Migration(
    version: 1, name: "first", statements: ["CREATE TABLE a (id {key}, b {bytes}){strict}"])
  private static let second = Migration(
    version: 2, name: "second", statements: ["ALTER TABLE a ADD COLUMN c {int64}"])

  @Test func `a second run changes nothing`() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { try MigrationRunner().run(on: $0, now: now) }
    let before = try Self.schema(of: database)
    try database.inDatabase { try MigrationRunner().run(on: $0, now: now + 60) }
    #expect(try Self.schema(of: database) == before)
  }

  @Test func `a later release adds its steps to what is there`() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { database in
      try MigrationRunner(migrations: [Self.first]).run(on: database, now: now)
      try database.execute(sql: "INSERT INTO a (id) VALUES (7)")
      try MigrationRunner(migrations: [Self.first, Self.second]).run(on: database, now: now)
      #expect(try Int.fetchOne(database, sql: "SELECT id FROM a WHERE c IS NULL") == 7)
      #expect(try MigrationRunner().version(of: database) == 2)
    }
  }

  @Test func `a schema from the future is refused and left alone`() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { database in
      try MigrationRunner(migrations: [Self.first, Self.second]).run(on: database, now: now)
      #expect(throws: StorageError.newerSchema(found: 2, known: 1)) {
        try MigrationRunner(migrations: [Self.first]).run(on: database, now: now)
      }
      #expect(!database.isInsideTransaction)
    }
  }

  /// A release that knows one step, and looks at what later ones have left.
  private var earlier: MigrationRunner {
    MigrationRunner(migrations: [Self.first], firstReadable: 1)
  }

  @Test func `an earlier release starts on a schema that a later one has only added to`() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { database in
      try MigrationRunner(migrations: [Self.first, Self.second], firstReadable: 1)
        .run(on: database, now: now)
      try earlier.run(on: database, now: now + 60)
      #expect(try earlier.isReadable(database))
      #expect(try earlier.version(of: database) == 2)
      try database.execute(sql: "INSERT INTO a (id) VALUES (7)")
    }
  }

  @Test func `an earlier release refuses a schema from which something was taken away`() throws {
    var breaking = Self.second
    breaking.isBreaking = true
    let last = Migration(
      version: 3, name: "third", statements: ["CREATE TABLE c (id {key}){strict}"])
    let database = try DatabaseQueue()
    try database.inDatabase { database in
      try MigrationRunner(migrations: [Self.first, breaking, last], firstReadable: 1)
        .run(on: database, now: now)
      #expect(throws: StorageError.newerSchema(found: 3, known: 1)) {
        try earlier.run(on: database, now: now)
      }
      // The release that made the cut reads what came after it.
      try MigrationRunner(migrations: [Self.first, breaking], firstReadable: 1)
        .run(on: database, now: now)
    }
  }

  @Test func `a database of a release that kept no such note gets the column`() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { database in
      try database.execute(
        sql: """
          CREATE TABLE schema_migrations (
            version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT;
          INSERT INTO schema_migrations VALUES (1, 'first', 0);
          CREATE TABLE a (id INTEGER PRIMARY KEY, b BLOB) STRICT
          """)
      try MigrationRunner(migrations: [Self.first, Self.second], firstReadable: 1)
        .run(on: database, now: now)
      let notes = try Int?.fetchAll(
        database, sql: "SELECT readable_from FROM schema_migrations ORDER BY version")
      #expect(notes == [nil, 1])
    }
  }

  @Test func `a step that fails half way is undone, the steps before it stay`() throws {
    let broken = Migration(
      version: 2, name: "broken",
      statements: ["CREATE TABLE b (id {key}){strict}", "CREATE TABLE a (id {key}){strict}"])
    let database = try DatabaseQueue()
    try database.inDatabase { (database: Database) throws in
      #expect(throws: StorageError.self) {
        try MigrationRunner(migrations: [Self.first, broken]).run(on: database, now: now)
      }
      #expect(try database.tableExists("a"))
      #expect(try !database.tableExists("b"))
      #expect(try MigrationRunner().version(of: database) == 1)
    }
  }

  @Test(arguments: [0, 1])
  func `another program that writes is named as the reason, not a step`(steps: Int) throws {
    let path = try temporaryPath()
    let database = try DatabaseQueue(path: path)
    try database.inDatabase { database in
      try MigrationRunner(migrations: Array([Self.first].prefix(steps))).run(on: database, now: now)
    }
    let other = try DatabaseQueue(path: path)
    try other.inDatabase { other in
      try other.beginTransaction(.immediate)
      _ = database.inDatabase { database in
        #expect(throws: StorageError.beingWritten) {
          try MigrationRunner(migrations: [Self.first, Self.second]).run(on: database, now: now)
        }
      }
      try other.rollback()
    }
    let words = StorageError.beingWritten.description
    #expect(words.contains("Another program is writing") && words.contains("fuser"))
    let locked = DatabaseError(resultCode: .SQLITE_BUSY, message: "database is locked")
    #expect(StorageError(opening: locked) == .beingWritten)
  }

  @Test func `versions count from one without gaps`() {
    #expect(Migration.all.map(\.version) == Array(1...Migration.all.count))
  }

  @Test func `the ends of timelines move into the watches with all they say`() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { (database: Database) throws in
      try MigrationRunner(migrations: Array(Migration.all.prefix(10))).run(on: database, now: now)
      try database.execute(
        sql: """
          INSERT INTO people (id, first_name, last_name, phone_number, phone_region, emergency_note,
            qr_code, profile_complete, notify, notify_30m, notify_2h, notify_alerts, notify_pings,
            notify_check_ins, notify_contacts, created_at, updated_at, last_sign_in_at, revision)
          VALUES (1, 'Ada', '', '+1', 'US', '', 'a', 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0),
            (2, 'Bob', '', '+2', 'US', '', 'b', 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
          INSERT INTO watches (person_id, interval_ms, grace_ms, stage, gen)
          VALUES (1, 1, 0, 0, 0), (2, 1, 0, 0, 0);
          INSERT INTO timeline_heads VALUES (1, 7, x'0A', 3, x'0B', 99);
          INSERT INTO timeline (person_id, sequence, at, kind, details, previous_hash, hash)
          VALUES (1, 3, 0, 'a', '', x'00', x'0B'), (1, 4, 0, 'a', '', x'00', x'00');
          """)
      try MigrationRunner().run(on: database, now: now)
      let moved = try Row.fetchAll(
        database,
        sql: """
          SELECT timeline_sequence, timeline_hash, timeline_anchor_sequence, timeline_anchor_hash,
            timeline_oldest_at FROM watches ORDER BY person_id
          """)
      #expect(
        moved[0] == [
          "timeline_sequence": 7, "timeline_hash": Data([10]), "timeline_anchor_sequence": 3,
          "timeline_anchor_hash": Data([11]), "timeline_oldest_at": 99,
        ])
      #expect(moved[1]["timeline_sequence"] == nil as Int64?)
      #expect(try !database.tableExists("timeline_heads"))
      // What is behind the anchor may go, what is before it stays.
      try database.execute(sql: "DELETE FROM timeline WHERE sequence = 3")
      #expect(throws: DatabaseError.self) {
        try database.execute(sql: "DELETE FROM timeline WHERE sequence = 4")
      }
    }
  }

  @Test func `every table keeps its types`() throws {
    let database = try DatabaseQueue()
    try database.inDatabase { try MigrationRunner().run(on: $0, now: now) }
    let loose = try database.inDatabase { database in
      try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0")
    }
    #expect(loose.filter { !$0.hasPrefix("sqlite_") } == [])
  }

  private static func schema(of database: DatabaseQueue) throws -> [String] {
    try database.inDatabase { database in
      try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        + String.fetchAll(database, sql: "SELECT applied_at || name FROM schema_migrations")
    }
  }
}
