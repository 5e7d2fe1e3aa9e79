import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import Logging
import ServiceLifecycle

/// The engine with its loops on a copy of the million, the machine's clock and the fake carrier.
struct ScaleServer: Sendable {
  let ledger: SQLiteLedger
  let engine: Engine
  let stopwatch: Stopwatch
  let clock = SystemClock()

  init(_ file: URL) throws {
    let stopwatch = Stopwatch(clock: clock)
    ledger = try SQLiteLedger.open(at: file.path, clock: clock)
    engine = Engine(
      ledger: ledger,
      couriers: [.sms: FakeCarrier(clock: clock) { entry in stopwatch.take(entry.message) }],
      clock: clock, logger: Self.logger)
    self.stopwatch = stopwatch
  }

  /// Gives these people a deadline whose grace ends at the given instant, and notes who is to be told.
  func expect(_ alarms: [(person: Int, at: Date)]) async throws {
    try await ledger.setDue(alarms)
    for (person, at) in alarms {
      stopwatch.expect(
        MillionPeople.address(MillionPeople.responder(of: person)), since: at)
    }
  }

  /// Runs the loops, and people who check in meanwhile, for as long as `body` takes.
  /// - Returns: what `body` returns, and how long each check-in waited, in milliseconds, ascending.
  func run<Result: Sendable>(
    checkInsPerSecond: Int = 0, _ body: @Sendable () async throws -> Result
  ) async throws -> (result: Result, waits: [Double]) {
    let loops = Task { [engine] in
      let group = ServiceGroup(
        services: engine.services().all, gracefulShutdownSignals: [], logger: Self.logger)
      try await group.run()
    }
    let crowd = CheckInCrowd(engine)
    let people = Task {
      if checkInsPerSecond > 0 { try await crowd.run(perSecond: checkInsPerSecond) }
    }
    let result = await Swift.Result { try await body() }
    people.cancel()
    try await people.value
    loops.cancel()
    _ = await loops.result
    try await ledger.close()
    return (try result.get(), crowd.waits)
  }

  static var logger: Logger {
    var logger = Logger(label: "bench")
    // What the auditor finds late is told by the figures.
    logger.logLevel = .critical
    return logger
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension SQLiteLedger {
  /// Moves these people's deadlines past the door, and leaves the log empty.
  func setDue(_ alarms: [(person: Int, at: Date)], lastBeat: Date? = nil) async throws {
    try await pool.writeWithoutTransaction { database in
      try database.inTransaction {
        let statement = try database.makeStatement(
          sql: """
            UPDATE watches SET stage = 3, next_fire_at = :at, deadline_at = :at - grace_ms,
              last_check_in_at = :at - grace_ms - interval_ms
            WHERE person_id = :person
            """)
        for (person, at) in alarms {
          try statement.execute(arguments: [
            "at": at.milliseconds, "person": MillionPeople.person(person).int64,
          ])
        }
        if let lastBeat {
          try database.execute(
            sql: "INSERT INTO heartbeat (id, beat_at) VALUES (1, ?)",
            arguments: [lastBeat.milliseconds])
        }
        return .commit
      }
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}
