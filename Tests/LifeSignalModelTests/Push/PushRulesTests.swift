import Foundation
import LifeSignalModel
import Testing

@Suite struct PushRulesTests {
  private func channel(_ id: Channel.ID, _ subscription: PushSubscription) -> Channel {
    Channel(
      id: id, person: "1", kind: .webPush, address: subscription.address, createdAt: Cast.start)
  }

  private func mara(_ subscriptions: [PushSubscription]) -> Recipient {
    var mara = Cast.mara
    for (number, one) in subscriptions.enumerated() {
      mara.channels.append(channel(Channel.ID(rawValue: "\(50 + number)"), one))
    }
    return mara
  }

  @Test func `a browser becomes a channel`() throws {
    let decision = try PushRules.subscribe(
      .sample(), Cast.mara, former: nil, moment: Cast.moment(5))
    #expect(decision.events == [.pushSubscribed("1")])
    #expect(
      decision.mutations == [
        .insertChannel(
          Channel(
            id: "100", person: "1", kind: .webPush, address: PushSubscription.sample().address,
            createdAt: Cast.start + 5))
      ])
  }

  @Test func `a new browser is announced on every other channel`() throws {
    let decision = try PushRules.subscribe(
      .sample(2), mara([.sample(1)]), former: nil, moment: Cast.moment(5))
    let entry = try #require(decision.notifications.first)
    #expect(decision.notifications.count == 1 && entry.person == "1" && entry.event == .system)
    #expect(entry.message == "Notifications were switched on on a new device.")
    #expect(
      decision.deliveries.map(\.address) == [
        PushSubscription.sample(1).address, "+15550100001",
      ])
    #expect(decision.deliveries.allSatisfy { $0.priority == .information })
  }

  @Test func `a browser that comes back, or has new keys, is not announced`() throws {
    let former = Channel(
      id: "50", person: "1", kind: .webPush, address: PushSubscription.sample(1).address,
      createdAt: Cast.start, disabledAt: Cast.start + 1)
    let back = try PushRules.subscribe(
      .sample(1), Cast.mara, former: former, moment: Cast.moment(5))
    let renewed = try PushRules.subscribe(
      .sample(1, key: 8), mara([.sample(1)]), former: nil, moment: Cast.moment(5))
    for decision in [back, renewed] {
      #expect(!decision.mutations.isEmpty)
      #expect(decision.notifications.isEmpty && decision.deliveries.isEmpty)
    }
  }

  @Test func `saying it again changes nothing, also when there is no room for more`() throws {
    let all = (1...PushRules.most).map { PushSubscription.sample($0) }
    let decision = try PushRules.subscribe(all[3], mara(all), former: nil, moment: Cast.moment())
    #expect(decision == Decision())
  }

  @Test func `new keys of the same browser take the place of the old ones`() throws {
    let all = (1...PushRules.most).map { PushSubscription.sample($0) }
    let renewed = PushSubscription.sample(2, key: 8)
    let decision = try PushRules.subscribe(renewed, mara(all), former: nil, moment: Cast.moment())
    #expect(decision.mutations.count == 2)
    #expect(decision.mutations.first == .disableChannel("51", at: Cast.start))
    guard case .insertChannel(let channel) = decision.mutations.last else {
      Issue.record("no new channel")
      return
    }
    #expect(channel.address == renewed.address)
  }

  @Test func `an eleventh browser is refused, and a disabled one takes no room`() throws {
    var mara = mara((1...PushRules.most).map { PushSubscription.sample($0) })
    #expect(throws: Refusal.tooManyPushSubscriptions) {
      try PushRules.subscribe(.sample(11), mara, former: nil, moment: Cast.moment())
    }
    mara.channels[mara.channels.count - 1].disabledAt = Cast.start
    #expect(
      try PushRules.subscribe(.sample(11), mara, former: nil, moment: Cast.moment()).mutations.count
        == 1)
  }

  @Test func `an invalid subscription is refused`() {
    var subscription = PushSubscription.sample()
    subscription.endpoint = "http://push.example/1"
    #expect(throws: Refusal.invalidPushSubscription) {
      try PushRules.subscribe(subscription, Cast.mara, former: nil, moment: Cast.moment())
    }
  }

  @Test func `a browser is switched off by its endpoint`() {
    let decision = PushRules.unsubscribe(
      endpoint: PushSubscription.sample(2).endpoint, mara([.sample(1), .sample(2)]),
      moment: Cast.moment(3))
    #expect(decision.mutations == [.disableChannel("51", at: Cast.start + 3)])
    #expect(decision.events == [.pushUnsubscribed("1")])
  }

  @Test(arguments: ["https://push.example/send/3?x=1", "", "+15550100001"])
  func `another person's subscription cannot be switched off`(endpoint: String) {
    let decision = PushRules.unsubscribe(
      endpoint: endpoint, mara([.sample(1)]), moment: Cast.moment())
    #expect(decision == Decision())
  }
}
