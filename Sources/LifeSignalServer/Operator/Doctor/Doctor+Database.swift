import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

extension Doctor {
  struct State {
    var heartbeat: Heartbeat?
    var isRunning: Bool
  }

  /// - Returns: the database's facts about the server; nil if it cannot be read.
  func examineDatabase(_ settings: Settings, _ report: inout DoctorReport) async -> State? {
    let path =
      switch settings.database {
      case .sqlite(let path): path
      }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    examineSpace(folder, path, &report)
    examineSQLite(&report)
    guard FileManager.default.fileExists(atPath: path) else {
      let isPossible =
        FileManager.default.isWritableFile(atPath: folder)
        || !FileManager.default.fileExists(atPath: folder)
      report.note(
        "database", isPossible ? .ok : .failure, "there is none at \(path) yet",
        advice: isPossible ? nil : "The server may not write to \(folder)")
      return nil
    }
    if Self.isOpenToOthers(path) {
      report.note(
        "database.permissions", .warning, "everybody on this machine may read \(path)",
        advice: "Do: chmod 600 \(path)")
    } else {
      report.note("database.permissions", .ok, "closed to others")
    }
    do {
      try DatabaseFile.require("database", at: path)
      guard examineLog(path, &report) else { return nil }
      let plan = try SchemaPlan.of(path)
      guard plan.isDone else {
        report.note(
          "database.schema", .warning,
          "schema \(plan.found), this version works with \(plan.known)",
          advice: "Back it up; the next start or `lifesignal migrate` brings it up to date")
        return nil
      }
      report.note("database.schema", .ok, "schema \(plan.found)")
      try examineFile(path, &report)
      return try await examineContents(path, &report)
    } catch {
      let isDamaged = if case DatabaseFileError.damaged = error { true } else { false }
      report.note(
        "database", .failure, "\(error)",
        advice: isDamaged
          ? DatabaseFileError.wayBack : "The server cannot start on it before this is put right")
      return nil
    }
  }

  /// Before anything opens the database, as SQLite cuts off the unreadable part.
  /// - Returns: whether it may be opened without losing data that a server would keep.
  private func examineLog(_ path: String, _ report: inout DoctorReport) -> Bool {
    switch LogReport(of: path) {
    case .whole: report.note("database.log", .ok, "all of it can be read")
    case .inUse: report.note("database.log", .ok, "a server has it open")
    case .cutOff:
      report.note(
        "database.log", .warning,
        "its end cannot be read: a commit that a crash has cut off, or a last commit that is damaged",
        advice: "After a crash or a power cut this is as it should be; otherwise look at the disk")
    case .lost(let file):
      report.note(
        "database.log", .failure, "a start found it damaged: acknowledged commits are lost",
        advice: "Look at the disk, ask people to check in, and remove \(file)")
    case .damaged:
      report.note(
        "database.log", .failure,
        "it is damaged: commits that were on the disk cannot be read any more",
        advice: "Copy the database and what lies beside it, look at the disk, start the server")
      return false
    }
    return true
  }

  private func examineSpace(_ folder: String, _ path: String, _ report: inout DoctorReport) {
    guard let free = world.freeBytes(folder) else { return }
    let values = try? FileManager.default.attributesOfItem(atPath: path)
    let size = (values?[.size] as? NSNumber)?.int64Value ?? 0
    let found = "\(free / 1_000_000) MB are free for a database of \(size / 1_000_000) MB"
    switch free {
    case ..<100_000_000:
      report.note("disk", .failure, found, advice: "Free some space: without it nothing is stored")
    case ..<max(1_000_000_000, 2 * size):
      report.note("disk", .warning, found, advice: "A backup beside it would need as much again")
    default: report.note("disk", .ok, found)
    }
  }

  private func examineSQLite(_ report: inout DoctorReport) {
    let version = world.sqlite
    if version.canLoseTheLog {
      report.note(
        "database.sqlite", .warning, "SQLite \(version) has a bug that can lose committed data",
        advice:
          "Install 3.51.3 or later, 3.50.7 or 3.44.6, and restart; the server avoids what leads to it,"
          + " so let no other program write to the database")
    } else {
      report.note("database.sqlite", .ok, "SQLite \(version)")
    }
  }

