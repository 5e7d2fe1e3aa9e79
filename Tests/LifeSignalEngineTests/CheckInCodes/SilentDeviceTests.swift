import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Phones of responders who know of a duress alert. Until it ends their registrations are not
/// recorded, so that no one can infer the alert from them; no phone goes dead because of that.
@Suite(.timeLimit(.minutes(1))) struct `Phones in a call in silence` {
  private static let token = String(repeating: "5c", count: 32)

  private struct World {
    let small: SmallWorld
    let ledger = TestLedger()
    /// What is sent to phones.
    let service = RecordingCourier()

    init() async throws {
      small = try await SmallWorld(
        ledger: ledger,
        configuration: EngineConfiguration(
          codeKey: Data("test".utf8), ableChannels: [.sms, .apns]),
        couriers: [.apns: service])
      try await small.perform(UpdatePushToken(token: token), by: small.r1)
      try await small.stopWatching()
      try await small.advance(by: 3_600)
    }

    func phone() throws -> Channel {
      try #require(ledger.rows.channels.first { $0.kind == .apns })
    }

    func isOn() throws -> Bool { try phone().isOn }

    /// The phone is gone, and nothing has told so; or it has been found gone.
    func lose(isKnown: Bool) async throws {
      guard isKnown else { return }
      let (phone, now) = (try phone(), small.clock.now)
      let isOff = try await small.ledger.write {
        try $0.apply(.disableChannel(phone.id, at: now)) > 0
      }
      #expect(isOff)
      try await small.advance(by: 60)
    }

    func call() async throws -> AlertRecord.ID {
      let sheet = try await small.printCodes(telling: [small.r1])
      try await small.engine.useCheckInCode(sheet.silent[0], from: "n")
      try await small.settle()
      try await small.stopWatching()
      let alarms = try await small.engine.contact(small.p, of: small.r1).alarms
      return try #require(alarms.first?.id)
    }

    func end(_ alarm: AlertRecord.ID) async throws {
      try await small.perform(AcknowledgeAlarm(id: alarm), by: small.r1)
      try await small.perform(EndSilentAlarm(id: alarm), by: small.r1)
      try await small.settle()
    }

    /// A message to the phone is answered with what the service has known since `date`.
    func hear(goneSince date: Date) async throws {
      service.fail(.addressGone("late", since: date))
      try await small.perform(TestChannel(id: phone().id), by: small.r1)
      try await small.settle()
      #expect(ledger.rows.deliveries.contains { $0.kind == .apns && $0.lastError == "late" })
    }
  }

  /// Whether the phone had been found gone before the alarm.
  @Test(arguments: [true, false])
  func `stay on when a late word says that they are gone`(wasOff: Bool) async throws {
    let world = try await World()
    try await world.lose(isKnown: wasOff)
    _ = try await world.call()
    let died = world.small.clock.now + 60
    try await world.small.advance(by: 120)
    try await world.small.perform(UpdatePushToken(token: Self.token), by: world.small.r1)
    #expect(try world.isOn())
    try await world.hear(goneSince: died)
    #expect(try world.isOn())
  }

  @Test func `stay on for a day after it, whatever late word comes`() async throws {
    let world = try await World()
    let alarm = try await world.call()
    let died = world.small.clock.now + 60
    try await world.small.advance(by: 120)
    try await world.small.perform(UpdatePushToken(token: Self.token), by: world.small.r1)
    try await world.end(alarm)
    try await world.small.advance(by: 3_600)
    try await world.hear(goneSince: died)
    #expect(try world.isOn())
  }

  @Test func `go off when they are gone and nothing is kept secret any more`() async throws {
    let world = try await World()
    try await world.end(try await world.call())
    try await world.small.advance(by: 90_000)
    try await world.hear(goneSince: world.small.clock.now)
    #expect(try world.isOn() == false)
  }

  @Test func `go off when they are gone and their owner knows of nothing`() async throws {
    let world = try await World()
    let sheet = try await world.small.printCodes(telling: [world.small.r2])
    try await world.small.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await world.small.settle()
    try await world.hear(goneSince: world.small.clock.now)
    #expect(try world.isOn() == false)
  }
}
