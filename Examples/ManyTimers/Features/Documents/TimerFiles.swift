public import Composable
public import Foundation

/// Reads and writes timer documents.
@DependencyClient
public struct TimerFiles: Sendable {
  /// Throws a ``TimerFileProblem``; changes nothing on the disk in any case.
  public var read: @Sendable (_ url: URL) throws -> TimerFile
  /// Replaces the file's content in one step: after a crash it holds the old or the new.
  public var write: @Sendable (_ file: TimerFile, _ url: URL) throws -> Void
  /// Writes a new file into a folder, under a name made from the timer's, and never over another.
  public var create: @Sendable (_ file: TimerFile, _ folder: URL) throws -> URL
  /// The timer documents in a folder, by name.
  public var list: @Sendable (_ folder: URL) throws -> [URL]
}

extension TimerFiles: DependencyKey {
  public static let testValue = TimerFiles()

  public static let liveValue = TimerFiles(
    read: { url in
      let path = url.resolvingSymlinksInPath().path
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
        throw TimerFileProblem.missing
      }
      // Not a folder, and not a pipe or device that would never end.
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw TimerFileProblem.malformed
      }
      guard (attributes[.size] as? Int ?? 0) <= TimerFile.longest else {
        throw TimerFileProblem.malformed
      }
      guard let data = FileManager.default.contents(atPath: path) else {
        throw TimerFileProblem.unreadable
      }
      return try TimerFile(json: data)
    },
    write: { file, url in
      do {
        try file.json.write(to: url.resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw TimerFileProblem.unwritable
      }
    },
    create: { file, folder in
      let name = TimerFiles.fileName(for: file.name)
      for number in 1...999 {
        let url = folder.appending(
          path: "\(name)\(number == 1 ? "" : " \(number)").\(TimerFile.fileExtension)")
        do {
          try file.json.write(to: url, options: .withoutOverwriting)
          return url
        } catch CocoaError.fileWriteFileExists {
          continue
        } catch {
          throw TimerFileProblem.unwritable
        }
      }
      throw TimerFileProblem.unwritable
    },
    list: { folder in
      guard
        let urls = try? FileManager.default.contentsOfDirectory(
          at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
      else { throw TimerFileProblem.unreadable }
      return
        urls
        .filter { $0.pathExtension == TimerFile.fileExtension }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
    })

  /// Letters, digits, spaces and hyphens of a name: nothing that means something in a path.
  static func fileName(for name: String) -> String {
    let kept = name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : " " }
    let words = String(kept.prefix(60)).split(separator: " ").joined(separator: " ")
    return words.isEmpty ? "Timer" : words
  }
}

extension DependencyValues {
  public var timerFiles: TimerFiles {
    get { self[TimerFiles.self] }
    set { self[TimerFiles.self] = newValue }
  }
}
