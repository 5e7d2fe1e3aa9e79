import ArgumentParser
import Foundation
import LifeSignalServer

/// An operator's commands on the server, beside its database.
struct ServerCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server", abstract: "What the server's operator asks, beside its database.",
    subcommands: [
      ServerStatus.self, DoctorCommand.self, Backup.self, Restore.self, Migrate.self, Timeline.self,
      DeadLetters.self, Bounce.self, EndSessions.self, WebhookKey.self,
    ])
}

struct ServerStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show whether the server beside this database keeps its promises.",
    discussion: """
      Exits with 1 when the server does not run, a promise is broken or the file is damaged, and with 2 \
      when only the carriers fail: an alert is on, and no carrier has taken any message about it. Pages of \
      files of up to 256 MiB are examined, in half a second; the doctor examines those of larger ones.
      """)

  @OptionGroup var place: DatabasePlace

  func run() async throws {
    try await Self.show(place)
  }

  /// - Throws: exit code 1 when the server does not keep its promises, 2 when carriers fail.
  static func show(_ database: String) async throws {
    var place = DatabasePlace()
    place.database = database
    try await show(place)
  }

  private static func show(_ place: DatabasePlace) async throws {
    try await place.run { tool in
      let (text, exitCode) = try await tool.status()
      print(text, terminator: "")
      if exitCode != 0 { throw ExitCode(exitCode) }
    }
  }
}

struct DeadLetters: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List messages that were given up, or send one again.")

  @OptionGroup var place: DatabasePlace

  @Option(help: "How many at most.")
  var limit = 100

  @Option(help: ArgumentHelp("Put this one back into the outbox.", valueName: "id"))
  var retry: String?

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    try await place.run { tool in
      guard let retry else {
        return print(try await tool.deadLetters(limit: limit), terminator: "")
      }
      try await tool.retry(retry)
      print("\(retry) is in the outbox again.")
    }
  }
}

struct Bounce: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take in a mail that came back, from standard input.",
    discussion: """
      For the mail server's pipe behind the address in smtp.bounce. Whatever is no report of a mail of \
      this server is left alone. Exits with 75 when it is to be tried again.
      """)

  @OptionGroup var place: DatabasePlace

  @Option(help: "To which address it came back; without it, the mail's header says so.")
  var to: String?

  func run() async throws {
    // More is never examined; the rest is read so that the writer is not cut off.
    var mail = Data()
    while let more = try FileHandle.standardInput.read(upToCount: 65_536), !more.isEmpty {
      if mail.count < OperatorTool.longestReport { mail.append(more) }
    }
    do {
      let tool = try OperatorTool(database: place.database)
      let words = try await tool.returned(mail, to: to)
      FileHandle.standardError.write(Data("lifesignal: \(words)\n".utf8))
    } catch {
      FileHandle.standardError.write(Data("lifesignal: \(error)\n".utf8))
      throw ExitCode(75)  // EX_TEMPFAIL of sysexits.h: the mail server keeps it and asks again.
    }
  }
}

struct EndSessions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sign one person out everywhere and end their access tokens.",
    discussion: """
      For a person who has lost a device and has no other. LifeSignal sends nothing more to their \
      browsers and phones, and notifies them through their other channels. Passkeys stay. They cannot \
      check in before they sign in again.
      """)

  @OptionGroup var place: DatabasePlace

  @Option(help: "Theirs, with the code of its country: +15550100001.")
  var number: String?

  @Option(help: "The e-mail address with which they sign in, in place of a number.")
  var email: String?

  func validate() throws {
    guard (number == nil) != (email == nil), email?.contains("@") ?? true else {
      throw ValidationError("Please give their --number or their --email.")
    }
  }

  func run() async throws {
    try await place.run { tool in
      let ended = try await tool.endSessions(of: number ?? email ?? "")
      print("Sessions and access tokens ended: \(ended)")
    }
  }
}

struct WebhookKey: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what the receiver of a webhook checks our signatures with.")

  @OptionGroup var place: DatabasePlace

  @Argument(help: "The webhook's URL, exactly as it was entered.")
  var url: String

  func run() async throws {
    try await place.run { print(try await $0.webhookKey(of: url)) }
  }
}

/// The database for an operator's commands.
struct DatabasePlace: ParsableArguments {
  @Option(help: ArgumentHelp("SQLite file.", valueName: "file"))
  var database = "lifesignal.sqlite"

  func run(_ body: (OperatorTool) async throws -> Void) async throws {
    try await Self.reporting { try await body(try OperatorTool(database: database)) }
  }

  /// Prints in one line why something cannot be used.
  static func reporting(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      throw reported(error)
    }
  }
}

/// Prints in one line why settings, files or the disk prevent a command.
/// - Returns: the exit code to end with, or the error itself.
func reported(_ error: any Error) -> any Error {
  guard let failure = OperatorFailure(error) else { return error }
  FileHandle.standardError.write(Data("lifesignal: \(failure.words)\n".utf8))
  return ExitCode(failure.exitCode)
}
