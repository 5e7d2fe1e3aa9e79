import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// Logs as SQLite writes them, with bytes changed.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `The end of a log` {
  private let path: String
  private let log: Data
  private let index: LogIndex?

  init() throws {
    path = try temporaryPath()
    let pool = try DatabasePool(path: path)
    try pool.write { try $0.execute(sql: "CREATE TABLE t (text TEXT)") }
    for number in 0..<5 {
      try pool.write { database in
        // Several frames each.
        for part in 0..<4 {
          try database.execute(
            sql: "INSERT INTO t VALUES (?)",
            arguments: [String(repeating: "\(number + part)", count: 3_000)])
        }
      }
    }
    log = try Data(contentsOf: URL(filePath: path + "-wal"))
    index = LogIndex(try Data(contentsOf: URL(filePath: path + "-shm")))
    try pool.close()
  }

  private var head: LogHead { get throws { try #require(log.withUnsafeBytes { LogHead($0) }) } }

  /// The frames that end a commit.
  private var commits: [Int] {
    get throws {
      let head = try head
      let count = (log.count - LogHead.size) / head.frameSize
      return log.withUnsafeBytes { log in (0..<count).filter { head.isCommit($0, in: log) } }
    }
  }

  private func verdict(_ log: Data, knowing index: LogIndex? = nil) -> LogExamination.Verdict {
    log.withUnsafeBytes { LogExamination.examine($0, index) }
  }

  /// The log with one byte of this frame changed.
  private func spoilt(_ frame: Int, at byte: Int = 500) throws -> Data {
    var log = log
    log[LogHead.size + frame * (try head).frameSize + byte] ^= 0xFF
    return log
  }

  @Test func `is there as it was written`() throws {
    let index = try #require(index)
    #expect(try commits.count >= 6 && Int(index.frames) == (try commits.last ?? 0) + 1)
    #expect(verdict(log) == .whole)
    #expect(verdict(log, knowing: index) == .whole)
    #expect(LogExamination.look(at: path + ".none") == .whole)
  }

  @Test(arguments: [500, 0, 8, 16])
  func `is damaged when commits lie behind a bad frame`(byte: Int) throws {
    let commits = try commits
    #expect(verdict(try spoilt(commits[1], at: byte)) == .damaged)
    #expect(verdict(try spoilt(commits[2] + 1, at: byte)) == .damaged)
  }

  @Test func `may be cut off when only the last commit is bad, unless the index knows it`() throws {
    let commits = try commits
    for frame in [commits[commits.count - 2] + 1, commits[commits.count - 1]] {
      let log = try spoilt(frame)
      #expect(verdict(log) == .cutOff)
      #expect(verdict(log, knowing: index) == .damaged)
      // What an index of before the last turn of the log knows says nothing.
      let known = try #require(index)
      #expect(verdict(log, knowing: LogIndex(salts: 1, frames: known.frames, moved: 0)) == .cutOff)
    }
  }

  @Test func `is no loss when all of it is in the database`() throws {
    let known = try #require(index)
    let moved = LogIndex(salts: known.salts, frames: known.frames, moved: known.frames)
    #expect(verdict(try spoilt(try commits.last ?? 0), knowing: moved) == .cutOff)
    var log = log
    log[20] ^= 0xFF
    #expect(verdict(log) == .damaged)
    #expect(verdict(log, knowing: moved) == .whole)
  }

  @Test func `is as it should be after a crash between two commits or within one`() throws {
    let size = try head.frameSize
    let commits = try commits
    // Frames without the one that ends them, and half a frame.
    for bytes in [(commits[3] + 3) * size, (commits[3] + 3) * size + 700, commits[3] * size + 9] {
      #expect(verdict(log.prefix(LogHead.size + bytes)) == .whole)
    }
    // The turn before has other salts.
    var log = log
    for frame in (commits[2] + 1)...(commits.last ?? 0) {
      log[LogHead.size + frame * size + 12] ^= 0xFF
    }
    #expect(verdict(log) == .whole)
  }

  @Test func `that is damaged is kept and reported until the operator has dealt with it`()
    async throws
  {
    let source = try temporaryPath()
    let role = SQLiteLedger.ServerRole(keepsReserve: false, diskFailed: { _ in })
    let first = try SQLiteLedger.open(at: source, clock: StoppedClock(), server: role)
    for number in 1...5 {
      _ = try await first.write { try $0.insert(Sample.person(Int64(number))) }
    }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: source + suffix, toPath: path + ".2" + suffix)
    }
    try await first.close()
    let copy = path + ".2"
    var log = try Data(contentsOf: URL(filePath: copy + "-wal"))
    log[log.count / 2] ^= 0xFF
    try log.write(to: URL(filePath: copy + "-wal"))
    #expect(LogReport(of: copy) == .damaged)
    let second = try SQLiteLedger.open(at: copy, clock: StoppedClock(), server: role)
    #expect(try Data(contentsOf: URL(filePath: second.damagedLog)) == log)
    #expect(second.logWarning != nil && second.condition.hasLostCommits)
    try await second.close()
    let third = try SQLiteLedger.open(at: copy, clock: StoppedClock(), server: role)
    #expect(third.logWarning == nil && third.condition.hasLostCommits)
    #expect(LogReport(of: copy) == .lost(third.damagedLog))
    try FileManager.default.removeItem(atPath: third.damagedLog)
    #expect(!third.condition.hasLostCommits && LogReport(of: copy) == .inUse)
    try await third.close()
  }
}
