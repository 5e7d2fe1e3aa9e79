import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

/// What an operator gets from `lifesignal timeline`.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct TimelineToolTests {
  /// The path of a database with the demo's people, and one of them.
  private func database() async throws -> (path: String, ledger: SQLiteLedger, person: Person.ID) {
    let folder = try TemporaryFolder.make()
    let path = folder.appending(path: "ledger.sqlite").path()
    let ledger = try SQLiteLedger.open(at: path, clock: SystemClock())
    let engine = Engine(ledger: ledger)
    try await DemoWorld(engine: engine).settle()
    let person = try await engine.perform(
      Enrol(phoneNumber: DemoWorld.checksIn.phoneNumber, region: .unitedStates), by: .system)
    return (path, ledger, person)
  }

  @Test func `chains in order are one line, beside a server that runs`() async throws {
    let (path, ledger, person) = try await database()
    var lines: [String] = []
    #expect(try await TimelineTool(database: path).verify(person: nil) { lines.append($0) })
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("entries: all in order") == true)
    lines = []
    #expect(
      try await TimelineTool(database: path).verify(person: person.rawValue) { lines.append($0) })
    #expect(lines.first?.hasPrefix("1 timelines, ") == true)
    try await ledger.close()
  }

  @Test func `a broken chain is named, with what is wrong where`() async throws {
    let (path, ledger, person) = try await database()
    try await ledger.write { tx in
      // What no rule would do: the end of the chain is moved on without an entry.
      guard var head = try tx.timelineHead(of: person) else { return }
      let old = head
      head.sequence += 1
      _ = try tx.advance(head, from: old)
    }
    var lines: [String] = []
    #expect(
      try await TimelineTool(database: path).verify(person: nil) { lines.append($0) } == false)
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix("person \(person): broken at entry ") == true
        && lines.first?.hasSuffix("it and all after it are missing") == true, "\(lines)")
    #expect(lines.last == "3 timelines: 1 broken")
  }

  @Test func `a timeline is written out as text and as JSON`() async throws {
    let (path, _, person) = try await database()
    let tool = try TimelineTool(database: path)
    let text = try await tool.export(person: person.rawValue, asJSON: false)
    #expect(text.hasPrefix("1\t"))
    #expect(text.contains("Checked in automatically"))
    let json = try await tool.export(person: person.rawValue, asJSON: true)
    #expect(json.contains("\"format\" : \"lifesignal-timeline\""))
  }

  @Test func `a file or a person that is not there is said so`() async throws {
    #expect(throws: SettingsError.self) { try TimelineTool(database: "/nowhere/at.all") }
    let (path, _, _) = try await database()
    let tool = try TimelineTool(database: path)
    await #expect(throws: SettingsError.self) {
      try await tool.verify(person: "4711") { _ in }
    }
    await #expect(throws: SettingsError.self) {
      try await tool.export(person: "somebody", asJSON: true)
    }
  }
}
