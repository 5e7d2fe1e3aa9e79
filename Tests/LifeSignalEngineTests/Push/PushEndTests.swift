import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Push messages after a sign-in` {
  private func subscription(_ number: Int) -> PushSubscription {
    PushSubscription(
      endpoint: "https://push.example/\(number)",
      key: Data([4]) + Data(repeating: 7, count: 64), secret: Data(repeating: 9, count: 16),
      origin: "https://lifesignal.example")
  }

  private func signIn(_ world: SmallWorld, _ label: String) async throws -> SignIn {
    let number = try await world.engine.user(world.p).phoneNumber
    let id = try await world.engine.requestCode(to: number)
    let body = try #require(world.courier.messages.last?.body)
    return try await world.engine.verify(String(body.prefix(7)), of: id, label: label)
  }

  /// A phone and a laptop, both signed in and with notifications on.
  private func world() async throws -> (world: SmallWorld, phone: Actor, laptop: Actor) {
    let world = try await SmallWorld()
    var actors: [Actor] = []
    for (number, label) in ["Phone", "Laptop"].enumerated() {
      let actor = Actor.session(try await signIn(world, label).session, of: world.p)
      try await world.engine.perform(SubscribePush(subscription(number)), by: actor)
      actors.append(actor)
    }
    return (world, actors[0], actors[1])
  }

  /// By the number of their subscriptions.
  private func reached(_ world: SmallWorld) async throws -> [String] {
    try await world.ledger.read { [p = world.p] in try $0.channels(of: p) }
      .compactMap { PushSubscription(address: $0.address)?.endpoint.last.map { String($0) } }
  }

  private func id(_ actor: Actor) throws -> SessionID {
    guard case .session(let id, _) = actor else { throw Refusal.notSignedIn }
    return id
  }

  @Test func `end with a sign-out, here and elsewhere`() async throws {
    let (world, phone, laptop) = try await world()
    #expect(try await reached(world) == ["0", "1"])
    try await world.engine.perform(EndSession(id: id(phone)), by: laptop)
    #expect(try await reached(world) == ["1"])
    try await world.engine.perform(EndSession(id: id(laptop)), by: laptop)
    #expect(try await reached(world).isEmpty)
  }

  @Test func `end on all other devices with their sessions`() async throws {
    let (world, phone, laptop) = try await world()
    try await world.engine.perform(EndOtherSessions(), by: laptop)
    #expect(try await reached(world) == ["1"])
    await #expect(throws: Refusal.notSignedIn) {
      try await world.engine.perform(SubscribePush(subscription(0)), by: phone)
    }
    #expect(try await reached(world) == ["1"])
  }

  @Test func `end when the session expires, and its person is notified once`() async throws {
    let (world, _, _) = try await world()
    world.clock.advance(by: 90 * 86_400 - 60)
    let again = Actor.session(try await signIn(world, "Laptop").session, of: world.p)
    try await world.engine.perform(SubscribePush(subscription(1)), by: again)
    try await SweepLoop(engine: world.engine).turn()
    #expect(try await reached(world) == ["0", "1"])
    world.clock.advance(by: 60)
    for _ in 0..<2 { try await SweepLoop(engine: world.engine).turn() }
    // The laptop has signed in again, and its channel belongs to that session now.
    #expect(try await reached(world) == ["1"])
    let told = try await world.engine.notifications(of: world.p)
      .filter { $0.title == "Notifications stopped" }
    #expect(told.count == 1)
    #expect(told.first?.message.english.contains("Phone") == true)
  }

  @Test func `continue where they were on before sessions were recorded`() async throws {
    let (world, _, laptop) = try await world()
    try await world.perform(SubscribePush(subscription(2)), by: world.p)
    try await world.engine.perform(EndOtherSessions(), by: laptop)
    #expect(try await reached(world) == ["1", "2"])
    // From its next page on it is known.
    let tablet = Actor.session(try await signIn(world, "Tablet").session, of: world.p)
    try await world.engine.perform(SubscribePush(subscription(2)), by: tablet)
    try await world.engine.perform(EndSession(id: id(tablet)), by: laptop)
    #expect(try await reached(world) == ["1"])
  }

  @Test func `end with everything when the operator says so`() async throws {
    let (world, _, _) = try await world()
    let number = try await world.engine.user(world.p).phoneNumber
    let token = try await world.perform(
      CreateAccessToken(name: "Clock", scopes: [.checkIn], life: nil), by: world.p)
    let end = EndAllSessions(phoneNumber: number, region: .unitedStates)
    await #expect(throws: Refusal.notAllowed) {
      try await world.perform(end, by: world.p)
    }
    #expect(try await world.engine.perform(end, by: .system) == 3)
    #expect(try await reached(world).isEmpty)
    #expect(try await world.engine.sessions(of: world.p).isEmpty)
    #expect(try await world.engine.accessToken(token.token) == nil)
    #expect(
      try await world.engine.notifications(of: world.p)
        .contains { $0.title == "Signed out everywhere" })
    #expect(try await world.engine.perform(end, by: .system) == 0)
    await #expect(throws: Refusal.personNotFound) {
      try await world.engine.perform(
        EndAllSessions(phoneNumber: "+12125550199", region: .unitedStates), by: .system)
    }
  }
}
