import Foundation
import GRDB

/// Copies a database while a server works with it.
public enum DatabaseBackup {
  /// Writes one state of the database at `path` to `file`: verified afterwards, synced to the disk,
  /// readable only by its owner, and complete or absent. Blocks the caller, but no server.
  ///
  /// The copy is one file of its own, not in WAL mode: no file beside it belongs to it.
  /// - Parameters:
  ///   - replacing: whether an existing file of that name is replaced.
  ///   - makingRoom: whether earlier copies in the same folder are deleted first if the new one
  ///     does not fit.
  /// - Returns: a summary of the copy.
  /// - Throws: ``DatabaseFileError``; ``DatabaseFileError/noRoom(_:free:needed:)`` instead of
  ///   filling the disk.
  public static func write(
    _ path: String, to file: String, replacing: Bool = false, makingRoom: Bool = false
  ) throws -> DatabaseSummary {
    try write(
      path, to: file, replacing: replacing, makingRoom: makingRoom,
      space: { DiskSpace(of: FilePlacement.folder(of: file)) })
  }

  static func write(
    _ path: String, to file: String, replacing: Bool = false, makingRoom: Bool,
    space: () -> DiskSpace?
  ) throws -> DatabaseSummary {
    // A server would continue to write past a copy that replaced its own source, and would replay a
    // copy that replaced a log.
    for suffix in [
      "", "-wal", "-shm", "-journal", "-lock", FileLock.serverSuffix, DiskReserve.suffix,
      SQLiteLedger.damagedLogSuffix,
    ]
    where FilePlacement.areSame(file, path + suffix) {
      throw DatabaseFileError.ofTheDatabase(file)
    }
    guard replacing || access(file, F_OK) != 0 else { throw DatabaseFileError.exists(file) }
    let lock = try FileLock.take(.shared, ofDatabase: path)
    defer { lock?.giveBack() }
    let drafts = BackupDrafts(of: file)
    defer { drafts.end() }
    try BackupRoom(for: path, at: file).require(makingRoom: makingRoom, space)
    let draft = drafts.next()
    try FilePlacement.create(draft)
    defer { FilePlacement.remove(draft) }
    let written = try copy(path, to: draft)
    let found = try DatabaseSummary.examining(draft)
    guard found == written else { throw DatabaseFileError.differs(file) }
    try FilePlacement.settle(draft)
    try FilePlacement.name(draft, as: file, replacing: replacing)
    return found
  }

  /// Copies the state that an open connection sees to a new file, and syncs it to the disk. Outside
  /// a transaction.
  static func copy(_ source: Database, to file: String) throws {
    let draft = "\(file).partial"
    try FilePlacement.create(draft)
    defer { FilePlacement.remove(draft) }
    let target = try DatabaseQueue(path: draft)
    try target.writeWithoutTransaction { target in
      try source.backup(to: target)
      try target.leaveWAL()
    }
    try target.close()
    try FilePlacement.settle(draft)
    try FilePlacement.name(draft, as: file, replacing: false)
  }

  /// - Returns: a summary of the copied state, counted at its source.
  private static func copy(_ path: String, to draft: String) throws -> DatabaseSummary {
    var configuration = Configuration()
    configuration.label = "lifesignal.backup"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    return try DatabaseFileError.telling(of: path) {
      let source = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? source.close() }
      let target = try DatabaseQueue(path: draft)
      defer { try? target.close() }
      // One transaction for both, so one state; all pages in one step, as SQLite restarts whenever
      // another process has written between two.
      let summary = try source.read { database in
        let summary = try DatabaseSummary(of: database, in: path)
        try SchemaDifferences.requireNone(in: database, of: path)
        try target.writeWithoutTransaction { try database.backup(to: $0) }
        return summary
      }
      try target.writeWithoutTransaction { try $0.leaveWAL() }
      return summary
    }
  }
}

extension Database {
  /// Moves everything into the one file, which is then complete by itself.
  func leaveWAL() throws {
    try execute(sql: "PRAGMA journal_mode = DELETE")
  }
}
