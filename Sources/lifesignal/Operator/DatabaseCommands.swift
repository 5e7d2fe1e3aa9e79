import ArgumentParser
import LifeSignalServer

struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the database while the server runs, and examine the copy.",
    discussion:
      "The copy is one file, readable by its owner alone. Exits with 78 when there is none.")

  @OptionGroup var place: DatabasePlace

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @Flag(
    help: """
      Where there is no room, first remove the oldest copies in that folder that are named by their \
      day (2026-01-31.sqlite); the newest stays.
      """)
  var makeRoom = false

  @Argument(help: "Where to write it.", completion: .file())
  var file: String

  func run() async throws {
    try await DatabasePlace.reporting {
      print(
        try BackupTool(database: place.database)
          .backUp(to: file, replacing: force, makingRoom: makeRoom), terminator: "")
    }
  }
}

struct Restore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Put a backup in the place of the database, while the server is stopped.",
    discussion: """
      The backup is examined first; the database that was there is kept beside it. What the server \
      promises afterwards stands in docs/operations.md.
      """)

  @OptionGroup var place: DatabasePlace

  @Flag(help: "Sign everyone out, people and programs: keys revoked since would be good again.")
  var endSessions = false

  @Argument(help: "A file written by `lifesignal backup`.", completion: .file())
  var file: String

  func run() async throws {
    try await DatabasePlace.reporting {
      print(
        try BackupTool(database: place.database).restore(from: file, endingKeys: endSessions),
        terminator: "")
    }
  }
}

struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring the database's schema up to date, while the server is stopped.",
    discussion: """
      The server does the same when it starts. With --check nothing is changed, and the exit code \
      says whether there is something to do: 0 no, 1 yes, 78 it cannot be done, or the file is \
      damaged. --check reads every page: two seconds for each GB in memory, else as long as the \
      disk takes.
      """)

  @OptionGroup var place: DatabasePlace

  @Flag(help: "Only say what would be done.")
  var check = false

  func run() async throws {
    try await DatabasePlace.reporting {
      let tool = BackupTool(database: place.database)
      guard check else { return print(try tool.migrate(), terminator: "") }
      let (text, isDone) = try tool.migrationPlan()
      print(text, terminator: "")
      if !isDone { throw ExitCode(1) }
    }
  }
}
