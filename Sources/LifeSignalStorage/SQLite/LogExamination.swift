import Foundation

/// Predicts which part of a log SQLite will read when it opens the database, and which part it will
/// silently skip.
///
/// SQLite reads the frames up to the first whose checksum is wrong, and ignores the rest
/// (https://sqlite.org/fileformat2.html#walformat). After a power cut that is right: the last
/// commit was under way and had no answer yet. Damage on the disk looks the same, and then
/// acknowledged commits are gone. It is damage for certain when
///
/// - two commits end behind the first bad frame: the second begins only when the first is on the
///   disk;
/// - the index of the log (`-shm`) knows of more frames: it is written after a commit is on the disk. It outlives
///   the process, but not always the machine;
/// - the log's own head is damaged: it fits into one sector and is on the disk before the first
///   frame.
///
/// Otherwise an unreadable last commit may be either: ``Verdict/cutOff``.
enum LogExamination {
  enum Verdict: Equatable, Sendable {
    /// There is no log, or all of it can be read.
    case whole
    /// The part after the last readable commit is cut off, or damaged: it cannot be known which.
    case cutOff
    /// Commits that were on the disk cannot be read any more.
    case damaged
  }

  /// Examines the log of the database at `path`: before SQLite opens it, which cuts off the
  /// unreadable part, and only while this process has it open nowhere, as closing the index would
  /// release its locks.
  static func look(at path: String) -> Verdict {
    guard
      let log = try? Data(contentsOf: URL(filePath: "\(path)-wal"), options: .mappedIfSafe)
    else { return .whole }
    let index = (try? Data(contentsOf: URL(filePath: "\(path)-shm"))).flatMap { LogIndex($0) }
    guard log.count > LogHead.size + LogHead.frameHead else {
      // Emptied, but not by SQLite: that leaves an index without frames.
      return index?.isMoved == false ? .damaged : .whole
    }
    return log.withUnsafeBytes { examine($0, index) }
  }

  static func examine(_ log: UnsafeRawBufferPointer, _ index: LogIndex?) -> Verdict {
    guard let head = LogHead(log) else {
      // All of it may have been moved into the database.
      return index?.isMoved == true ? .whole : .damaged
    }
    let frames = (log.count - LogHead.size) / head.frameSize
    var (sums, good, committed) = (head.sums, 0, 0)
    while good < frames, let next = head.sums(ofFrame: good, in: log, after: sums) {
      (sums, good) = (next, good + 1)
      if head.isCommit(good - 1, in: log) { committed = good }
    }
    if let index, index.salts == head.salts, !index.isMoved, index.frames > committed {
      return .damaged
    }
    // Frames of the log's earlier turn have other salts, and do not belong to it.
    let bad = (good..<frames).filter { head.isOfThisTurn($0, in: log) }
    if bad.isEmpty { return .whole }
    return bad.count { head.isCommit($0, in: log) } > 1 ? .damaged : .cutOff
  }
}

/// The first bytes of a log, and how its frames are read.
struct LogHead {
  static let size = 32
  static let frameHead = 24

  let salts: UInt64
  let sums: LogSums
  let frameSize: Int
  private let isBigEndian: Bool

  /// Nil if they are no head of a log, or damaged.
  init?(_ log: UnsafeRawBufferPointer) {
    let magic = log.number(at: 0)
    guard log.count >= Self.size, magic & ~1 == 0x377f_0682 else { return nil }
    isBigEndian = magic & 1 == 1
    let page = Int(clamping: log.number(at: 8))
    guard (512...65_536).contains(page), page & (page - 1) == 0 else { return nil }
    frameSize = Self.frameHead + page
    salts = log.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    sums = LogSums().adding(log, 0..<24, isBigEndian: isBigEndian)
    guard sums == LogSums(log.number(at: 24), log.number(at: 28)) else { return nil }
  }

  /// - Returns: the sums after this frame; nil where it is not the next of this log.
  func sums(ofFrame frame: Int, in log: UnsafeRawBufferPointer, after sums: LogSums) -> LogSums? {
    let start = Self.size + frame * frameSize
    guard isOfThisTurn(frame, in: log), log.number(at: start) > 0 else { return nil }
    let next = sums.adding(log, start..<start + 8, isBigEndian: isBigEndian)
      .adding(log, start + Self.frameHead..<start + frameSize, isBigEndian: isBigEndian)
    return next == LogSums(log.number(at: start + 16), log.number(at: start + 20)) ? next : nil
  }

  /// Whether the frame ends a transaction.
  func isCommit(_ frame: Int, in log: UnsafeRawBufferPointer) -> Bool {
    log.number(at: Self.size + frame * frameSize + 4) > 0
  }

  func isOfThisTurn(_ frame: Int, in log: UnsafeRawBufferPointer) -> Bool {
    log.loadUnaligned(fromByteOffset: Self.size + frame * frameSize + 8, as: UInt64.self) == salts
  }
}

/// The head of a log's index, as the last commit left it
/// (https://sqlite.org/walformat.html#the_wal_index_file_format).
struct LogIndex: Equatable {
  let salts: UInt64
  let frames: UInt32
  /// Frames that are in the database file.
  let moved: UInt32

  var isMoved: Bool { moved >= frames }

  init(salts: UInt64, frames: UInt32, moved: UInt32) {
    (self.salts, self.frames, self.moved) = (salts, frames, moved)
  }

  /// Nil if it is none, or was being written: it contains its head twice, with checksums.
  init?(_ bytes: Data) {
    guard bytes.count >= 136, bytes.prefix(48) == bytes.dropFirst(48).prefix(48) else { return nil }
    let head = bytes.withUnsafeBytes { bytes -> (UInt32, UInt64, UInt32, Bool) in
      func number(_ offset: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      }
      // In this machine's byte order, like all of the index.
      let sums = LogSums().adding(bytes, 0..<40, isBigEndian: UInt32(1).bigEndian == 1)
      let isGood = number(0) == 3_007_000 && sums == LogSums(number(40), number(44))
      return (
        number(16), bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self), number(96), isGood
      )
    }
    guard head.3 else { return nil }
    (frames, salts, moved) = (head.0, head.1, head.2)
  }
}

/// SQLite's checksum (https://sqlite.org/fileformat2.html#checksum_algorithm).
struct LogSums: Equatable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init() {}

  init(_ first: UInt32, _ second: UInt32) {
    (self.first, self.second) = (first, second)
  }

  /// - Parameter range: a multiple of eight bytes.
  func adding(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, isBigEndian: Bool
  ) -> LogSums {
    var (one, two) = (first, second)
    var place = range.lowerBound
    while place < range.upperBound {
      let left = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      let right = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
      one &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ two
      two &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ one
      place += 8
    }
    return LogSums(one, two)
  }
}

extension UnsafeRawBufferPointer {
  /// The number in four bytes, the most significant first.
  fileprivate func number(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
