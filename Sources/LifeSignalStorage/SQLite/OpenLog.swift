import Foundation
import Synchronization

/// The log of a database that a server has open, and what the last commit left there.
///
/// SQLite does not notice when another program cuts the log: it continues to write where its index points, and the
/// file system fills the gap with zeros. Every commit succeeds, and no other connection and no later start can read it.
/// So after each commit the head of the log must be intact, and while the head is the same, so must the last frame of
/// the commit before. A log that begins again has another head.
final class OpenLog: Sendable {
  /// What the writer knows of the log.
  struct Written: Sendable {
    /// Commits so far that have put something into the log.
    var commits: Int
    /// Frames in the log after the last of them.
    var frames: Int
  }

  private struct Frame {
    let offset: Int
    let size: Int
    let hash: Int
  }

  private struct State {
    /// Of the head that was there; nil while there was none.
    var salts: UInt64?
    /// The last frame of the last commit; nil while it is not known.
    var last: Frame?
    var commits = 0
  }

  private enum Head {
    case good(LogHead)
    /// Spoilt, or not there.
    case spoilt
    /// The file system does not say.
    case unknown
  }

  /// SQLite takes no locks on this file, so closing it releases none.
  private let descriptor: Int32
  private let state: Mutex<State>

  /// Nil if the log cannot be opened. Must run before the writer's first commit.
  init?(ofDatabase path: String) {
    let descriptor = open("\(path)-wal", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    var state = State()
    if case .good(let head) = Self.head(in: descriptor) { state.salts = head.salts }
    self.state = Mutex(state)
  }

  deinit { close(descriptor) }

  /// Whether part of what was committed is no longer in the log. Reads three short portions, and nothing when no
  /// commit has written to the log since the last call: another program may have emptied it since, after
  /// moving all of it into the database.
  /// - Parameter written: nil to read in any case, because the writer met damage.
  func isCut(after written: Written?) -> Bool {
    state.withLock { state in
      if let written {
        guard written.commits != state.commits else { return false }
        state.commits = written.commits
      }
      let head: LogHead
      switch Self.head(in: descriptor) {
      case .good(let good): head = good
      case .unknown: return false
      case .spoilt: return written != nil || state.salts != nil
      }
      let isSameTurn = head.salts == state.salts
      if isSameTurn, let last = state.last {
        guard let now = portion(last.offset, last.size) else { return false }
        if Self.hash(now) != last.hash { return true }
      }
      if !isSameTurn { (state.salts, state.last) = (head.salts, nil) }
      guard let written, written.frames > 0 else { return false }
      let offset = LogHead.size + (written.frames - 1) * head.frameSize
      guard let frame = portion(offset, head.frameSize) else { return false }
      // In a turn that another program has just begun, that frame is an old one.
      guard frame.count == head.frameSize, Self.salts(of: frame) == head.salts else {
        return isSameTurn
      }
      state.last = Frame(offset: offset, size: head.frameSize, hash: Self.hash(frame))
      return false
    }
  }

  /// Whether its file has no bytes, as after a checkpoint that truncates it.
  var isEmpty: Bool {
    var entry = stat()
    return fstat(descriptor, &entry) == 0 && entry.st_size == 0
  }

  private static func head(in descriptor: Int32) -> Head {
    // Another program may be writing a new one: what is half written is read again.
    for _ in 1...3 {
      guard let bytes = portion(of: descriptor, 0, LogHead.size) else { return .unknown }
      guard bytes.count == LogHead.size else { continue }
      if let head = bytes.withUnsafeBytes({ LogHead($0) }) { return .good(head) }
    }
    return .spoilt
  }

  private func portion(_ offset: Int, _ count: Int) -> [UInt8]? {
    Self.portion(of: descriptor, offset, count)
  }

  /// As many as there are; nil where the file system does not say.
  private static func portion(of descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = 0
    while length < count {
      // A file system may return fewer bytes than there are.
      let read = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress?.advanced(by: length), count - length, off_t(offset + length))
      }
      guard read >= 0 else { return nil }
      if read == 0 { break }
      length += read
    }
    return Array(bytes.prefix(length))
  }

  private static func salts(of frame: [UInt8]) -> UInt64 {
    frame.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
  }

  private static func hash(_ bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
