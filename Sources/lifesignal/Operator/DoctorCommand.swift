import ArgumentParser
import Foundation
import LifeSignalServer

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Examine settings, database, clock and channels, and say what to do.",
    discussion: """
      Takes the options of `serve`, and reads the environment and the file of settings as it does. \
      Changes nothing; may run beside the server. Exit codes: 0 all is well, 1 something deserves a \
      look, 2 something keeps the server from its promise.
      """)

  @OptionGroup var options: ServerOptions

  @Flag(help: "Ask the carriers and services for an answer, without credentials.")
  var reach = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let report = await Doctor(
      arguments: options.arguments, environment: ProcessInfo.processInfo.environment,
      reaches: reach
    ).examine()
    print(json ? report.json : report.text, terminator: "")
    if report.exitCode != 0 { throw ExitCode(report.exitCode) }
  }
}
