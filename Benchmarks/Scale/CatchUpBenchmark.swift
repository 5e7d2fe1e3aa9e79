import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// A server that was away for a minute and a half starts among a hundred thousand missed deadlines,
/// while others check in: too short a time for an outage, so that nobody is spared.
enum CatchUpBenchmark {
  static func run(
    _ world: MillionPeople, people: Int = 100_000, checkIns: Int = 200
  ) async throws -> [Figure] {
    let server = try ScaleServer(world.copy(as: "catch-up"))
    let left = server.clock.now - 90
    let alarms = (0..<people).map { index in
      (
        person: MillionPeople.due(index),
        at: (left + 90 * Double(index) / Double(people)).storable
      )
    }
    try await server.expect(alarms)
    try await server.ledger.setDue([], lastBeat: left)
    let start = server.clock.now
    guard start < left + 115 else {
      throw BenchmarkFailure("it took so long to begin that it counts as an outage")
    }
    let ((raised, told), waits) = try await server.run(checkInsPerSecond: checkIns) {
      let raised = try await server.hasRaised(people, by: start + 300)
      _ = try await server.stopwatch.finish(by: start + 300)
      return (raised, server.clock.now)
    }
    return [
      // As long as nobody who is overdue is left without a stored alarm and its stored messages.
      Figure("engine.catch-up-100k", raised.timeIntervalSince(start), "s"),
      Figure("engine.catch-up-100k.told", told.timeIntervalSince(start), "s"),
      Figure("engine.catch-up-100k.check-in.p99", waits[waits.count * 99 / 100], "ms"),
      Figure("engine.catch-up-100k.check-in.max", waits[waits.count - 1], "ms"),
    ]
  }
}

extension ScaleServer {
  /// When the last alarm was stored. Asks for one row of an index every 20 ms.
  fileprivate func hasRaised(_ count: Int, by end: Date) async throws -> Date {
    let overdue = clock.now.milliseconds
    while true {
      let isDone = try await ledger.pool.read { database in
        try Int.fetchOne(
          database, sql: "SELECT 1 FROM watches WHERE next_fire_at <= ? LIMIT 1",
          arguments: [overdue]) == nil
      }
      let now = clock.now
      if isDone {
        let alarms = try await ledger.pool.read { database in
          try Int.fetchOne(database, sql: "SELECT count(*) FROM alerts WHERE ended_at IS NULL") ?? 0
        }
        guard alarms == count else {
          throw BenchmarkFailure("\(alarms) alarms were raised for \(count) missed deadlines")
        }
        return now
      }
      guard now < end else { throw BenchmarkFailure("not all alarms were raised") }
      try await clock.sleep(until: now + 0.02)
    }
  }
}
