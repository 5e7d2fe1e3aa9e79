import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// How many check-ins a second the ledger takes, one per commit and with shared commits.
///
/// The real thing: the door, the rules, all rows of a check-in, `synchronous=FULL`. Both arms run in
/// turns on databases of the same kind, so that what else the machine does hits both.
public enum StorageBenchmarks {
  /// Members in the database, and check-ins waiting at once in the grouped arm.
  private static let people = 2_000
  private static let waiting = 256
  private static let rounds = 5

  /// - Returns: `storage.check-ins.single` and `.grouped`, the median of the rounds, per second.
  public static func run() async throws -> [(name: String, value: Double, unit: String)] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "lifesignal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let single = try await Arm(folder.appending(path: "single.sqlite"), .single, people: people)
    let grouped = try await Arm(folder.appending(path: "grouped.sqlite"), .grouped, people: people)
    var rates: (single: [Double], grouped: [Double]) = ([], [])
    for _ in 0..<rounds {
      rates.single.append(try await single.checkInsPerSecond(count: 2_000, waiting: 1))
      rates.grouped.append(try await grouped.checkInsPerSecond(count: 20_000, waiting: waiting))
    }
    return [
      ("storage.check-ins.single", median(rates.single), "1/s"),
      ("storage.check-ins.grouped", median(rates.grouped), "1/s"),
    ]
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
