import ArgumentParser
import Composable
import Foundation
import ManyTimersFeatures
import ManyTimersTerminal
import ManyTimersWeb

struct ShoeboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shoebox", abstract: "A dozen timers in one list.")

  @Flag(exclusivity: .exclusive) var face = Face.terminal

  @Option(help: "Port of the pages; 0 takes any free one.")
  var port = 8091

  func run() async throws {
    let store = StoreOf<Shoebox>(initialState: .dozen(uuid: UUIDGenerator { UUID() })) {
      Shoebox()
    }
    switch face {
    case .terminal: await TerminalApp(ShoeboxFlavour(store)).run()
    case .web:
      do {
        try await WebApp(store).run(port: port, announce: announce)
      } catch let failure as WebApp.Failure {
        warn(failure.description)
        throw ExitCode.failure
      }
    }
  }
}
