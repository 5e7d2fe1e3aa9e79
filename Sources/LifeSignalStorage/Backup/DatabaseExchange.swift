import Foundation

/// Gives the name of a database to another file and keeps the one that had it, in steps of which each is
/// on the disk before the next.
///
/// A log belongs to one file and says so nowhere: beside another one SQLite plays it into that. So the new
/// file gets the name only when no log is left beside it. What a crash leaves:
///
/// | after | has the name | is kept aside |
/// |---|---|---|
/// | nothing | the old file with its log | – |
/// | ``Step/keepFile`` | the same | a second name of the old file |
/// | ``Step/keepLogs`` | the same | the old file with its log |
/// | ``Step/dropLogs`` | the old file | the same |
/// | ``Step/replace`` | the new file | the same |
///
/// There is a database under the name all the time, so that no server starts with an empty one. It can be
/// read in every row where ``DatabaseHold/settleLog()`` has put the log into the old file before, which it
/// does with whatever SQLite can read. With a damaged one, whose log stays a log and is changed by nothing
/// before, what is kept aside is whole before the log goes.
struct DatabaseExchange {
  enum Step: CaseIterable {
    case keepFile, keepLogs, dropLogs, replace
  }

  /// One file, on the disk, without a log.
  let new: String
  let path: String
  /// Names the old file from the first step on.
  let aside: String

  /// - Parameter now: names what is kept aside; two within a second are two.
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

  /// - Throws: ``DatabaseFileError``; what was there is then as a crash would leave it.
  func run() throws {
    for step in Step.allCases { try take(step) }
  }

  /// Waits until it is on the disk. A file that is not there needs no step.
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

  /// What SQLite plays into the file beside it: of a database in WAL mode, and of one that is not.
  private static let logs = ["-wal", "-journal"]
}
