import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// How many check-ins a second the ledger takes, one per commit and with shared commits.
///
/// The real thing: the door, the rules, all rows of a check-in, `synchronous=FULL`. The arms run in
/// turns, each time on a new database with the same people, so that what else the machine does hits
/// both and neither carries more history than the other.
public enum StorageBenchmarks {
  private static let people = 2_000
  /// Check-ins of a round, and how many of them wait at once. Together they last about as long.
  private static let single = (count: 2_000, waiting: 1)
  private static let grouped = (count: 20_000, waiting: 256)
  private static let rounds = 5

  /// - Returns: `storage.check-ins.single` and `.grouped-rate`, the median of the rounds, per second; and
  ///   `.grouped`, how many times as many the second is.
  public static func run() async throws -> [(name: String, value: Double, unit: String)] {
    var rates: (single: [Double], grouped: [Double]) = ([], [])
    for _ in 0..<rounds {
      rates.single.append(try await round(.single, single))
      rates.grouped.append(try await round(.grouped, grouped))
    }
    let (single, grouped) = (median(rates.single), median(rates.grouped))
    return [
      ("storage.check-ins.single", single, "1/s"),
      ("storage.check-ins.grouped-rate", grouped, "1/s"),
      ("storage.check-ins.grouped", grouped / single, "x"),
    ]
  }

  private static func round(
    _ commits: SQLiteLedger.CommitMode, _ load: (count: Int, waiting: Int)
  ) async throws -> Double {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "lifesignal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let arm = try await Arm(folder.appending(path: "ledger.sqlite"), commits, people: people)
    let rate = try await arm.checkInsPerSecond(count: load.count, waiting: load.waiting)
    try await arm.close()
    return rate
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
