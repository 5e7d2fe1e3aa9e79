import ArgumentParser
import Foundation
import LifeSignalServer

/// The record of events and of the people we contacted.
struct Timeline: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Examine or write out the record of what happened and whom we contacted.",
    subcommands: [Verify.self, Export.self])

  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Examine the chains: one line for every broken one, exit code 1 if there is any.")

    @Option(help: ArgumentHelp("SQLite file.", valueName: "file"))
    var database = "lifesignal.sqlite"

    @Option(help: ArgumentHelp("Only this person's chain.", valueName: "id"))
    var person: String?

    func run() async throws {
      let isIntact = try await reportingSettings {
        try await TimelineTool(database: database).verify(person: person) { print($0) }
      }
      if !isIntact { throw ExitCode(1) }
    }
  }

  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write out one person's timeline, oldest first.")

    @Option(help: ArgumentHelp("SQLite file.", valueName: "file"))
    var database = "lifesignal.sqlite"

    @Option(help: ArgumentHelp("Whose.", valueName: "id"))
    var person: String

    @Flag(help: "As JSON, with every hash: what anybody can examine.")
    var json = false

    func run() async throws {
      print(
        try await reportingSettings {
          try await TimelineTool(database: database).export(person: person, asJSON: json)
        })
    }
  }
}

/// Prints in one line that a file or a person cannot be used; the exit code is 66, EX_NOINPUT of
/// sysexits.h.
private func reportingSettings<Value>(_ body: () async throws -> Value) async throws -> Value {
  do {
    return try await body()
  } catch let error as SettingsError {
    FileHandle.standardError.write(Data("lifesignal: \(error.description)\n".utf8))
    throw ExitCode(66)
  } catch {
    throw reported(error)
  }
}
