import LifeSignalEngine
import Testing

@Suite struct LedgerConditionTests {
  @Test(
    arguments: [
      (LedgerCondition(), []),
      (LedgerCondition(freeBytes: 50, diskBytes: 1_000), []),
      (LedgerCondition(freeBytes: 49, diskBytes: 1_000), [.diskNearlyFull]),
      (LedgerCondition(hasReserve: true), []),
      (LedgerCondition(hasReserve: false), [.diskReserveGone]),
      (LedgerCondition(logBytes: 512_000_000), []),
      (LedgerCondition(logBytes: 512_000_001), [.logTooLong]),
      (LedgerCondition(hasLostCommits: true), [.commitsLost]),
    ] as [(LedgerCondition, [LedgerCondition.Finding])])
  func `a disk below a twentieth, a log above 512 MB and lost commits are findings`(
    condition: LedgerCondition, findings: [LedgerCondition.Finding]
  ) {
    #expect(condition.findings == findings)
  }
}
