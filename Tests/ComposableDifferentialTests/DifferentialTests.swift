import ComposableTestSupport
import Foundation
import Testing

/// Random programs on the engine and on the reference model, which must agree on everything that
/// can be seen. `COMPOSABLE_PROGRAMS` sets how many, `COMPOSABLE_FIRST_SEED` where to begin.
@Suite(.leavesNothingBehind) struct DifferentialTests {
  @Test func `random programs do what the contract says`() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["COMPOSABLE_PROGRAMS"].flatMap { UInt64($0) } ?? 1_000
    let first = environment["COMPOSABLE_FIRST_SEED"].flatMap { UInt64($0) } ?? 0
    for seed in first..<first + count {
      let program = ProgramGenerator.program(seed: seed)
      guard disagreement(on: program) != nil else { continue }
      let smallest = program.shrunk { disagreement(on: $0) != nil }
      Issue.record(
        """
        Seed \(seed), after \(seed - first + 1) programs. The smallest program that still fails:
        \(smallest)
        \(disagreement(on: smallest) ?? "")
        """)
      return
    }
  }

  /// 58,049: a part of an effect was over, and still counted as running until its effect had heard of it.
  @Test(arguments: [58_049] as [UInt64])
  func `programs that once found a fault agree`(seed: UInt64) {
    #expect(disagreement(on: ProgramGenerator.program(seed: seed)) == nil)
  }

  private func disagreement(on program: Program) -> String? {
    let (trace, leftOver) = ProgramRun.result(of: program)
    return trace.difference(from: ReferenceModel.trace(of: program)) ?? leftOver
  }
}
