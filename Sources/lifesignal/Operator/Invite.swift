import ArgumentParser
import Foundation
import LifeSignalServer

struct Invite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a link with which one person can open an account.",
    discussion: """
      The link works once. Takes the options of `serve`, and reads the environment and the file of \
      settings as it does: the link begins with http.origin. May run beside the server.
      """)

  @OptionGroup var options: ServerOptions

  @Option(
    help: ArgumentHelp("After how many hours or days it expires, 1h to 30d.", valueName: "life"))
  var expires = "7d"

  @Flag(help: "List the open invitations instead.")
  var list = false

  @Option(help: ArgumentHelp("Withdraw this open invitation instead.", valueName: "id"))
  var withdraw: String?

  func validate() throws {
    if list, withdraw != nil { throw ValidationError("Use --list or --withdraw, not both.") }
  }

  func run() async throws {
    try await DatabasePlace.reporting {
      let settings = try await Settings.read(
        arguments: options.arguments, environment: ProcessInfo.processInfo.environment)
      let tool = try OperatorTool(database: settings.databasePath)
      if list {
        print(try await tool.invitations(), terminator: "")
      } else if let withdraw {
        try await tool.withdrawInvitation(withdraw)
        print("\(withdraw) is withdrawn.")
      } else {
        print(try await tool.invite(for: expires, at: settings.address(port: settings.port)))
      }
    }
  }
}
