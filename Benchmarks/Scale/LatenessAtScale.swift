import Foundation
import LifeSignalEngine
import LifeSignalModel

/// How long after its deadline an alarm is in the courier's hands, among a million people: 278 come
/// due a second, as many as there are when everybody checks in once an hour, and 200 check in.
enum LatenessAtScale {
  static func run(
    _ world: MillionPeople, perSecond: Int = 278, checkIns: Int = 200, seconds: Int = 30
  ) async throws -> [Figure] {
    let server = try ScaleServer(world.copy(as: "lateness"))
    let start = server.clock.now + 15
    try await server.expect(
      (0..<perSecond * seconds).map { index in
        (MillionPeople.due(index), (start + Double(index) / Double(perSecond)).storable)
      })
    guard server.clock.now < start - 2 else {
      throw BenchmarkFailure("the deadlines took longer to set than there was time")
    }
    let (lateness, waits) = try await server.run(checkInsPerSecond: checkIns) {
      try await server.stopwatch.finish(by: start + Double(seconds) + 30)
    }
    let milliseconds = lateness.map { $0 * 1_000 }
    return [
      Figure("engine.lateness-1m.p50", milliseconds[milliseconds.count / 2], "ms"),
      Figure("engine.lateness-1m.p99", milliseconds[milliseconds.count * 99 / 100], "ms"),
      Figure("engine.lateness-1m.max", milliseconds[milliseconds.count - 1], "ms"),
      Figure("engine.lateness-1m.check-in.p99", waits[waits.count * 99 / 100], "ms"),
      Figure("engine.lateness-1m.check-in.max", waits[waits.count - 1], "ms"),
    ]
  }
}
