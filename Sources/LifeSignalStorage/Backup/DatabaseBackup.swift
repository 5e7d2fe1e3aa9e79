import Foundation
import GRDB

/// Copies a database while a server works with it.
public enum DatabaseBackup {
  /// Writes one state of the database at `path` to `file`: examined afterwards, on the disk, readable by
  /// its owner alone, and there whole or not at all. Blocks the caller, and no server.
  ///
  /// The copy is one file of its own, not in WAL mode: nothing beside it belongs to it.
  /// - Parameters:
  ///   - replacing: whether a file of that name goes.
  ///   - makingRoom: whether earlier copies in the same folder go first where the new one finds no room.
  /// - Returns: what the copy holds.
  /// - Throws: ``DatabaseFileError``; ``DatabaseFileError/noRoom(_:free:needed:)`` rather than fill the
  ///   disk.
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
    // A copy over the file it is made of would be what a server goes on writing past, and one in the place
    // of a log would be played into it.
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
    try BackupRoom(for: path, at: file).require(makingRoom: makingRoom, space)
    let draft = "\(file).partial-\(UUID().uuidString.prefix(8))"
    try FilePlacement.create(draft)
    defer { FilePlacement.remove(draft) }
    let written = try copy(path, to: draft)
    let found = try DatabaseSummary.examining(draft)
    guard found == written else { throw DatabaseFileError.differs(file) }
    try FilePlacement.settle(draft)
    try FilePlacement.name(draft, as: file, replacing: replacing)
    return found
  }

  /// Copies what an open connection sees to a file that is not there yet, and onto the disk. Outside a transaction.
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

  /// - Returns: what the very state that was copied holds, counted at its source.
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
      // One transaction for both, so one state; all pages in one step, as SQLite begins anew whenever
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
  /// Moves all into the one file, which then stands for itself.
  func leaveWAL() throws {
    try execute(sql: "PRAGMA journal_mode = DELETE")
  }
}
