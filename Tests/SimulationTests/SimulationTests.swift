import Foundation
import Testing

/// The whole server in virtual time under faults drawn from a seed. See `docs/decisions` for why, and
/// CONTRIBUTING for how to replay a seed.
///
/// `SEEDS=n` runs that many, `FIRST_SEED=n` begins elsewhere, `SEED=n` runs one and prints all that
/// happens; with `MONTHS=n` it is so many months, or one.
@Suite struct SimulationTests {
  private static let environment = ProcessInfo.processInfo.environment

  private static let seed = environment["SEED"].flatMap(UInt64.init)
  private static let months = environment["MONTHS"].flatMap(UInt64.init)

  @Test func `no seed breaks the promise`() async throws {
    if let seed = Self.seed {
      try await replay(seed)
    } else {
      let count = Self.environment["SEEDS"].flatMap(UInt64.init) ?? 200
      // A simulation in which nothing goes wrong proves nothing.
      try await live(count, Self.expected, in: 200)
    }
  }

  @Test func `no month breaks the promise`() async throws {
    switch Self.seed {
    case nil: try await live(Self.months ?? 2, Self.expectedInMonths, in: 2, isMonth: true)
    case let seed? where Self.months != nil: try await replay(seed, isMonth: true)
    default: break
    }
  }

  private func replay(_ seed: UInt64, isMonth: Bool = false) async throws {
    let report = try await Runs.run(seed, isMonth: isMonth, notesState: true)
    print(report.trace.joined(separator: "\n"))
    print("seed \(seed): \(report.trace.count) lines, digest \(report.digest)")
    #expect(report.violations.isEmpty, "\(report.story)")
  }

  /// - Parameter expected: how often each must have come to pass in `all` runs. More runs are asked for more,
  ///   fewer for their share.
  private func live(
    _ count: UInt64, _ expected: [String: Int], in all: Int, isMonth: Bool = false
  ) async throws {
    let first = Self.environment["FIRST_SEED"].flatMap(UInt64.init) ?? 1
    var total: [String: Int] = [:]
    var failed: [UInt64] = []
    for try await report in Runs.all(first..<first + count, isMonth: isMonth) {
      total.merge(report.counts, uniquingKeysWith: +)
      if !report.violations.isEmpty {
        failed.append(report.seed)
        if failed.count <= 3 { Issue.record("\(report.story)") }
      }
    }
    print("\(count) seeds from \(first), \(failed.count) failed \(failed.prefix(20))")
    print(total.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    #expect(failed.isEmpty)
    for (what, inAll) in expected {
      let least = inAll * Int(count) / all
      #expect(total[what, default: 0] >= least, "\(what) happened \(total[what, default: 0]) times")
    }
  }

  /// How often each must have come to pass in 200 seeds: about a fifth of what does, and once at least. Any change
  /// draws all stories again; these floors are for what has ceased to happen, not for what happens less often.
  private static let expected = [
    "alarm missedCheckIn": 20, "alarm manual": 10, "alarm travel": 2, "end missedCheckIn": 4,
    "crash at before-commit": 1, "crash at after-commit": 1, "crash at between-claim-and-send": 1,
    "crash at between-send-and-mark": 1, "crash at before-alarm": 1, "crash at after-alarm": 1,
    "crash at before-silent-alarm": 1, "outage": 2, "courtesy": 1, "disk full": 4,
    "disk busy": 4, "lost answer of the disk": 4, "carrier slow": 6, "carrier fails": 1,
    "carrier hangs": 1, "carrier lies": 4, "carrier doubles": 1, "carrier fails late": 1,
    "alarm with an order of calls": 8, "plan run out": 4, "acknowledgement": 20,
    "came too": 4, "refused: over": 2, "refused: own": 1,
    "refused: foreign": 2, "refused: no responder": 1, "refused: names nobody": 2,
    "refused: names a stranger": 1, "refused: unknown receipt": 2, "release": 2, "offer": 2,
    "takeover": 1, "let go": 4, "parting with an alarm": 1, "deletion": 1, "receipt": 40,
    "look at an alarm": 10, "audit": 300, "examination": 60,
    "alarm duress": 8, "end duress": 2, "code": 20, "silent code": 8, "comparison": 12,
    "clock set back": 1, "clock set forward": 1, "possibly sent twice": 2, "withdrawn": 1,
    "gone: webpush": 2, "gone: apns": 2, "gone: email": 1, "gone: sms": 2, "gone: voice": 1,
    "address switched off": 6, "loss of an address told": 4, "bounce": 20, "mail returned": 4,
    "way tried": 40, "call to somebody with quiet hours": 200, "quiet channel": 100,
    "sweep": 100, "drill": 4, "drill concluded": 20,
    "alert announced": 40, "done in time": 20, "stopped": 5, "suspended": 5,
    "spoilt row": 40, "reached in spite of damage": 40, "shared commit": 10,
  ]

  /// In two months.
  private static let expectedInMonths = [
    "alarm missedCheckIn": 2, "alarm manual": 2, "alarm travel": 1, "check-in": 40, "drill": 1,
    "drill concluded": 2, "sweep": 60, "sweep that removes": 10, "budget used up": 1,
    "browser": 4, "sign-out": 1, "outage": 1, "audit": 60, "pause": 1,
    "call to somebody with quiet hours": 40,
  ]

  @Test func `the same seed is the same story`() async throws {
    // The last of them is one in which the loops are woken.
    for seed in [3, 17, 21] as [UInt64] {
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
