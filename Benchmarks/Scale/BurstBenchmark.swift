import Foundation
import LifeSignalEngine
import LifeSignalModel

/// Ten thousand people, of a million, miss one and the same instant.
enum BurstBenchmark {
  static func run(_ world: MillionPeople, people: Int = 10_000) async throws -> [Figure] {
    let server = try ScaleServer(world.copy(as: "burst"))
    let start = server.clock.now + 8
    try await server.expect((0..<people).map { (MillionPeople.due($0), start.storable) })
    guard server.clock.now < start - 2 else {
      throw BenchmarkFailure("the deadlines took longer to set than there was time")
    }
    let (lateness, _) = try await server.run {
      try await server.stopwatch.finish(by: start + 120)
    }
    return [
      Figure("engine.burst-10k.first", lateness[0], "s"),
      Figure("engine.burst-10k.last", lateness[lateness.count - 1], "s"),
    ]
  }
}
