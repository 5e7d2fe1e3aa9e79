import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// `r1` has a browser that is switched off, then two phone numbers; `p` raises an alert by hand.
@Suite(.timeLimit(.minutes(1))) struct `An alert taken back before a phone was tried` {
  private let world: SmallWorld
  private let alert: AlertRecord.ID

  init() async throws {
    world = try await SmallWorld()
    let r1 = world.r1
    try await world.perform(
      SubscribePush(
        PushSubscription(
          endpoint: "https://push.example/1", key: Data([4]) + Data(repeating: 7, count: 64),
          secret: Data(repeating: 9, count: 16), origin: "https://lifesignal.example")),
      by: r1)
    try await world.ledger.write { tx in
      _ = try tx.insert(
        Channel(
          id: "900", person: r1, kind: .sms, address: "+15550999", createdAt: .distantFuture))
    }
    try await world.settle()
    let alert = try await world.engine.raiseAlert(of: world.p)
    self.alert = alert.id
    try await world.settle()
    world.courier.forget()
  }

  /// Calls of this alarm by text message, in order.
  private var texts: [String] {
    world.courier.messages.filter { $0.priority == .alert && $0.subject == .call(alert) }
      .map(\.address).filter { $0 != "+15550100003" }
  }

  private func confirm(_ rung: Rung) async throws {
    let (r1, alert) = (world.r1, alert)
    let token = try await world.ledger.read { tx in
      try tx.deliveries(about: alert).first { $0.person == r1 && $0.kind == .webPush }?
        .receiptToken
    }
    try await world.engine.perform(
      ConfirmReceipt(token: try #require(token), rung: rung), by: .visitor)
  }

  @Test func `is announced by the first phone only, when no browser has shown it`() async throws {
    #expect(texts.isEmpty)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.advance(by: 30)
    #expect(texts == ["+15550100002"])
    try await world.advance(by: 600)
    #expect(texts == ["+15550100002"])
  }

  @Test(arguments: [Rung.shown, .opened])
  func `is announced by no phone when a browser has shown it`(rung: Rung) async throws {
    try await confirm(rung)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.advance(by: 600)
    #expect(texts.isEmpty)
  }
}
