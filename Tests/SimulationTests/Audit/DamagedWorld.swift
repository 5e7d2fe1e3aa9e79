import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalStorage

/// A small world on a real file, whose rows are spoilt behind the engine's back.
struct DamagedWorld {
  let ledger: SQLiteLedger
  let small: SmallWorld
  var auditor: AuditLoop { small.services.auditor }
  var health: HealthReport { small.services.health() }

  init() async throws {
    ledger = try SQLiteLedger.open(
      at: TemporaryFolder.make().appending(path: "ledger.sqlite").path(), clock: ManualClock())
    small = try await SmallWorld(ledger: ledger)
    #expect(try await small.services.auditor.turn() == [])
  }

  /// Past the checks of the schema, as a bug of another version or a bad disk might.
  func damage(_ statements: SQLText...) async throws {
    try await ledger.write { transaction in
      let session = try #require(transaction as? SQLTransaction).session
      try session.change("PRAGMA ignore_check_constraints = ON", [])
      for statement in statements { try session.change(statement, []) }
      try session.change("PRAGMA ignore_check_constraints = OFF", [])
    }
  }

  /// The same for a key to which other rows refer.
  func damageKeys(_ statement: String) async throws {
    try await ledger.pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      try database.execute(sql: statement)
      try database.execute(sql: "PRAGMA foreign_keys = ON")
    }
  }

  /// Passes the time in steps, with a turn of the auditor after each.
  func pass(_ seconds: Double..., times: Int = 1) async throws {
    for _ in 0..<times {
      for step in seconds {
        try await small.advance(by: step)
        try await auditor.turn()
      }
    }
  }

  /// How many messages with this title were delivered.
  func arrived(_ title: String) -> Int {
    small.courier.messages.count { $0.title.contains(title) }
  }

  func numbers(_ sql: SQLText) async throws -> [Int64] {
    try await ledger.read { snapshot in
      try #require(snapshot as? SQLTransaction).session.all(sql, []) { try $0.int64() }
    }
  }
}
