import Dispatch
import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization

@testable import LifeSignalStorage

/// A server without a network on a ``TestDisk``: a member who checks in and calls for help, and another
/// whose deadline passes. The disk records everything that the server acknowledges.
struct PromisesOnDisk {
  enum Flaw {
    /// `synchronous=NORMAL`: commits do not wait for the disk.
    case normal
    /// `synchronous=OFF`: nothing waits for the disk.
    case off
    /// People get their answer before the COMMIT.
    case hasty
    /// People get their answer although the disk has reported an error.
    case deaf
  }

  static let member = Person.ID(1)
  static let sleeper = Person.ID(2)

  let disk: TestDisk
  let ledger: SQLiteLedger
  private let engine: Engine
  private let asked: Asked

  /// The folder of a file to begin with: two people who watch over each other.
  static func prepare() async throws -> URL {
    let folder = try TemporaryFolder.make()
    let ledger = try SQLiteLedger.open(at: file(in: folder), clock: StoppedClock())
    try await ledger.write { tx in
      for number in 1...2 as ClosedRange<Int64> {
        _ = try tx.insert(Sample.person(number))
        _ = try tx.insert(
          Channel(
            id: Channel.ID(number), person: Person.ID(number), kind: .sms,
            address: "+1555000000\(number)", createdAt: Sample.now))
      }
      for (one, other) in [(1, 2), (2, 1)] as [(Int64, Int64)] {
        _ = try tx.insert(
          Sample.relation(one, other, isResponder: true, isDependent: true),
          mirror: Sample.relation(other, one, isResponder: true, isDependent: true))
      }
      _ = try tx.insert(Sample.watch(1, fires: Sample.now + 86_400))
      _ = try tx.insert(Sample.watch(2, fires: Sample.now - 1))
    }
    try await ledger.close()
    return folder
  }

  static func file(in folder: URL) -> String { folder.appending(path: "ledger.sqlite").path() }

  /// - Parameter template: from ``prepare()``.
  init(_ template: URL, flaw: Flaw? = nil) throws {
    let folder = try TemporaryFolder.make()
    try FileManager.default.copyItem(
      atPath: Self.file(in: template), toPath: Self.file(in: folder))
    disk = try TestDisk(folder)
    let asked = Asked(flaw: flaw, disk: disk)
    let file = try SQLiteLedger.open(at: Self.file(in: folder), clock: StoppedClock())
    try file.pool.writeWithoutTransaction { database in
      switch flaw {
      case .normal: try database.execute(sql: "PRAGMA synchronous = NORMAL")
      case .off: try database.execute(sql: "PRAGMA synchronous = OFF")
      case .hasty, .deaf, nil: break
      }
    }
    self.asked = asked
    ledger = file
    engine = Engine(
      ledger: AskedLedger(ledger: file, asked: asked), couriers: [:], clock: StoppedClock())
  }

  // MARK: What is promised

  func checkIn(_ key: String) async throws {
    try await promise("check-in \(key)") {
      try await engine.perform(CheckInNow(), by: Member(Self.member, from: Origin(key: key)))
    }
  }

  func callForHelp() async throws {
    try await promise("alert") {
      try await engine.perform(ActivateAlert(), by: .person(Self.member))
    }
  }

  /// The deadline that has passed becomes an alarm, without anybody asking.
  func watch() async throws {
    try await promise("alarm") { try await engine.services().watch.turn() }
  }

  /// Check-ins that share one commit: the writer is held until all of them wait.
  func checkInTogether(_ keys: [String]) async -> [any Error] {
    let gate = DispatchSemaphore(value: 0)
    ledger.pool.asyncWriteWithoutTransaction { _ in gate.wait() }
    return await withTaskGroup(of: (any Error)?.self) { group in
      for key in keys {
        group.addTask {
          do {
            try await checkIn(key)
            return nil
          } catch { return error }
        }
      }
      group.addTask {
        while ledger.backlog < keys.count { await Task.yield() }
        gate.signal()
        return nil
      }
      return await group.reduce(into: []) { failures, failure in
        if let failure { failures.append(failure) }
      }
    }
  }

