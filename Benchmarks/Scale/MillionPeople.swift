import Crypto
import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// A database with a million people, made once and copied for each measurement.
///
/// Everybody has a phone, has checked in once and has the timeline that says so, responds for the
/// person before them and is watched by the person after. Deadlines are spread over a day and none is
/// due within the first hour. Written past the door, in the order of the indexes: only what happens
/// afterwards is measured.
struct MillionPeople: Sendable {
  static let count = 1_000_000
  static let fileName = "million.sqlite"
  private static let firstID: Int64 = 4_000_000_000_000_000
  /// As far apart as two people who join a few milliseconds after each other.
  private static let idStep: Int64 = 1 << 24

  let file: URL

  /// By a number from 0 on; the person after the last is the first.
  static func person(_ number: Int) -> Person.ID { Person.ID(row(number)) }
  static func address(_ number: Int) -> String { "+1555" + String(10_000_000 + number % count) }
  private static func row(_ number: Int) -> Int64 { firstID + Int64(number % count) * idStep }

  /// Every one of them once, in no order that helps: neighbours in the answer are far apart in the
  /// file. Those with even numbers come due, those with odd ones check in.
  static func due(_ index: Int) -> Int { index * 7_919 % (count / 2) * 2 }
  static func checksIn(_ index: Int) -> Int { index * 7_907 % (count / 2) * 2 + 1 }
  /// Who is told when this person misses a deadline.
  static func responder(of number: Int) -> Int { (number + 1) % count }

  /// Opens a copy of its own for one measurement, with what a server would have in its place.
  func copy(as name: String) throws -> URL {
    let copy = file.deletingLastPathComponent().appending(path: "\(name).sqlite")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy.path + suffix)
    }
    try FileManager.default.copyItem(at: file, to: copy)
    // What is written back later would be measured with what comes next.
    let handle = try FileHandle(forUpdating: copy)
    try handle.synchronize()
    try handle.close()
    return copy
  }

  /// Makes the file, which takes about a minute.
  static func make(in folder: URL) async throws -> MillionPeople {
    let file = folder.appending(path: fileName)
    let clock = SystemClock()
    try await SQLiteLedger.open(at: file.path, clock: clock).close()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -524288;
          PRAGMA temp_store = MEMORY; PRAGMA locking_mode = EXCLUSIVE
          """)
      database.add(function: chainHash)
    }
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    let now = clock.now
    try await queue.write { database in
      for statement in rows {
        try database.execute(
          sql: statement,
          arguments: StatementArguments(arguments(now).filter { statement.contains(":\($0.key)") }))
      }
    }
    try queue.close()
    try await examine(file)
    return MillionPeople(file: file)
  }

  /// What is hashed is what the engine would have written.
  private static let chainHash = DatabaseFunction("chain_hash", argumentCount: 3, pure: true) {
    values in
    guard let person = Int64.fromDatabaseValue(values[0]),
      let at = Int64.fromDatabaseValue(values[1]), let details = String.fromDatabaseValue(values[2])
    else { throw BenchmarkFailure("a row of the benchmark's world cannot be hashed") }
    let entry = TimelineEntry(
      person: Person.ID(person), sequence: 1, at: Date(timeIntervalSince1970: Double(at) / 1_000),
      kind: .checkedIn, details: TimelineDetails(text: details),
      previousHash: TimelineChain.genesis)
    return Data(SHA256.hash(data: entry.previousHash + entry.encoding))
  }

  private static func arguments(_ now: Date) -> [String: (any DatabaseValueConvertible)?] {
    [
      "first": firstID, "step": idStep, "count": count, "now": now.milliseconds,
      "genesis": TimelineChain.genesis, "kind": TimelineKind.checkedIn.rawValue,
      "details": TimelineDetails { $0.source = .manual }.text,
    ]
  }

  /// A world that the engine could not have made would measure nothing.
  private static func examine(_ file: URL) async throws {
    let ledger = try SQLiteLedger.open(at: file.path, clock: SystemClock())
    let engine = Engine(ledger: ledger)
    for number in [0, 1, count / 2, count - 1] {
      let id = person(number)
      let (person, watch, responders) = try await ledger.read { tx in
        (try tx.person(id), try tx.watch(of: id), try tx.responders(of: id))
      }
      let timeline = try await engine.verifyTimeline(of: id)
      guard person?.phoneNumber == address(number), watch?.nextFireAt != nil,
        responders.map(\.person.id) == [self.person(responder(of: number))],
        responders.first?.channels.map(\.address) == [address(responder(of: number))],
        timeline.isIntact, timeline.count == 1
      else { throw BenchmarkFailure("the benchmark's world is not as it should be at \(number)") }
    }
    let faults = try await ledger.pool.read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM watches") ?? 0
    }
    guard faults == count else { throw BenchmarkFailure("\(faults) watches of \(count)") }
    try await ledger.close()
  }
}