  private func examineFile(_ path: String, _ report: inout DoctorReport) throws {
    let file = try SQLiteExamination.look(at: path)
    if file.journalMode == "wal", file.synchronous == 2 {
      report.note("database.durability", .ok, "WAL, and a commit waits for the disk")
    } else {
      report.note(
        "database.durability", .failure,
        "journal_mode is \(file.journalMode), synchronous is \(file.synchronous)",
        advice: "Must be wal and 2; is the disk a network's?")
    }
    if file.problems.isEmpty {
      report.note("database.integrity", .ok, "SQLite's quick check finds nothing")
    } else {
      report.note(
        "database.integrity", .failure, file.problems.joined(separator: "; "),
        advice: "Stop the server, keep the file, restore a backup, look at the disk")
    }
    if !file.missing.isEmpty {
      report.note(
        "database.parts", .failure, "it lacks \(file.missing.prefix(5).joined(separator: ", "))",
        advice: "Another program has changed it, or the disk has: keep the file, restore a backup")
    }
    if !file.triggers.isEmpty {
      report.note(
        "database.triggers", .failure,
        "another program has added \(file.triggers.prefix(5).joined(separator: ", "))",
        advice:
          "Stop the server, look at them in sqlite3, and DROP TRIGGER each: they may drop what it stores,"
          + " and it does not start with them")
    }
    let slowest = (file.commits.max() ?? .zero) / .milliseconds(1)
    let milliseconds = Int(clamping: slowest.rounded(.up))
    let found = "the slowest of \(file.commits.count) commits took \(milliseconds) ms"
    if slowest > 500 {
      report.note(
        "database.write", .warning, found, advice: "Everybody who checks in waits for it")
    } else {
      report.note("database.write", .ok, found)
    }
  }

  /// How many chains are walked along: all of them is `lifesignal timeline verify`.
  private static let sample = 100

  private func examineContents(_ path: String, _ report: inout DoctorReport) async throws -> State {
    let ledger = try SQLiteLedger.openForReading(at: path)
    let engine = Engine(ledger: ledger)
    let (heartbeat, turns, figures, sightings, people) = try await ledger.read { tx in
      (
        try tx.heartbeat(), try tx.loopTurns(), try tx.outboxFigures(), try tx.auditSightings(),
        try tx.people(after: nil, limit: Self.sample)
      )
    }
    let now = world.now()
    let isRunning =
      heartbeat.map { abs(now.timeIntervalSince($0.beatAt)) < EngineServices.patience } ?? false
    let isStarting = SQLiteLedger.isServerStarting(
      at: path, now: now, patience: EngineServices.patience)
    examineLife(
      heartbeat, turns, isRunning: isRunning, isStarting: isStarting,
      isOpen: SQLiteLedger.isServerRunning(at: path), &report)
    let unkept = sightings.count { $0.fault(at: now) != nil || $0.finding.kind == .rowUnreadable }
    if sightings.isEmpty {
      report.note("findings", .ok, "no promise is known to be broken")
    } else if unkept == 0 {
      report.note(
        "findings", .warning, "no promise is known to be broken, and \(sightings.count) findings",
        advice: "See `lifesignal server status`")
    } else {
      report.note(
        "findings", isRunning ? .failure : .warning, "\(unkept) promises are broken",
        advice: "See `lifesignal server status`")
    }
    let dead = figures.filter { $0.state == .dead }.map(\.count).reduce(0, +)
    report.note(
      "dead-letters", dead == 0 ? .ok : .warning,
      dead == 0 ? "none" : "\(dead) messages were given up",
      advice: dead == 0 ? nil : "See `lifesignal dead-letters`")
    var broken = 0
    for person in people where try await !engine.verifyTimeline(of: person).isIntact { broken += 1 }
    let found = "\(people.count) of the timelines were walked along"
    if broken == 0 {
      report.note("timelines", .ok, "\(found), all in order")
    } else {
      report.note(
        "timelines", .failure, "\(found), \(broken) are broken",
        advice: "See `lifesignal timeline verify`: a person or the disk has changed the record")
    }
    return State(heartbeat: heartbeat, isRunning: isRunning)
  }

  private func examineLife(
    _ heartbeat: Heartbeat?, _ turns: [LoopName: Date], isRunning: Bool, isStarting: Bool,
    isOpen: Bool, _ report: inout DoctorReport
  ) {
    let now = world.now()
    // Noted with the heartbeat, so up to a second old.
    let still = LoopName.allCases.filter { loop in
      turns[loop].map { now.timeIntervalSince($0) > EngineServices.patience + 2 } ?? true
    }
    if isRunning, still.isEmpty {
      return report.note("heartbeat", .ok, "a server runs, and its loops turn")
    }
    guard !isStarting else {
      return report.note(
        "heartbeat", .warning, "a server is starting: not all of its loops have turned yet",
        advice: "Run the doctor again in ten seconds")
    }
    guard let heartbeat else {
      return report.note("heartbeat", .ok, "no server has run on this database yet")
    }
    guard isRunning else {
      guard !isOpen else {
        return report.note(
          "heartbeat", .failure,
          "a server has the database open, but its loops have not turned since \(heartbeat.beatAt.ISO8601Format())",
          advice: "Restart it, and look into its log")
      }
      return report.note(
        "heartbeat", .warning,
        "no server runs; the last one was alive at \(heartbeat.beatAt.ISO8601Format())",
        advice: "Start it: deadlines that pass meanwhile get a courtesy of ten minutes")
    }
    report.note(
      "heartbeat", .failure,
      "a server runs, but these loops have stopped: \(still.map(\.rawValue).joined(separator: ", "))",
      advice: "Restart it, and look into its log")
  }
}
