import Foundation

/// The unfinished copies under one backup's name. A killed backup leaves its own behind, with every
/// secret of the server, so the next one under that name removes it.
struct BackupDrafts {
  private let file: String
  /// The folder, which each backup into it has locked (flock(2)) until it ends; negative where none
  /// can be locked, and then nothing is removed.
  private let folder: Int32

  /// Removes those of killed backups, unless a backup into the same folder is running.
  init(of file: String) {
    self.file = file
    folder = open(FilePlacement.folder(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    if flock(folder, LOCK_EX | LOCK_NB) == 0 { removeLeftovers() }
    // Another backup holds it for a moment while it removes leftovers: wait up to a second, then go on
    // without it.
    for _ in 0..<20 {
      guard flock(folder, LOCK_SH | LOCK_NB) != 0 else { return }
      poll(nil, 0, 50)
    }
  }

  /// Releases the folder.
  func end() {
    if folder >= 0 { close(folder) }
  }

  /// A name for a new one.
  func next() -> String { "\(file)\(Self.infix)\(UUID().uuidString.prefix(8))" }

  private static let infix = ".partial-"

  private func removeLeftovers() {
    let place = FilePlacement.folder(of: file)
    let prefix = URL(filePath: file).lastPathComponent + Self.infix
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      var entry = stat()
      guard rest.wholeMatch(of: /[0-9A-F]{8}(-wal|-shm|-journal)?/) != nil,
        lstat("\(place)/\(name)", &entry) == 0, entry.st_mode & S_IFMT == S_IFREG,
        entry.st_uid == geteuid()
      else { continue }
      unlink("\(place)/\(name)")
    }
  }
}
