import Foundation

/// The pages as they were last agreed on, one text file for each sample state.
///
/// A file has only those parts of its page that no earlier sample has, see `SharedParts`.
/// `RECORD_SNAPSHOTS=1` in the environment writes the files again: a review of the commit shows
/// what has changed.
enum PageSnapshots {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil

  /// `Tests/PageSnapshots`: beside the targets, because the tests read the files where they are and
  /// no bundle contains them.
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../PageSnapshots").standardizedFileURL

  /// All files, read once.
  static let agreed = Result { try RecordedPages(recordings: read()) }

  static func file(_ name: String) -> URL { folder.appending(path: "\(name).html") }

  private static func read() throws -> [String: [String]] {
    var recordings: [String: [String]] = [:]
    for name in try names() {
      let text = try String(contentsOf: file(name), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      recordings[name] = lines.map(String.init)
    }
    return recordings
  }

  static func write(_ lines: [String], as name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = lines.map { $0 + "\n" }.joined()
    try text.write(to: file(name), atomically: true, encoding: .utf8)
  }

  /// The names of all there are.
  static func names() throws -> Set<String> {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) })
  }
}
