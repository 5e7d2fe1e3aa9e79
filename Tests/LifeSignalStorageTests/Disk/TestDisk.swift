import Foundation
import GRDBSQLite
import Synchronization

/// What SQLite asks of a disk, or a promise that was given meanwhile.
enum DiskEvent: Sendable {
  case write(String, offset: Int, Data)
  case truncate(String, size: Int)
  case sync(String)
  case delete(String)
  /// A caller received the answer that this is stored.
  case acknowledged(String)

  var isSync: Bool { if case .sync = self { true } else { false } }
  var acknowledgement: String? { if case .acknowledged(let what) = self { what } else { nil } }

  /// Whether a fault can hit it.
  fileprivate var isWork: Bool {
    switch self {
    case .write, .truncate, .sync: true
    case .delete, .acknowledged: false
    }
  }

  fileprivate var isWrite: Bool { if case .write = self { true } else { false } }
}

/// A disk that keeps a book of all that SQLite does below one folder, and fails where a test says so.
final class TestDisk: Sendable {
  enum Fault: Sendable, CaseIterable {
    /// The disk answers with an error, once.
    case errorOnce
    /// It answers with an error from then on.
    case error
    /// There is no room for writes from then on.
    case full
  }

  private struct State {
    var events: [DiskEvent] = []
    var work = 0
    var fault: (kind: Fault, number: Int)?
    var wasHit = false
  }

  let folder: URL
  /// What was in the folder when the book began.
  let before: [String: Data]
  private let state = Mutex(State())

  init(_ folder: URL) throws {
    self.folder = folder
    before = try Self.contents(of: folder)
    WatchedFiles.watch(folder, for: self)
  }

  static func contents(of folder: URL) throws -> [String: Data] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try Dictionary(
      uniqueKeysWithValues: files.map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
  }

  /// All that has happened, in order.
  var events: [DiskEvent] { state.withLock { $0.events } }
  /// Writes, truncations and syncs so far.
  var work: Int { state.withLock { $0.work } }
  /// Whether the fault has met something.
  var wasHit: Bool { state.withLock { $0.wasHit } }

  /// From the piece of work of this number on, counted from 1 at the beginning of the book.
  func fail(_ kind: Fault, at number: Int) { state.withLock { $0.fault = (kind, number) } }

  func heal() { state.withLock { $0.fault = nil } }

  func note(_ event: DiskEvent) { state.withLock { $0.events.append(event) } }

  /// Why SQLite cannot have this done; nil when it can, and then it is in the book.
  func refusal(of event: DiskEvent) -> Int32? {
    state.withLock { state in
      state.work += 1
      if let fault = state.fault, let code = Self.code(fault, event, state.work) {
        state.wasHit = true
        return code
      }
      state.events.append(event)
      return nil
    }
  }

  private static func code(
    _ fault: (kind: Fault, number: Int), _ event: DiskEvent, _ work: Int
  ) -> Int32? {
    switch fault.kind {
    case .errorOnce: work == fault.number ? ioError(event) : nil
    case .error: work >= fault.number ? ioError(event) : nil
    case .full: work >= fault.number && event.isWrite ? SQLITE_FULL : nil
    }
  }

  /// The extended codes that SQLite's own file system gives.
  private static func ioError(_ event: DiskEvent) -> Int32 {
    switch event {
    case .write: SQLITE_IOERR | (3 << 8)
    case .sync: SQLITE_IOERR | (4 << 8)
    default: SQLITE_IOERR | (6 << 8)
    }
  }
}
