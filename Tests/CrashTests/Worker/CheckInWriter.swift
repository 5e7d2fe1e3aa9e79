import Foundation
import LifeSignalEngine
import LifeSignalModel

/// A person's phone: checks in through the engine and logs each check-in that was acknowledged.
struct CheckInWriter {
  private let engine: Engine
  private let people: Range<Int64>
  private let log: AppendLog
  private let number: Int

  init(engine: Engine, people: Range<Int64>, log path: String, number: Int) throws {
    self.engine = engine
    self.people = people
    self.number = number
    log = try AppendLog(path)
  }

  func run() async throws {
    guard !people.isEmpty else { return }
    while !Task.isCancelled {
      let person = Int64.random(in: people)
      let key = UUID().uuidString
      try await engine.perform(
        CheckInNow(), by: Member(Person.ID(person), from: Origin(key: key)))
      try log.append("\(person) \(key)")
      // Real time: the process is killed at real moments, and others write beside it.
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
