import ArgumentParser
import Foundation

/// The command line: which app, and where it shows itself.
@main
struct ManyTimers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manytimers",
    abstract: "Many timers that do not know of each other.",
    subcommands: [ShoeboxCommand.self, DocumentsCommand.self])
}

enum Face: String, EnumerableFlag {
  case terminal
  case web

  static func help(for value: Face) -> ArgumentHelp? {
    switch value {
    case .terminal: "Show it here."
    case .web: "Show it to the browsers of this machine."
    }
  }
}

/// Tells where the pages are.
func announce(_ address: String) {
  FileHandle.standardOutput.write(Data("ManyTimers is running: \(address)\n".utf8))
}

func warn(_ message: String) {
  FileHandle.standardError.write(Data("manytimers: \(message)\n".utf8))
}
