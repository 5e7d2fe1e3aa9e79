import ArgumentParser
import Composable
import Foundation
import ManyTimersFeatures
import ManyTimersTerminal
import ManyTimersWeb

struct DocumentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "documents", abstract: "Timers in files, several open at once.")

  @Flag(exclusivity: .exclusive) var face = Face.terminal

  @Option(help: "Port of the pages; 0 takes any free one.")
  var port = 8092

  @Option(
    help: ArgumentHelp(
      "Where documents are. Made, with three of them, if it does not exist.",
      valueName: "directory"))
  var folder = "Timers"

  @Argument(help: "Documents to open. In the terminal all of the folder's if there are none.")
  var files: [String] = []

  func run() async throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    let documents = OpenDocuments()
    if !FileManager.default.fileExists(atPath: folder.path) { try furnish(folder, documents) }
    var wanted = files.map { URL(filePath: $0) }
    if wanted.isEmpty, face == .terminal { wanted = try documents.files(in: folder) }
    var problems: [String] = []
    for url in wanted {
      do throws(TimerFileProblem) {
        _ = try documents.open(url)
      } catch {
        problems.append(error.message(url.lastPathComponent))
      }
    }
    switch face {
    case .terminal:
      await TerminalApp(
        DocumentsFlavour(documents, folder: folder),
        notice: problems.isEmpty ? nil : problems.joined(separator: " ")
      ).run()
    case .web:
      for problem in problems { warn(problem) }
      do {
        try await WebApp(documents, folder: folder).run(port: port, announce: announce)
      } catch let failure as WebApp.Failure {
        warn(failure.description)
        throw ExitCode.failure
      }
    }
  }

  /// Three documents, so that there is something to open.
  private func furnish(_ folder: URL, _ documents: OpenDocuments) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, time) in [("Tea", "3:00"), ("Pasta", "9:00"), ("Bread", "45:00")] {
      let timer = try TimerRequest(name: name, time: time).timer()
      let document = try documents.create(timer, in: folder)
      document.send(.close)
    }
  }
}
