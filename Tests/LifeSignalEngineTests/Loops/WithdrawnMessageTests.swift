import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Messages that were promised, but whose reason was gone before they could be sent.
@Suite(.timeLimit(.minutes(1))) struct WithdrawnMessageTests {
  /// Everything that is due now fails once and waits for its next attempt.
  private func failOnce(_ world: SmallWorld) async throws {
    let busy = CourierFailure.transient("busy", retryAfter: .seconds(60))
    world.courier.fail(busy, busy, busy)
    try await world.settle()
    world.courier.forget()
  }

  @Test(arguments: [true, false])
  func `a waiting alert is not sent to a former contact`(
    isManual: Bool
  ) async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    world.clock.advance(by: isManual ? 60 : 87_000)
    if isManual {
      try await world.perform(ActivateAlert(), by: world.p)
      let busy = CourierFailure.transient("busy", retryAfter: .seconds(60))
      world.courier.fail(busy, busy)
      try await world.settle()
      world.courier.forget()
    } else {
      try await failOnce(world)
    }
    try await world.perform(RemoveContact(id: world.r1), by: world.p)
    try await world.advance(by: 120)
    let told = world.courier.messages.filter { $0.priority <= .missedCheckIn }.map(\.address)
    #expect(!told.contains("+15550100002"))
    #expect(told.contains("+15550100003"))
    let row = try #require(
      ledger.rows.deliveries.first { $0.person == world.r1 && $0.priority <= .missedCheckIn })
    #expect(row.state == .dead)
    #expect(row.lastError == "withdrawn")
  }

  @Test func `giving up the role ends the messages that come with it`() async throws {
    let world = try await SmallWorld()
    // R1 becomes a dependent of P too, so that the relation outlives the other role.
    try await world.perform(
      UpdateContact(id: world.p, isResponder: true, isDependent: true), by: world.r1)
    try await world.perform(AcceptContact(id: world.r1), by: world.p)
    world.clock.advance(by: 87_000)
    try await failOnce(world)
    try await world.perform(
      UpdateContact(id: world.p, isResponder: true, isDependent: false), by: world.r1)
    try await world.advance(by: 120)
    #expect(!world.courier.messages.map(\.address).contains("+15550100002"))
    #expect(world.courier.messages.map(\.address).contains("+15550100003"))
  }

  @Test func `a ping cleared before its message was sent is never sent`() async throws {
    let world = try await SmallWorld()
    let ping = try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.perform(ClearPing(id: ping.id), by: world.r1)
    try await world.settle()
    #expect(world.courier.messages.isEmpty)
  }

  @Test func `a reminder that waits is not sent after the check-in it asks for`() async throws {
    let world = try await SmallWorld()
    world.clock.advance(by: 86_400 - 7_200)
    world.courier.fail(.transient("busy", retryAfter: .seconds(60)))
    try await world.settle()
    #expect(world.courier.messages.map(\.priority) == [.reminder])
    world.courier.forget()
    try await world.perform(CheckInNow(), by: world.p)
    try await world.advance(by: 120)
    #expect(world.courier.messages.isEmpty)
  }

  @Test(arguments: [false, true])
  func `That a person has no responders is sent hours later, unless they have one again`(
    isFound: Bool
  ) async throws {
    let world = try await SmallWorld()
    try await world.perform(RemoveContact(id: world.p), by: world.r1)
    try await world.settle()
    world.courier.fail(.transient("busy", retryAfter: .seconds(7_200)))
    try await world.perform(RemoveContact(id: world.p), by: world.r2)
    try await world.settle()
    world.courier.forget()
    if isFound {
      let code = try await world.engine.user(world.p).qrCodeID
      try await world.perform(
        AddContact(qrCode: code, isResponder: false, isDependent: true), by: world.r1)
      try await world.perform(AcceptContact(id: world.r1), by: world.p)
    }
    try await world.advance(by: 7_260)
    let last = world.courier.messages.filter { $0.body.contains("You have no responders") }
    #expect(last.isEmpty == isFound)
  }

  @Test func `one withdrawn message does not hold up the next`() async throws {
    let world = try await SmallWorld(
      limits: DispatchLoop.Limits(concurrencyPerKind: 1, claim: 1))
    let ping = try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.perform(ClearPing(id: ping.id), by: world.r1)
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    try await world.services.dispatch.turn()
    #expect(world.courier.messages.map(\.title) == ["Are you OK?"])
  }
}
