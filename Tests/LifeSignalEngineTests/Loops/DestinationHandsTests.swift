import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Testing

@testable import LifeSignalEngine

@Suite(.timeLimit(.minutes(1))) struct `Hands for one destination` {
  private let clock = ManualClock()
  private let hands = DestinationHands()

  private func message(
    _ person: Person.ID, to address: String, kind: ChannelKind = .webhook
  ) -> Delivery {
    let now = clock.now
    return Delivery(
      id: "1", dedupeKey: "k", idempotencyKey: "i", person: person, notification: nil, channel: "1",
      kind: kind, address: address, title: "T", body: "B", priority: .alert, createdAt: now,
      nextAttemptAt: now, giveUpAt: now + 86_400)
  }

  private func fail(_ delivery: Delivery, after seconds: TimeInterval) async {
    try? await hands.send(delivery, on: clock) {
      clock.advance(by: seconds)
      throw CourierFailure.transient("no")
    }
  }

  @Test func `one host has eight, for all of its users together`() {
    for number in 1...8 {
      #expect(hands.take(message(Person.ID(Int64(number)), to: "https://slow.example/\(number)")))
    }
    #expect(!hands.take(message("9", to: "https://SLOW.example/9")))
    #expect(hands.take(message("9", to: "https://quick.example/")))
  }

  @Test func `one person has four, however many hosts they name`() {
    for number in 1...4 { #expect(hands.take(message("1", to: "https://h\(number).example/"))) }
    #expect(!hands.take(message("1", to: "https://h5.example/")))
    #expect(hands.take(message("2", to: "https://h5.example/")))
  }

  @Test func `the operator's services and browsers' push services have no such limit`() {
    for _ in 1...100 { #expect(hands.take(message("1", to: "+12125550101", kind: .sms))) }
    for number in 1...20 {
      let one = message(Person.ID(Int64(number)), to: "https://fcm.googleapis.com/\(number)")
      #expect(hands.take(one))
    }
  }

  @Test func `one's own dead webhooks hold up none of one's own push messages`() {
    for number in 1...4 { #expect(hands.take(message("1", to: "https://h\(number).example/"))) }
    let push = PushSubscription(
      endpoint: "https://updates.push.services.mozilla.com/1", key: Data(repeating: 4, count: 65),
      secret: Data(count: 16), origin: "https://safe.example")
    #expect(PushSubscription(address: push.address) == push)
    for _ in 1...9 {
      let one = message("1", to: push.address, kind: .webPush)
      #expect(hands.take(one))
      hands.giveBack(one, hasAnswered: true)
    }
    #expect(!hands.take(message("1", to: "https://h5.example/")))
  }

  @Test func `a name that only ends like a push service's is a host like any other`() {
    for number in 1...8 {
      let one = message(Person.ID(Int64(number)), to: "https://notfcm.googleapis.com/\(number)")
      #expect(hands.take(one))
    }
    #expect(!hands.take(message("9", to: "https://notfcm.googleapis.com/9")))
  }

  @Test func `after three timeouts in a row a host has one hand until it answers`() async throws {
    let one = message("1", to: "https://slow.example/")
    for _ in 1...3 {
      #expect(hands.take(one))
      await fail(one, after: 10)
    }
    #expect(hands.take(one))
    #expect(!hands.take(message("2", to: "https://slow.example/")))
    try await hands.send(one, on: clock) {}
    #expect(hands.take(one))
    #expect(hands.take(message("2", to: "https://slow.example/")))
  }

  @Test func `a host that refuses at once has answered`() async {
    let one = message("1", to: "https://quick.example/")
    for _ in 1...9 {
      #expect(hands.take(one))
      await fail(one, after: 1)
    }
    #expect(hands.take(one) && hands.take(message("2", to: "https://quick.example/")))
  }

  @Test func `a hundred alerts to a tarpit hold up no other`() async throws {
    let ledger = TestLedger()
    let engine = Engine(
      ledger: ledger, couriers: [.webhook: FakeCarrier(clock: clock)], clock: clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let loop = engine.services().dispatch
    let now = clock.now
    try await ledger.write { tx in
      for id in Int64(1)...101 {
        try tx.insertStranger(Person.ID(id), at: now)
        let host = id == 101 ? "quick" : "tarpit"
        _ = try tx.insert(
          Delivery(
            id: Delivery.ID(id), dedupeKey: "k\(id)", idempotencyKey: "i\(id)",
            person: Person.ID(id), notification: nil, channel: "1", kind: .webhook,
            address: "https://\(host).example/\(id)", title: "T", body: "B", priority: .alert,
            createdAt: now, nextAttemptAt: id == 101 ? now : now - 1, giveUpAt: now + 86_400))
      }
    }
    var carried: [Parcel] = []
    for _ in 1...8 { carried += try await loop.claim().parcels }
    let hosts = carried.map { $0.first.address.contains("tarpit") }
    #expect(hosts.count { $0 } == DestinationHands.perHost)
    #expect(hosts.count { !$0 } == 1)
  }
}
