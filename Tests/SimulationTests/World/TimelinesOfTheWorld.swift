import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel

/// Everybody's timeline: after every commit what was added to it, now and then the whole of it.
final class TimelinesOfTheWorld {
  private struct End: Equatable {
    var sequence: Int64
    var hash: Data
  }

  private var ends: [Int64: End] = [:]

  /// The new entries follow the old ones without a gap, and the chain ends where it is said to.
  func check(_ database: Database, _ world: Simulation) throws {
    let heads = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT person_id, timeline_sequence, timeline_hash FROM watches
          WHERE timeline_sequence IS NOT NULL ORDER BY person_id
          """))
    var now: [Int64: End] = [:]
    for row in heads {
      let person: Int64 = row[0]
      let head = End(sequence: row[1], hash: row[2])
      now[person] = head
      guard head != ends[person] else { continue }
      try check(person, from: ends[person], to: head, database, world)
    }
    for person in ends.keys.sorted() where now[person] == nil {
      let isThere = try Bool.fetchOne(
        try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM people WHERE id = ?)"),
        arguments: [person])
      if isThere == true { world.fail("the timeline of \(person) is gone") }
    }
    ends = now
  }

  private func check(
    _ person: Int64, from old: End?, to head: End, _ database: Database, _ world: Simulation
  ) throws {
    let entries = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT sequence, previous_hash, hash FROM timeline
          WHERE person_id = ? AND sequence > ? ORDER BY sequence
          """), arguments: [person, old?.sequence ?? 0])
    var end = old
    for row in entries {
      let (sequence, previous): (Int64, Data) = (row[0], row[1])
      if sequence != (end?.sequence ?? 0) + 1 {
        world.fail("the timeline of \(person) has a gap before \(sequence)")
      }
      if let end, previous != end.hash {
        world.fail("entry \(sequence) of \(person) does not follow the one before it")
      }
      end = End(sequence: sequence, hash: row[2])
    }
    if end != head { world.fail("the timeline of \(person) ends elsewhere than it says") }
  }

  /// The server's own examination, which reads every entry and hashes it again.
  func examine(_ world: Simulation, _ life: Life) {
    do {
      let engine = life.engine
      let broken = try Pump.run {
        var broken: [TimelineVerdict] = []
        try await engine.verifyTimelines { verdict in
          if !verdict.isIntact { broken.append(verdict) }
        }
        return broken
      }
      world.count("examination")
      for verdict in broken {
        world.fail("the timeline of \(verdict.person) is broken: \(verdict.firstBreak as Any)")
      }
    } catch {
      world.fail("the timelines cannot be examined: \(error)")
    }
  }
}
