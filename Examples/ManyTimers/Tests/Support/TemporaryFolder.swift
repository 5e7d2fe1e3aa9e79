import Composable
import ComposableTesting
import Foundation
import ManyTimersFeatures
import Testing

/// A folder that is gone when the test is over.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "many-timers-\(UUID())", directoryHint: .isDirectory)
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult
  func put(_ name: String, _ content: String) throws -> URL {
    let file = url.appending(path: name)
    try Data(content.utf8).write(to: file)
    return file
  }

  func content(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

/// Documents with real files and a clock that is moved by hand.
func openDocuments(_ clock: TestClock) -> OpenDocuments {
  let uuid = UUIDGenerator.incrementing
  return OpenDocuments {
    $0.timerFiles = .liveValue
    $0.continuousClock = clock
    $0.uuid = uuid
  }
}

extension OpenDocuments.Document {
  /// Waits until the document is as described. Give the test a time limit.
  func becomes(_ condition: @escaping @Sendable (TimerDocument.State) -> Bool) async {
    for await isSo in changes(of: condition) where isSo { return }
  }
}
