public import Foundation
import Synchronization

/// A folder for the files of one test. It is deleted with this object, and at the latest with the
/// process.
public final class TemporaryFolder: Sendable {
  /// That of the test that runs; see the trait `temporaryFolder`.
  @TaskLocal public static var current: TemporaryFolder?

  public let url: URL

  private static let left = Mutex<Set<URL>>([])
  private static let atTheEnd: Void = { atexit { TemporaryFolder.removeAll() } }()
  private static let ofTheProcess = Result { try TemporaryFolder() }

  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "lifesignal-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    _ = Self.atTheEnd
    Self.left.withLock { [url] in _ = $0.insert(url) }
  }

  deinit { remove() }

  /// With all that is in it. Files that are still open stay readable to those who have them open.
  public func remove() {
    try? FileManager.default.removeItem(at: url)
    Self.left.withLock { [url] in _ = $0.remove(url) }
  }

  /// A new folder in that of the test that runs; where it has none, in one that goes with the process.
  public static func make() throws -> URL {
    let parent = try current ?? ofTheProcess.get()
    let folder = parent.url.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func removeAll() {
    for url in left.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
  }
}
