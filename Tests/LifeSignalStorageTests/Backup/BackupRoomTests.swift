import Foundation
import LifeSignalEngine
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// A copy never takes the room that the server needs.
@Suite(.temporaryFolder) struct BackupRoomTests {
  private func database() async throws -> (path: String, folder: URL) {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(1)) }
    let folder = try TemporaryFolder.make().appending(path: "backups")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return (path, folder)
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `a copy that would leave less than 1 GB is not written`() async throws {
    let (path, folder) = try await database()
    let file = folder.appending(path: "copy.sqlite").path
    #expect(throws: DatabaseFileError.self) {
      try DatabaseBackup.write(
        path, to: file, makingRoom: false,
        space: { DiskSpace(free: 1_000_000_000, total: 100_000_000_000) })
    }
    #expect(try names(folder) == [])
    _ = try DatabaseBackup.write(
      path, to: file, makingRoom: false,
      space: { DiskSpace(free: 1_100_000_000, total: 100_000_000_000) })
    #expect(try names(folder) == ["copy.sqlite"])
  }

  @Test func `on a small disk a twentieth stays free`() async throws {
    let (path, folder) = try await database()
    let file = folder.appending(path: "copy.sqlite").path
    _ = try DatabaseBackup.write(
      path, to: file, makingRoom: false,
      space: { DiskSpace(free: 200_000_000, total: 2_000_000_000) })
    #expect(try names(folder) == ["copy.sqlite"])
  }

  @Test func `the oldest copies go before the new one where there is no room, the newest stays`()
    async throws
  {
    let (path, folder) = try await database()
    for day in ["2026-01-01", "2026-01-02", "2026-01-03"] {
      try Data(count: 10).write(to: folder.appending(path: "\(day).sqlite"))
    }
    try Data(count: 10).write(to: folder.appending(path: "mine.sqlite"))
    // There is room once one of them is gone.
    let file = folder.appending(path: "2026-01-04.sqlite").path
    _ = try DatabaseBackup.write(
      path, to: file, makingRoom: true,
      space: {
        let isRoom = access(folder.appending(path: "2026-01-01.sqlite").path, F_OK) != 0
        return DiskSpace(free: isRoom ? 9_000_000_000 : 10, total: 100_000_000_000)
      })
    #expect(
      try names(folder) == [
        "2026-01-02.sqlite", "2026-01-03.sqlite", "2026-01-04.sqlite", "mine.sqlite",
      ])
    // There never is room: all but the newest go, and nothing else.
    #expect(throws: DatabaseFileError.self) {
      try DatabaseBackup.write(
        path, to: folder.appending(path: "2026-01-05.sqlite").path, makingRoom: true,
        space: { DiskSpace(free: 10, total: 100_000_000_000) })
    }
    #expect(try names(folder) == ["2026-01-04.sqlite", "mine.sqlite"])
  }
}
