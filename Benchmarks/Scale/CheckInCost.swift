import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// How many check-ins a second of CPU is enough for: through the door, durable, among a million people
/// who are in no helpful order.
enum CheckInCost {
  static func run(
    _ world: MillionPeople, count: Int = 20_000, waiting: Int = 256, rounds: Int = 5
  ) async throws -> [Figure] {
    let ledger = try SQLiteLedger.open(
      at: world.copy(as: "check-ins").path, clock: SystemClock())
    let engine = Engine(ledger: ledger)
    var rates: [Double] = []
    for round in 0..<rounds {
      let turns = Turns()
      let start = cpuTime()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<waiting {
          group.addTask {
            while true {
              let turn = turns.next()
              guard turn < count else { return }
              let person = MillionPeople.person(MillionPeople.checksIn(round * count + turn))
              try await engine.perform(CheckInNow(), by: .person(person))
            }
          }
        }
        try await group.waitForAll()
      }
      rates.append(Double(count) / ((cpuTime() - start) / 1e9))
    }
    try await ledger.close()
    return [Figure("engine.check-ins-per-cpu-second", rates.sorted()[rounds / 2], "1/s")]
  }
}
