import Foundation
import Synchronization

/// Simulations on threads of their own: they block, and tests must not wait for them in vain.
enum Runs {
  static func run(
    _ seed: UInt64, _ plant: Plant? = nil, isMonth: Bool = false, notesState: Bool = false
  ) async throws -> Simulation.Report {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          with: Result {
            try Simulation(
              seed: seed, plant: plant, span: isMonth ? .month(seed) : .hours,
              notesState: notesState
            ).run()
          })
      }
      // Rules and statements nest deeper than the half megabyte a thread has otherwise.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  /// All of them, as many at once as there are processors, in any order.
  static func all(
    _ seeds: Range<UInt64>, isMonth: Bool = false
  ) -> AsyncThrowingStream<Simulation.Report, any Error> {
    AsyncThrowingStream { stream in
      let task = Task {
        do {
          try await withThrowingTaskGroup(of: Simulation.Report.self) { group in
            var waiting = seeds.makeIterator()
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
              if let seed = waiting.next() {
                group.addTask { try await run(seed, isMonth: isMonth) }
              }
            }
            while let report = try await group.next() {
              stream.yield(report)
              if let seed = waiting.next() {
                group.addTask { try await run(seed, isMonth: isMonth) }
              }
            }
          }
          stream.finish()
        } catch {
          stream.finish(throwing: error)
        }
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }
}

extension Simulation.Report {
  /// What a failing seed has to say.
  var story: String {
    """
    seed \(seed): \(violations.joined(separator: "; "))
    replay: make simulate SEED=\(seed)\(isMonth ? " MONTHS=1" : "")
    \(trace.suffix(40).joined(separator: "\n"))
    """
  }

  /// FNV-1a of the whole trace: equal wherever and whenever the seed is run.
  var digest: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in trace.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
