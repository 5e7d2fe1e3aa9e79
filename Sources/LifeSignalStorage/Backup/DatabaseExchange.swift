import Foundation

/// Gives the name of a database to another file and keeps the earlier one, in steps; each is synced
/// to the disk before the next.
///
/// A log belongs to one file but does not name it: beside another file SQLite replays it into that
/// one. So the new file gets the name only when no log is left beside it. After a crash the state
/// is:
///
/// | after | has the name | is kept aside |
/// |---|---|---|
/// | nothing | the old file with its log | – |
/// | ``Step/keepFile`` | the same | a second name of the old file |
/// | ``Step/keepLogs`` | the same | the old file with its log |
/// | ``Step/dropLogs`` | the old file | the same |
/// | ``Step/replace`` | the new file | the same |
///
/// There is a database under the name all the time, so that no server starts with an empty one. It
/// is readable in every row if ``DatabaseHold/settleLog()`` has moved the log into the old file
/// before, which it does for every file that SQLite can read. A damaged file keeps its log
/// unchanged until then, and the copy kept aside is complete before the log is deleted.
struct DatabaseExchange {
  enum Step: CaseIterable {
    case keepFile, keepLogs, dropLogs, replace
  }

  /// One file, on the disk, without a log.
  let new: String
  let path: String
  /// Names the old file from the first step on.
  let aside: String

  /// - Parameter now: names the files kept aside; two within a second get different names.
  init(of path: String, with new: String, now: Date) {
    let stamp = now.ISO8601Format(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted))
    let first = path + Self.asideInfix + stamp
    let names = [first] + (2...99).map { "\(first)-\($0)" }
    self.path = path
    self.new = new
    aside = names.first { access($0, F_OK) != 0 } ?? names[0]
  }

  /// - Throws: ``DatabaseFileError``; the files are then as after a crash.
  func run() throws {
    for step in Step.allCases { try take(step) }
  }

  /// Waits until it is on the disk. A missing file needs no step.
  func take(_ step: Step) throws {
    switch step {
    case .keepFile:
      try FilePlacement.keep(path, as: aside)
    case .keepLogs:
      for log in Self.logs { try FilePlacement.keep(path + log, as: aside + log) }
    case .dropLogs:
      for file in Self.logs + ["-shm"] { try FilePlacement.drop(path + file) }
    case .replace:
      return try FilePlacement.name(new, as: path, replacing: true)
    }
    try FilePlacement.settle(FilePlacement.folder(of: path))
  }

  /// Between the name of a database and the time at which it was kept aside.
  static let asideInfix = ".before-"

  /// The files that SQLite replays into the file beside them: for a database in WAL mode, and for
  /// one that is not.
  private static let logs = ["-wal", "-journal"]
}
