import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import Synchronization

/// One side of the comparison: an engine on a database of its own.
struct Arm {
  private let ledger: SQLiteLedger
  private let engine: Engine
  private let people: [Person.ID]

  init(_ file: URL, _ commits: SQLiteLedger.CommitMode, people count: Int) async throws {
    ledger = try SQLiteLedger.open(at: file.path(), clock: SystemClock(), commits: commits)
    let engine = Engine(ledger: ledger)
    people = try await withThrowingTaskGroup(of: Person.ID?.self) { group in
      for number in 0..<count {
        group.addTask {
          let phoneNumber = "+1555\(1_000_000 + number)"
          return try await engine.perform(
            Enrol(phoneNumber: phoneNumber, region: .unitedStates), by: .system)
        }
      }
      return try await group.reduce(into: []) { people, id in
        if let id { people.append(id) }
      }
    }
    self.engine = engine
  }

  func close() async throws { try await ledger.close() }

  /// - Parameter waiting: Check-ins under way at once; each of them waits for its commit.
  func checkInsPerSecond(count: Int, waiting: Int) async throws -> Double {
    let turns = Turns()
    let elapsed = try await ContinuousClock().measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<waiting {
          group.addTask {
            while true {
              let number = turns.next()
              guard number < count else { return }
              // A stride without a common factor visits everybody in no helpful order.
              let person = people[number * 7_919 % people.count]
              // As the button on the page does it.
              try await engine.perform(CheckInNow(), by: .person(person))
            }
          }
        }
        try await group.waitForAll()
      }
    }
    return Double(count) / (elapsed / .seconds(1))
  }
}

/// Deals out numbers to concurrent workers.
final class Turns: Sendable {
  private let dealt = Atomic(0)

  func next() -> Int { dealt.add(1, ordering: .relaxed).oldValue }
}
