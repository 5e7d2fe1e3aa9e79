import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Browsers that are sent push messages` {
  private func subscription(_ number: Int = 1) -> PushSubscription {
    PushSubscription(
      endpoint: "https://push.example/\(number)",
      key: Data([4]) + Data(repeating: 7, count: 64), secret: Data(repeating: 9, count: 16),
      origin: "https://lifesignal.example")
  }

  private func pushes(_ world: SmallWorld, of person: Person.ID) async throws -> [Channel] {
    try await world.ledger.read { try $0.channels(of: person) }.filter { $0.kind == .webPush }
  }

  @Test func `are added once, taken away, and come back as the same`() async throws {
    let world = try await SmallWorld()
    for _ in 0..<3 { try await world.perform(SubscribePush(subscription()), by: world.p) }
    let first = try await pushes(world, of: world.p)
    #expect(first.map(\.address) == [subscription().address])
    try await world.perform(
      UnsubscribePush(endpoint: subscription().endpoint), by: world.p)
    #expect(try await pushes(world, of: world.p).isEmpty)
    try await world.perform(SubscribePush(subscription()), by: world.p)
    #expect(try await pushes(world, of: world.p) == first)
  }

  @Test func `are announced once, on the other channels, and not when a lost one comes back`()
    async throws
  {
    let world = try await SmallWorld()
    func told() async throws -> Int {
      try await world.engine.notifications(of: world.p)
        .count { $0.message == "Notifications were switched on on a new device." }
    }
    try await world.perform(SubscribePush(subscription()), by: world.p)
    try await world.settle()
    #expect(try await told() == 1)
    #expect(
      world.courier.messages.map(\.body) == ["Notifications were switched on on a new device."])
    try await world.perform(SubscribePush(subscription()), by: world.p)
    try await world.perform(UnsubscribePush(endpoint: subscription().endpoint), by: world.p)
    try await world.perform(SubscribePush(subscription()), by: world.p)
    #expect(try await told() == 1)
    try await world.perform(SubscribePush(subscription(2)), by: world.p)
    #expect(try await told() == 2)
  }

  @Test func `belong to the person who subscribed, who must be signed in`() async throws {
    let world = try await SmallWorld()
    try await world.perform(SubscribePush(subscription()), by: world.p)
    try await world.perform(
      UnsubscribePush(endpoint: subscription().endpoint), by: world.r1)
    #expect(try await pushes(world, of: world.p).count == 1)
    for actor in [Actor.visitor, .system] {
      await #expect(throws: Refusal.notSignedIn) {
        try await world.engine.perform(SubscribePush(subscription()), by: actor)
      }
      await #expect(throws: Refusal.notSignedIn) {
        try await world.engine.perform(
          UnsubscribePush(endpoint: subscription().endpoint), by: actor)
      }
    }
  }

  @Test func `are at most ten`() async throws {
    let world = try await SmallWorld()
    for number in 1...PushRules.most {
      try await world.perform(SubscribePush(subscription(number)), by: world.p)
    }
    await #expect(throws: Refusal.tooManyPushSubscriptions) {
      try await world.perform(SubscribePush(subscription(11)), by: world.p)
    }
    #expect(try await pushes(world, of: world.p).count == PushRules.most)
  }

  @Test func `are in the export without what would let others send there`() async throws {
    let world = try await SmallWorld()
    try await world.perform(SubscribePush(subscription()), by: world.p)
    try await world.perform(ActivateAlert(), by: world.p)
    let document = String(
      decoding: try await world.engine.export(of: world.p).document(), as: UTF8.self)
    #expect(document.contains("https://push.example"))
    #expect(!document.contains("push.example/1"))
    #expect(!document.contains(subscription().secret.base64URL))
  }

  @Test func `a message tells only its own person what it is about`() async throws {
    let world = try await SmallWorld()
    let alert = try await world.engine.raiseAlert(of: world.p)
    let sent = try await world.ledger.read { tx in try tx.deliveries(about: alert.id) }
    let token = try #require(sent.first { $0.person == world.r1 }?.receiptToken)
    #expect(try await world.engine.subject(ofReceipt: token, for: world.r1) == .call(alert.id))
    for stranger in [world.p, world.r2] {
      #expect(try await world.engine.subject(ofReceipt: token, for: stranger) == nil)
    }
    #expect(try await world.engine.subject(ofReceipt: "x", for: world.r1) == nil)
  }
}
