import ArgumentParser
import Foundation

/// The command line. Without arguments it explains itself.
@main
struct LifeSignal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lifesignal",
    abstract: "A personal-safety network you host yourself.",
    discussion: """
      Exit codes: 0 done, 1 refused, 2 not understood, 3 not signed in, 4 the server cannot be \
      reached, 5 the server failed; 66 and 78 for files and settings that cannot be used.
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "For people",
        subcommands: [
          Login.self, Logout.self, CheckInCommand.self, Status.self, Dependents.self,
          PingCommand.self, Respond.self, AlertCommand.self, Watch.self, Export.self,
        ]),
      CommandGroup(
        name: "For operators",
        subcommands: [
          Serve.self, Invite.self, DoctorCommand.self, Backup.self, Restore.self, Migrate.self,
          ServerCommands.self, Timeline.self, DeadLetters.self, Bounce.self,
          EndSessions.self, WebhookKey.self, PhoneCommand.self,
        ]),
    ])

  /// Ends with 2 for an unknown command or option: a script can distinguish it from a refusal.
  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
      Foundation.exit(ClientFailure.Code.usage.rawValue)
    }
  }
}
