import Foundation
import Testing

/// The whole server in virtual time under faults drawn from a seed. See `docs/decisions` for why, and
/// CONTRIBUTING for how to replay a seed.
///
/// `SEEDS=n` runs that many, `FIRST_SEED=n` begins elsewhere, `SEED=n` runs one and prints all that
/// happens.
@Suite struct SimulationTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test func `no seed breaks the promise`() async throws {
    if let seed = Self.environment["SEED"].flatMap(UInt64.init) {
      let report = try await Runs.run(seed, notesState: true)
      print(report.trace.joined(separator: "\n"))
      print("seed \(seed): \(report.trace.count) lines, digest \(report.digest)")
      #expect(report.violations.isEmpty, "\(report.story)")
      return
    }
    let first = Self.environment["FIRST_SEED"].flatMap(UInt64.init) ?? 1
    let count = Self.environment["SEEDS"].flatMap(UInt64.init) ?? 200
    var total: [String: Int] = [:]
    var failed: [UInt64] = []
    for try await report in Runs.all(first..<first + count) {
      total.merge(report.counts, uniquingKeysWith: +)
      if !report.violations.isEmpty {
        failed.append(report.seed)
        if failed.count <= 3 { Issue.record("\(report.story)") }
      }
    }
    print("\(count) seeds from \(first), \(failed.count) failed \(failed.prefix(20))")
    print(total.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    #expect(failed.isEmpty)
    // A simulation in which nothing goes wrong proves nothing. Fewer seeds are asked for their share.
    for (what, inAll) in Self.expected {
      let least = min(inAll, inAll * Int(count) / 200)
      #expect(total[what, default: 0] >= least, "\(what) happened \(total[what, default: 0]) times")
    }
  }

  /// How often each must have come to pass in 200 seeds.
  private static let expected = [
    "alarm missedCheckIn": 100, "alarm manual": 50, "alarm travel": 10, "end missedCheckIn": 20,
    "crash at before-commit": 5, "crash at after-commit": 5, "crash at between-claim-and-send": 3,
    "crash at between-send-and-mark": 3, "crash at before-alarm": 2, "crash at after-alarm": 1,
    "outage": 10, "courtesy": 3, "disk full": 20,
    "disk busy": 20, "lost answer of the disk": 20, "carrier slow": 30, "carrier fails": 5,
    "carrier hangs": 5, "carrier lies": 20, "carrier doubles": 3, "carrier fails late": 5,
    "alarm with an order of calls": 40, "plan run out": 20, "acknowledgement": 100,
    "came too": 20, "refused: over": 10, "refused: own": 5,
    "refused: foreign": 10, "refused: no responder": 5, "refused: names nobody": 10,
    "refused: names a stranger": 3, "refused: unknown receipt": 10, "release": 10, "offer": 10,
    "takeover": 2, "let go": 20, "parting with an alarm": 5, "deletion": 1, "receipt": 200,
    "look at an alarm": 50, "audit": 1_500, "examination": 300,
    "alarm duress": 40, "end duress": 10, "code": 100, "silent code": 40,
    "crash at before-silent-alarm": 1, "comparison": 60,
    "clock set back": 3, "clock set forward": 3, "possibly sent twice": 10, "withdrawn": 3,
  ]

  @Test func `the same seed is the same story`() async throws {
    for seed in [3, 17] as [UInt64] {
      let one = try await Runs.run(seed, notesState: true)
      let two = try await Runs.run(seed, notesState: true)
      #expect(one.trace == two.trace)
      #expect(one.trace.count > 100)
    }
  }

  @Test(arguments: Plant.allCases)
  func `a planted fault is found`(plant: Plant) async throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      let report = try await Runs.run(seed, plant)
      if let violation = report.violations.first {
        return print("\(plant.rawValue): found by seed \(seed): \(violation)")
      }
    }
    Issue.record("200 seeds have not found \(plant.rawValue)")
  }
}
