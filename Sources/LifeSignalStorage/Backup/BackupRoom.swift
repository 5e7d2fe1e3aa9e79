import Foundation

/// Whether a copy fits on its disk beside the data that the server still has to write.
struct BackupRoom {
  private let file: String
  /// Bytes of the database with its log.
  private let size: Int64

  init(for path: String, at file: String) {
    self.file = file
    size = FilePlacement.size(path) + FilePlacement.size("\(path)-wal")
  }

  /// - Parameter makingRoom: whether the oldest copies are deleted until the new one fits. The
  ///   newest stays.
  /// - Throws: ``DatabaseFileError/noRoom(_:free:needed:)``.
  func require(makingRoom: Bool, _ space: () -> DiskSpace?) throws {
    var old: ArraySlice<String> = makingRoom ? earlierCopies().dropLast() : []
    while let space = space() {
      let needed = size + space.reserved
      guard space.free < needed else { return }
      guard let oldest = old.popFirst() else {
        throw DatabaseFileError.noRoom(file, free: space.free, needed: needed)
      }
      unlink(oldest)
    }
  }

  /// The nightly timer's copies, named by their day, oldest first.
  private func earlierCopies() -> ArraySlice<String> {
    let folder = FilePlacement.folder(of: file)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in
      name.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}\.sqlite/#) != nil
        && !FilePlacement.areSame("\(folder)/\(name)", file)
    }
    .sorted().map { "\(folder)/\($0)" }[...]
  }
}
