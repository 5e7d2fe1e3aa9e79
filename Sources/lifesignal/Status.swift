import ArgumentParser
import Foundation
import LifeSignalServer

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show whether the server beside this database keeps its promises.",
    discussion: "Exits with 1 when it does not.")

  @OptionGroup var place: DatabasePlace

  func run() async throws {
    try await place.run { tool in
      let (text, isWell) = try await tool.status()
      say(text)
      if !isWell { throw ExitCode(1) }
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
      guard let retry else { return say(try await tool.deadLetters(limit: limit)) }
      try await tool.retry(retry)
      say("\(retry) is in the outbox again.\n")
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
    try await place.run { say(try await $0.webhookKey(of: url) + "\n") }
  }
}

/// The database that the commands of an operator look at.
struct DatabasePlace: ParsableArguments {
  @Option(help: ArgumentHelp("SQLite file.", valueName: "file"))
  var database = "lifesignal.sqlite"

  func run(_ body: (OperatorTool) async throws -> Void) async throws {
    do {
      try await body(try OperatorTool(database: database))
    } catch let error as SettingsError {
      FileHandle.standardError.write(Data("lifesignal: \(error.description)\n".utf8))
      throw ExitCode(78)  // EX_CONFIG of sysexits.h
    }
  }
}

private func say(_ text: String) {
  FileHandle.standardOutput.write(Data(text.utf8))
}
