import Foundation
import GRDB
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.timeLimit(.minutes(1)), .temporaryFolder)
struct `A schema that another program has changed` {
  private let path: String

  init() throws { path = try temporaryPath() }

  private func server() throws -> SQLiteLedger {
    try SQLiteLedger.open(
      at: path, clock: StoppedClock(), server: .init(keepsReserve: false, diskFailed: { _ in }))
  }

  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private static let dropping =
    "CREATE TRIGGER \"Dro ps\" BEFORE INSERT ON deliveries BEGIN SELECT RAISE(IGNORE); END"

  @Test func `is refused for a trigger that may drop what is stored, until it is gone`()
    async throws
  {
    try await server().close()
    try change(Self.dropping)
    #expect(throws: StorageError.foreignTriggers(["Dro ps"])) { try server() }
    let words = StorageError.foreignTriggers(["Dro ps"]).description
    #expect(words.contains("DROP TRIGGER \"Dro ps\";"))
    #expect(try SQLiteExamination.look(at: path).triggers == ["Dro ps"])
    try change("DROP TRIGGER \"Dro ps\"")
    #expect(try SQLiteExamination.look(at: path).triggers.isEmpty)
    try await server().close()
  }

  @Test(arguments: [
    (
      "DROP INDEX alerts_open; CREATE UNIQUE INDEX alerts_open ON alerts (person_id)",
      "unique index alerts_open of alerts"
    ),
    (
      "DROP INDEX alerts_open; CREATE INDEX alerts_open ON alerts (person_id, kind)",
      "unique index alerts_open of alerts"
    ),
    (
      """
      DROP TRIGGER timeline_never_changes;
      CREATE TRIGGER timeline_never_changes BEFORE UPDATE ON timeline BEGIN SELECT 1; END
      """, "trigger timeline_never_changes of timeline"
    ),
  ])
  func `is refused for an index or a trigger that is made otherwise`(sql: String, part: String)
    async throws
  {
    try await server().close()
    try change(sql)
    #expect(throws: StorageError.incomplete([part])) { try server() }
    #expect(try SQLiteExamination.look(at: path).missing == [part])
  }

  @Test func `is as it was with other spaces, quotes and letters`() async throws {
    try await server().close()
    try change(
      """
      DROP INDEX alerts_open;
      create unique index alerts_open ON "alerts"(person_id,  kind)
        where ENDED_AT is null
      """)
    try await server().close()
    #expect(try SQLiteExamination.look(at: path).missing.isEmpty)
  }

  @Test func `is a later release's own matter`() async throws {
    try await server().close()
    try change(
      """
      INSERT INTO schema_migrations VALUES (999, 'of tomorrow', 0, 19);
      CREATE TRIGGER tomorrow AFTER INSERT ON deliveries BEGIN SELECT 1; END;
      DROP INDEX alerts_open;
      CREATE UNIQUE INDEX alerts_open ON alerts (person_id, kind, started_at) WHERE ended_at IS NULL
      """)
    try await server().close()
    let found = try SQLiteExamination.look(at: path)
    #expect(found.missing.isEmpty && found.triggers.isEmpty)
  }
}