  /// Moves the log into the file. The next commit starts the log again from its beginning.
  func checkpoint(_ mode: Database.CheckpointMode) throws {
    _ = try ledger.pool.writeWithoutTransaction { try $0.checkpoint(mode) }
  }

  /// The same on a connection of its own, while the writer commits.
  func checkpointBeside() throws {
    let other = try DatabaseQueue(path: Self.file(in: disk.folder))
    _ = try other.writeWithoutTransaction { try $0.checkpoint(.passive) }
    try other.close()
  }

  private func promise(_ what: String, _ work: @Sendable () async throws -> some Sendable)
    async throws
  {
    asked.current.withLock { $0 = what }
    if asked.flaw == .deaf {
      _ = try? await work()
    } else {
      _ = try await work()
    }
    disk.note(.acknowledged(what))
  }

  /// Closes the file even when the disk reports errors, and forgets the disk.
  func leave() async {
    disk.heal()
    try? await ledger.close()
    WatchedFiles.forget(disk.folder)
  }

  // MARK: What is there afterwards

  /// What is wrong with a file that should hold these promises and none of those.
  static func problems(
    in folder: URL, promised: [String], refused: [String] = []
  ) async throws -> [String] {
    let ledger: SQLiteLedger
    do {
      ledger = try SQLiteLedger.open(at: file(in: folder), clock: StoppedClock())
    } catch {
      return ["it cannot be opened: \(error)"]
    }
    do {
      var problems = try await ledger.integrityProblems()
      for what in promised where try await !isStored(what, in: ledger) {
        problems.append("lost: \(what)")
      }
      for what in refused where try await isStored(what, in: ledger) {
        problems.append("stored although it was refused: \(what)")
      }
      problems += try await halves(ledger)
      let engine = Engine(ledger: ledger, clock: StoppedClock())
      for person in [member, sleeper] where try await !engine.verifyTimeline(of: person).isIntact {
        problems.append("the timeline of \(person) is broken")
      }
      try await ledger.close()
      return problems
    } catch {
      return ["it cannot be read: \(error)"]
    }
  }

  private static func isStored(_ what: String, in ledger: SQLiteLedger) async throws -> Bool {
    try await ledger.read { tx in
      switch what {
      case "alert": try !tx.alerts(of: member, kind: .manual, limit: 1).isEmpty
      case "alarm": try !tx.alerts(of: sleeper, kind: .missedCheckIn, limit: 1).isEmpty
      default:
        try tx.checkIn(of: member, clientKey: String(what.dropFirst("check-in ".count))) != nil
      }
    }
  }

  /// An alarm without its calling, or without the message of its first call.
  private static func halves(_ ledger: SQLiteLedger) async throws -> [String] {
    try await ledger.pool.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT 'an alarm without its calls: ' || kind FROM alerts
          WHERE id NOT IN (SELECT alert_id FROM escalations)
            OR (SELECT count(*) FROM deliveries) < (SELECT count(*) FROM alerts)
          """)
    }
  }
}

/// The promise that is being made, and the flaw with which it is given.
private final class Asked: Sendable {
  let current = Mutex("")
  let flaw: PromisesOnDisk.Flaw?
  let disk: TestDisk

  init(flaw: PromisesOnDisk.Flaw?, disk: TestDisk) {
    self.flaw = flaw
    self.disk = disk
  }
}

/// The ledger; with the flaw `hasty` the caller gets its answer as soon as the body has run.
private struct AskedLedger: Ledger {
  let ledger: SQLiteLedger
  let asked: Asked

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    try await ledger.write(in: lane) { [asked] tx in
      let result = try body(tx)
      if asked.flaw == .hasty { asked.disk.note(.acknowledged(asked.current.withLock { $0 })) }
      return result
    }
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await ledger.read(body)
  }
}

extension PowerLoss {
  /// What is wrong with what one power cut leaves.
  func problems(
    seed: UInt64, promised: [String], refused: [String] = []
  ) async throws -> [String] {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in contents(seed: seed) {
      try data.write(to: folder.appending(path: name))
    }
    return try await PromisesOnDisk.problems(in: folder, promised: promised, refused: refused)
  }
}
