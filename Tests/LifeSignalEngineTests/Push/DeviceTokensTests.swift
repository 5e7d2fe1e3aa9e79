import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Phones with the app` {
  private static let token = String(repeating: "5C", count: 32)

  private func world(able: Set<ChannelKind> = [.sms, .apns]) async throws -> SmallWorld {
    try await SmallWorld(
      configuration: EngineConfiguration(codeKey: Data("test".utf8), ableChannels: able))
  }

  private func phones(_ world: SmallWorld, of person: Person.ID) async throws -> [Channel] {
    try await world.ledger.read { try $0.channels(of: person) }.filter { $0.kind == .apns }
  }

  @Test func `are added once, taken away, and come back as the same`() async throws {
    let world = try await world()
    for _ in 0..<3 { try await world.perform(UpdatePushToken(token: Self.token), by: world.p) }
    let first = try await phones(world, of: world.p)
    #expect(first.map(\.address) == [Self.token.lowercased()])
    try await world.perform(UpdatePushToken(token: nil), by: world.p)
    #expect(try await phones(world, of: world.p).isEmpty)
    try await world.perform(UpdatePushToken(token: Self.token), by: world.p)
    let again = try await phones(world, of: world.p)
    #expect(again.map(\.id) == first.map(\.id) && again.map(\.address) == first.map(\.address))
    #expect(again.first?.heardAt == world.clock.now)
  }

  @Test func `are reached for one person at a time`() async throws {
    let world = try await world()
    try await world.perform(UpdatePushToken(token: Self.token), by: world.p)
    try await world.perform(UpdatePushToken(token: Self.token), by: world.r1)
    #expect(try await phones(world, of: world.p).isEmpty)
    #expect(try await phones(world, of: world.r1).count == 1)
    let told = try await world.engine.notifications(of: world.p).map(\.title)
    #expect(told.contains("Device disconnected"))
  }

  /// A token is no secret: a person who knows it must not silence the phone.
  @Test func `are not taken away while their session is good`() async throws {
    let world = try await world()
    let mine = try await session(of: world.p, "+15550100001", in: world)
    try await world.engine.perform(
      UpdatePushToken(token: Self.token), by: .session(mine, of: world.p))
    for _ in 1...3 { try await world.perform(UpdatePushToken(token: Self.token), by: world.r1) }
    #expect(try await phones(world, of: world.p).count == 1)
    #expect(try await phones(world, of: world.r1).count == 1)
    let told = try await world.engine.notifications(of: world.p).map(\.title)
    #expect(told.filter { $0 == "Another account on your device" }.count == 1)
    #expect(!told.contains("Device disconnected"))
    // Signed out there: from now on it is the other person's alone.
    try await world.engine.perform(EndSession(id: mine), by: .session(mine, of: world.p))
    #expect(try await phones(world, of: world.p).isEmpty)
    #expect(try await phones(world, of: world.r1).count == 1)
  }

  private func session(
    of person: Person.ID, _ number: String, in world: SmallWorld
  ) async throws -> SessionID {
    let id = try await world.engine.requestCode(to: number)
    let code = try #require(
      world.courier.messages.last { $0.isOneTimeCode }?.body.prefix(7))
    return try await world.engine.verify(String(code), of: id, label: "phone").session
  }

  @Test func `stand among the channels by the end of their token`() async throws {
    let world = try await world()
    try await world.perform(UpdatePushToken(token: Self.token), by: world.p)
    let list = try await world.engine.answer(GetChannels(), to: Member(world.p))
    let phone = try #require(list.channels.first)
    #expect(phone.kind == .apns && phone.address == "Apple …5c5c" && phone.canBeTested)
    #expect(!list.offered.contains(.apns))
  }

  @Test func `are not kept when no courier could reach them`() async throws {
    let world = try await world(able: [.sms])
    for token in [Self.token, nil, "x"] {
      try await world.perform(UpdatePushToken(token: token), by: world.p)
    }
    #expect(try await phones(world, of: world.p).isEmpty)
  }

  @Test func `need a valid token and a signed-in person`() async throws {
    let world = try await world()
    await #expect(throws: Refusal.invalidDeviceToken) {
      try await world.perform(UpdatePushToken(token: "x"), by: world.p)
    }
    await #expect(throws: Refusal.notSignedIn) {
      try await world.engine.perform(UpdatePushToken(token: Self.token), by: .visitor)
    }
  }
}
