import Foundation

/// What the harness asks for: the folder by argument, sizes by environment.
struct WorkerSettings {
  enum Task: String {
    /// Makes the people and ends.
    case prepare
    /// Runs until all is done, or until killed.
    case run
    /// Runs with a courier that never answers, until told to end by SIGTERM.
    case hang
  }

  struct Misuse: Error, CustomStringConvertible {
    var description: String { "usage: crashworker prepare|run|hang FOLDER" }
  }

  let task: Task
  /// People who never check in.
  let silent: Int
  /// People who check in now and then.
  let lively: Int
  /// Seconds over which the deadlines are spread, from the time of preparation.
  let spread: Double
  let writers: Int
  /// Seconds from the beginning of the preparation to the first deadline.
  var head: Double { 1 + Double(silent + lively) / 2_000 }
  /// Seconds a row is leased for; one that a second kill has orphaned waits as long.
  let lease: Double
  /// Counts the workers of one test.
  let life: Int
  /// Seconds after which one in ten of the silent is called again.
  let callWait: Double
  /// Seconds after which everybody else is called again; nil for what people get who set nothing.
  let calmWait: Double?
  /// The negative control: alarm and outbox rows in two transactions.
  let splitsTransactions: Bool
  private let folder: URL

  init(
    arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    guard arguments.count == 3, let task = Task(rawValue: arguments[1]) else { throw Misuse() }
    self.task = task
    folder = URL(filePath: arguments[2], directoryHint: .isDirectory)
    silent = environment["CRASH_SILENT"].flatMap { Int($0) } ?? 2_000
    lively = environment["CRASH_LIVELY"].flatMap { Int($0) } ?? 200
    spread = environment["CRASH_SPREAD"].flatMap { Double($0) } ?? 20
    writers = environment["CRASH_WRITERS"].flatMap { Int($0) } ?? 4
    lease = environment["CRASH_LEASE"].flatMap { Double($0) } ?? 2
    life = environment["CRASH_LIFE"].flatMap { Int($0) } ?? 0
    callWait = environment["CRASH_CALL_WAIT"].flatMap { Double($0) } ?? 4
    calmWait = environment["CRASH_CALM_WAIT"].flatMap { Double($0) }
    splitsTransactions = environment["CRASH_SPLIT"] == "1"
  }

  var database: String { file("ledger.sqlite") }

  func file(_ name: String) -> String { folder.appending(path: name).path() }
}
