import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

/// An operator ends the sessions of a person who has lost every device, while the server runs.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `Ending one person's sessions` {
  private static let number = DemoWorld.checksIn.phoneNumber

  private func world() async throws -> (path: String, engine: Engine, person: Person.ID) {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    let engine = Engine(
      ledger: try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock()))
    try await DemoWorld(engine: engine).settle()
    let person = try await engine.perform(
      Enrol(phoneNumber: Self.number, region: .unitedStates), by: .system)
    return (path, engine, person)
  }

  @Test func `ends them, tells the person, and again ends nothing`() async throws {
    let (path, engine, person) = try await world()
    for _ in 0..<2 {
      try await engine.perform(
        CreateAccessToken(name: "Clock", scopes: [.checkIn], life: nil), by: .person(person))
    }
    let tool = try OperatorTool(database: path)
    #expect(try await tool.endSessions(of: Self.number) == 2)
    #expect(try await engine.answer(GetAccessTokens(), to: Member(person)).items.isEmpty)
    #expect(
      try await engine.notifications(of: person).contains { $0.title == "Signed out everywhere" })
    #expect(try await tool.endSessions(of: Self.number) == 0)
  }

  @Test(arguments: ["+12125550199", "+1", "2125550100", "Margaret", ""])
  func `reports an unknown number without repeating it`(number: String) async throws {
    let (path, _, _) = try await world()
    let tool = try OperatorTool(database: path)
    let error = await #expect(throws: SettingsError.self) {
      _ = try await tool.endSessions(of: number)
    }
    #expect(error?.description.hasPrefix("--number: ") == true)
    #expect(error?.description.contains("2125550") == false)
  }
}
