import Foundation
import LifeSignalEngine
import LifeSignalModel
import Logging
import Testing

@testable import LifeSignalServer
@testable import LifeSignalStorage

@Suite struct `The demo world` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID())")

  private func withLedger(
    _ body: (SQLiteLedger, DemoClock) async throws -> Void
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = DemoClock()
    let path = folder.appending(path: "new/folder/demo.sqlite").path
    let ledger = try SQLiteLedger.open(Settings.Database.sqlite(path: path), clock: clock)
    try await body(ledger, clock)
    try await ledger.close()
  }

  private func engine(_ ledger: SQLiteLedger, _ clock: DemoClock) -> Engine {
    Engine(
      ledger: ledger, clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func person(_ member: DemoWorld.Member, _ engine: Engine) async throws -> Person.ID {
    try await engine.perform(
      Enrol(phoneNumber: member.phoneNumber, region: .unitedStates), by: .system)
  }

  @Test func `three people, one of them a responder already`() async throws {
    try await withLedger { ledger, clock in
      let engine = engine(ledger, clock)
      try await DemoWorld(engine: engine).settle()
      let margaret = try await person(DemoWorld.checksIn, engine)
      let contacts = try await engine.answer(GetContacts(), to: Member(margaret)).items
      #expect(contacts.map(\.name) == ["Oskar Lind"])
      #expect(contacts.first?.isResponder == true)
      #expect(try await engine.user(margaret).lastCheckedIn != nil)
    }
  }

  @Test func `a second start leaves everything as people made it`() async throws {
    try await withLedger { ledger, clock in
      let engine = engine(ledger, clock)
      try await DemoWorld(engine: engine).settle()
      let margaret = try await person(DemoWorld.checksIn, engine)
      let oskar = try await person(DemoWorld.responder, engine)
      try await engine.perform(
        UpdateProfile(Profile(firstName: "Maggie", lastName: "Hale")),
        by: .person(margaret))
      try await engine.perform(RemoveContact(id: oskar), by: .person(margaret))
      try await DemoWorld(engine: engine).settle()
      #expect(try await engine.user(margaret).firstName == "Maggie")
      #expect(try await engine.answer(GetContacts(), to: Member(margaret)).items.isEmpty)
    }
  }

  @Test(
    arguments: [
      "UPDATE watches SET interval_ms = -1",
      "UPDATE watches SET interval_ms = -1 WHERE person_id = (SELECT max(id) FROM people)",
    ] as [SQLText])
  func `a second start goes on beside a spoilt row, which is counted`(damage: SQLText)
    async throws
  {
    try await withLedger { ledger, clock in
      let engine = engine(ledger, clock)
      try await DemoWorld(engine: engine).settle()
      try await ledger.write { transaction in
        let session = try #require(transaction as? SQLTransaction).session
        try session.change("PRAGMA ignore_check_constraints = ON", [])
        try session.change(damage, [])
        try session.change("PRAGMA ignore_check_constraints = OFF", [])
      }
      try await DemoWorld(engine: engine).settle()
      #expect(ledger.unreadableRows["watches"] ?? 0 > 0)
      #expect(try await person(DemoWorld.checksIn, engine) != person(DemoWorld.responder, engine))
    }
  }

  @Test func `time goes on where the last demo had got to`() async throws {
    try await withLedger { ledger, clock in
      clock.advance(by: .seconds(86_400))
      let last = clock.now
      try await ledger.write { _ = try $0.insert(Heartbeat(beatAt: last)) }
      let restarted = DemoClock()
      try await restarted.continueAfter(ledger)
      #expect(restarted.now >= last)
    }
  }

  @Test func `numbers are shown as they are typed`() {
    #expect(DemoWorld.checksIn.typedNumber == "+1 212-555-0101")
    for member in DemoWorld.members {
      #expect(
        PhoneNumber(member.typedNumber, region: .unitedStates)?.e164 == member.phoneNumber)
    }
  }
}
