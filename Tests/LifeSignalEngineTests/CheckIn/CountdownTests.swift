import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CountdownTests {
  private let day: TimeInterval = 86_400

  private func newcomer(_ world: SmallWorld) async throws -> Person.ID {
    let id = try await world.engine.perform(
      Enrol(phoneNumber: "+15550100077", region: .unitedStates), by: .system)
    try await world.perform(UpdateProfile(Profile(firstName: "Ada", lastName: "Byron")), by: id)
    return id
  }

  @Test func `a person who only watches over others is never reminded, and misses nothing`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let ada = try await newcomer(world)
    try await world.perform(
      AddContact(
        qrCode: try await world.engine.user(world.p).qrCodeID, isResponder: false,
        isDependent: true), by: ada)
    try await world.perform(AcceptContact(id: ada), by: world.p)
    try await world.settle()
    #expect(try await world.engine.user(ada).deadline == nil)
    world.courier.forget()
    for _ in 0..<30 {
      for person in [world.p, world.r1, world.r2] {
        try await world.perform(CheckInNow(), by: person)
      }
      try await world.advance(by: day - 60)
    }
    #expect(!ledger.rows.notifications.contains { $0.person == ada && $0.type == .checkIn })
    #expect(ledger.rows.alerts.isEmpty)
    #expect(try await !world.engine.user(ada).checksIn)
  }

  @Test func `with the first responder the countdown begins, is announced, and is kept`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let ada = try await newcomer(world)
    try await world.perform(
      AddContact(
        qrCode: try await world.engine.user(world.r1).qrCodeID, isResponder: true,
        isDependent: false), by: ada)
    #expect(try await world.engine.user(ada).deadline == nil)
    world.courier.forget()
    try await world.perform(AcceptContact(id: ada), by: world.r1)
    try await world.settle()
    let user = try await world.engine.user(ada)
    #expect(user.deadline == world.clock.now + day && user.lastCheckedIn == nil)
    #expect(
      world.courier.messages.contains {
        $0.body.contains(
          "Theo Okafor watches over you now. Your next check-in is due in 1 day.")
      })
    #expect(try await world.engine.contact(ada, of: world.r1).checksIn)
    try await world.perform(CheckInNow(), by: world.p)
    try await world.advance(by: day + 600)
    #expect(ledger.rows.alerts.map(\.person).contains(ada))
    #expect(try await world.engine.contact(ada, of: world.r1).isNonResponsive)
  }

  @Test func `a stopped countdown stays stopped until the next check-in`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(StopCountdown(), by: world.p)
    try await world.settle()
    #expect(
      world.courier.messages.map(\.title) == ["Check-ins stopped", "Check-ins stopped"])
    #expect(try await !world.engine.contact(world.p, of: world.r1).checksIn)
    try await world.advance(by: 3 * day)
    #expect(ledger.rows.alerts.isEmpty)
    try await world.perform(CheckInNow(), by: world.p)
    #expect(try await world.engine.user(world.p).deadline == world.clock.now + day)
    #expect(ledger.rows.notifications.count { $0.event == .dependentResumed } == 2)
    try await world.perform(ActivateAlert(), by: world.p)
    await #expect(throws: Refusal.endAlertFirst) {
      try await world.perform(StopCountdown(), by: world.p)
    }
  }
}
