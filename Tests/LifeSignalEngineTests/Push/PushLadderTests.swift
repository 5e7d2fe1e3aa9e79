import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Testing

/// Mara has two browsers and a phone number; her messages here are no alerts.
@Suite(.timeLimit(.minutes(1))) struct `News on push and in a text message` {
  private let clock = ManualClock()
  private let pushes = RecordingCourier()
  private let texts = RecordingCourier()
  private let engine: Engine
  private let services: EngineServices
  private let ledger = TestLedger()
  private let person: Person.ID

  init() async throws {
    engine = Engine(
      ledger: ledger, couriers: [.sms: texts, .webPush: pushes], clock: clock,
      configuration: EngineConfiguration(codeKey: Data("test".utf8)), entropy: .counting(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    services = engine.services()
    let id = try await engine.perform(
      Enrol(phoneNumber: "+15550100001", region: .unitedStates), by: .system)
    person = id
    try await engine.perform(
      UpdateProfile(Profile(firstName: "Mara", lastName: "Lindqvist")), by: .person(id))
    try await engine.perform(
      CheckInNow(), by: Member(id, from: Origin(scopes: [.checkIn])))
    for number in 1...2 {
      try await engine.perform(
        SubscribePush(
          PushSubscription(
            endpoint: "https://push.example/\(number)",
            key: Data([4]) + Data(repeating: 7, count: 64), secret: Data(repeating: 9, count: 16),
            origin: "https://lifesignal.example")), by: .person(person))
    }
    try await settle()
    // That they are new comes as a text too.
    clock.advance(by: 30)
    try await settle()
    texts.forget()
    pushes.forget()
  }

  private func settle() async throws {
    try await services.heartbeat.turn()
    try await services.watch.turn()
    try await services.dispatch.turn()
  }

  /// To the first reminder.
  private func reminded() async throws {
    let deadline = try #require(try await engine.user(person).expirationTimestamp)
    clock.advance(by: deadline.timeIntervalSince(clock.now) - 7_200)
    try await settle()
  }

  private func mine(_ courier: RecordingCourier) -> [CourierMessage] {
    courier.messages.filter { $0.subject == .ownCheckIn }
  }

  @Test func `all browsers get it, and a phone that is off gets the text`() async throws {
    try await reminded()
    #expect(mine(pushes).count == 2)
    #expect(mine(texts).isEmpty)
    clock.advance(by: 30)
    try await settle()
    #expect(mine(texts).count == 1)
  }

  @Test func `one that was shown needs no text`() async throws {
    try await reminded()
    let token = try #require(mine(pushes).first?.receiptToken)
    try await engine.perform(ConfirmReceipt(token: token, rung: .shown), by: .visitor)
    clock.advance(by: 30)
    try await settle()
    #expect(mine(texts).isEmpty)
  }

  @Test func `a message one browser has shown still goes to the other, and to no phone`()
    async throws
  {
    pushes.fail(.transient("busy", retryAfter: .seconds(60)))
    try await reminded()
    func rows() async throws -> [Delivery] {
      try await ledger.read { [person] tx in try tx.deliveries(of: person, limit: 50) }
        .filter { $0.subject == .ownCheckIn }
    }
    let before = try await rows().filter { $0.kind == .webPush }
    #expect(before.count == 2)
    let taken = try #require(before.first { $0.state == .done })
    let waiting = try #require(before.first { $0.state == .ready })
    try await engine.perform(
      ConfirmReceipt(token: try #require(taken.receiptToken), rung: .shown), by: .visitor)
    clock.advance(by: 60)
    try await settle()
    #expect(try await rows().first { $0.id == waiting.id }?.state == .done)
    #expect(mine(pushes).count == 3 && mine(texts).isEmpty)
  }

  @Test func `when no browser can be reached the text comes at once`() async throws {
    pushes.fail(.addressGone("gone"), .addressGone("gone"))
    try await reminded()
    #expect(mine(texts).count == 1)
    // They are not tried again.
    pushes.forget()
    try await engine.perform(CheckInNow(), by: .person(person))
    try await reminded()
    #expect(mine(pushes).isEmpty)
  }
}
