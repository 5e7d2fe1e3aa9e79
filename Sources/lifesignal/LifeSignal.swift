import ArgumentParser

/// The command line. Without arguments it explains itself.
@main
struct LifeSignal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lifesignal",
    abstract: "A personal-safety network you host yourself.",
    subcommands: [Serve.self, Timeline.self, Status.self, DeadLetters.self, WebhookKey.self])
}
