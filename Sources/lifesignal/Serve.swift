import ArgumentParser
import Foundation
import LifeSignalServer

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the server.",
    discussion: """
      Every option can also be set in the environment (LIFESIGNAL_HTTP_PORT …) or in a JSON file; \
      the command line wins over both.
      """)

  @OptionGroup var options: ServerOptions

  func run() async throws {
    do {
      let settings = try await Settings.read(
        arguments: options.arguments, environment: ProcessInfo.processInfo.environment)
      try await Server(settings: settings).run()
    } catch {
      throw reported(error)
    }
  }
}
