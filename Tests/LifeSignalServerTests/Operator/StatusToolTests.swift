import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `The exit code of the status` {
  @Test(
    arguments: [
      ([], 0), ([.alarmUnreached], 2), ([.alarmUnreached, .alarmStuck], 1), ([.pingLate], 1),
      ([.alarmWithoutMessage, .relationUnknown, .channelDamaged], 0), ([.messageGivenUp], 1),
      ([.personMissing], 1), ([.alarmContradicted], 1),
      ([.rowUnreadable], 1),
    ] as [([AuditFinding.Kind], Int32)])
  func `tells a broken promise from a carrier that fails, and neither hides the other`(
    kinds: [AuditFinding.Kind], exitCode: Int32
  ) async throws {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    let ledger = try SQLiteLedger.open(at: path, clock: SystemClock())
    let now = SystemClock().now
    try await ledger.write { tx in
      _ = try tx.insert(Heartbeat(beatAt: now))
      try tx.setLoopTurns(Dictionary(uniqueKeysWithValues: LoopName.allCases.map { ($0, now) }))
      try tx.replaceAuditSightings(
        kinds.map { AuditSighting(AuditFinding($0, 7), foundAt: now) })
    }
    try await ledger.close()
    #expect(try await OperatorTool(database: path).status().exitCode == exitCode)
  }

  @Test func `a server whose loops have not turned is starting at first, and later stalled`()
    async throws
  {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    let ledger = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    let now = SystemClock().now
    try await ledger.write { tx in _ = try tx.insert(Heartbeat(beatAt: now)) }
    let first = try await OperatorTool(database: path).status()
    #expect(first.text.contains("STARTING") && !first.text.contains("STALLED"), "\(first.text)")
    #expect(first.exitCode == 1)
    try FileManager.default.setAttributes(
      [.modificationDate: now - 60], ofItemAtPath: path + "-server")
    let later = try await OperatorTool(database: path).status()
    #expect(later.text.contains("STALLED") && !later.text.contains("STARTING"), "\(later.text)")
    try await ledger.close()
  }
}
