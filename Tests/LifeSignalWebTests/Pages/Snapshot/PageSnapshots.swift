import Foundation

/// The pages as they were last agreed on, one text file for each sample state.
///
/// `RECORD_SNAPSHOTS=1` in the environment writes them anew: what has changed then is what a review
/// of the commit shows.
enum PageSnapshots {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil

  /// `Tests/PageSnapshots`: beside the targets, as the files are read where they stand and belong
  /// into no bundle.
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../PageSnapshots").standardizedFileURL

  static func file(_ name: String) -> URL { folder.appending(path: "\(name).html") }

  /// Nil when there is none.
  static func read(_ name: String) throws -> [String]? {
    guard FileManager.default.fileExists(atPath: file(name).path) else { return nil }
    let text = try String(contentsOf: file(name), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
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
