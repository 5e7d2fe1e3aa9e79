import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// What the disk does at the moment.
struct DiskMood: Sendable {
  /// Seconds a write waits.
  var slowness = 0.0...0.0
  /// How likely a write meets another process, and how likely its answer is lost.
  var busy = 0.0
  var lostAnswers = 0.0
  var isFull = false

  var isWell: Bool { !isFull && busy == 0 && lostAnswers == 0 && slowness.upperBound == 0 }
}

/// The real ledger on its real file, on a disk that is slow, busy, full or gone with the process.
struct SimulatedLedger: Ledger {
  let life: Life
  let world: Simulation

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    try life.requireAlive()
    world.beforeWrite(in: life)
    let mood = world.disk
    if mood.slowness.upperBound > 0 {
      await world.clock.wait(world.chance.number(in: mood.slowness))
      try life.requireAlive()
    }
    if world.disk.isFull {
      world.count("disk full")
      throw LedgerError.unavailable("The disk is full.")
    }
    if world.chance.happens(mood.busy) {
      world.count("disk busy")
      throw LedgerError.conflict("Another process is writing.")
    }
    try world.plant?.beforeWrite(life.ledger.pool, world)
    let (life, observer) = (life, life.observer)
    let (result, commit) = try await store(in: lane) { transaction in
      // The database runs this on a thread of its own, which knows no task.
      try FailPoint.$observer.withValue(observer) {
        let result = try body(transaction)
        FailPoint.beforeCommit.hit()
        // A process that dies here leaves an open transaction, which the file forgets.
        try life.requireAlive()
        return result
      }
    }
    FailPoint.afterCommit.hit()
    try life.requireAlive()
    if world.chance.happens(mood.lostAnswers) {
      world.count("lost answer of the disk")
      world.news.forget(commit: commit)
      throw LedgerError.unknown("The answer was lost.")
    }
    return result
  }

  /// - Returns: also the number of the commit.
  private func store<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> (R, commit: Int) {
    // What waits in the background is not counted among those that the writer has.
    if world.sharesCommits, lane == .bulk || lane == .prompt && SharedCommits.isAllowed {
      return try await life.commits.write(in: lane, body)
    }
    let ledger = life.ledger
    let result = try Pump.run { try await ledger.write(in: lane, body) }
    try world.plant?.afterWrite(ledger.pool, world)
    world.committed(in: life, isBeat: R.self == (Heartbeat?, Heartbeat).self)
    return (result, world.commits)
  }

  var unreadableRows: [String: Int] { life.ledger.unreadableRows }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try life.requireAlive()
    let ledger = life.ledger
    return try Pump.run { try await ledger.read(body) }
  }
}
