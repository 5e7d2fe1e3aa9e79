import Foundation
import LifeSignalEngine
import LifeSignalStorage
import LifeSignalTestSupport
import Testing

/// Makes an empty ledger per test. The conformance suite runs against every one of ``all``.
struct LedgerFactory: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var make: @Sendable () throws -> any Ledger

  static let all: [LedgerFactory] = [.sqlite]

  static let sqlite = LedgerFactory(testDescription: "SQLite") {
    try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
  }
}

/// A place for a database of its own, in the folder of the test.
func temporaryPath() throws -> String {
  try TemporaryFolder.make().appending(path: "ledger.sqlite").path()
}

/// Time stands still: storage takes its instants from the engine.
struct StoppedClock: ServerClock {
  var now = Date(timeIntervalSince1970: 1_700_000_000)
  /// Who waits is woken by being called off alone: a courier that is given ten seconds has all the
  /// time it needs.
  func sleep(until deadline: Date) async throws {
    if deadline > now { try await Task.sleep(for: .seconds(3_600)) }
  }
}
