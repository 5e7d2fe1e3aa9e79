import Foundation
import LifeSignalModel
import Testing

@Suite struct `A device's word on a message` {
  private func row(_ priority: Delivery.Priority) -> Delivery {
    Delivery(
      id: "60", dedupeKey: "k", idempotencyKey: "i", person: "2", notification: "70",
      channel: "20", kind: .webPush, address: "{}", title: "T", body: "B", priority: priority,
      state: .done, attempts: 1, createdAt: Cast.start, nextAttemptAt: Cast.start,
      giveUpAt: Cast.start + 3_600, rank: 1, acceptedAt: Cast.start)
  }

  private func receive(
    _ rung: Rung, _ priority: Delivery.Priority, _ change: (inout Delivery) -> Void = { _ in }
  ) throws -> [Mutation] {
    var row = row(priority)
    change(&row)
    return try ReceiptRules.receive(rung, for: row, about: nil, moment: Cast.moment(5)).mutations
  }

  /// Something at the channel's other end has said that it is there.
  private let heard = Mutation.hearChannel("20", at: Cast.start + 5)

  @Test(arguments: [(Rung.shown, 120.0), (.opened, 300)])
  func `keeps the later channels of an alarm back, and those only`(
    rung: Rung, wait: TimeInterval
  ) throws {
    #expect(
      try receive(rung, .alert) == [
        .noteRung("60", rung, at: Cast.start + 5),
        .postponeDeliveries("70", above: 1, until: Cast.start + 5 + wait), heard,
      ])
  }

  @Test func `makes the later channels of anything else needless, and those only`() throws {
    #expect(
      try receive(.shown, .reminder) == [
        .noteRung("60", .shown, at: Cast.start + 5),
        .withdrawDeliveries("70", above: 1, at: Cast.start + 5), heard,
      ])
  }

  @Test func `is heard once, and of a message that has no entry keeps nothing back`() throws {
    #expect(try receive(.shown, .alert) { $0.shownAt = Cast.start }.isEmpty)
    #expect(
      try receive(.shown, .alert) { $0.notification = nil }
        == [.noteRung("60", .shown, at: Cast.start + 5), heard])
  }

  @Test func `is a figure when it is the first word on an alarm`() throws {
    func events(
      _ rung: Rung, _ priority: Delivery.Priority, _ change: (inout Delivery) -> Void = { _ in }
    ) throws -> [Event] {
      var row = row(priority)
      change(&row)
      return try ReceiptRules.receive(rung, for: row, about: nil, moment: Cast.moment(5)).events
    }
    #expect(try events(.shown, .alert) == [.alarmShown("60", after: 5)])
    #expect(try events(.opened, .alert).isEmpty && events(.shown, .reminder).isEmpty)
    #expect(try events(.shown, .alert) { $0.shownAt = Cast.start }.isEmpty)
    #expect(try events(.shown, .alert) { $0.acceptedAt = nil }.isEmpty)
  }

  @Test func `is refused when it names no message`() {
    #expect(throws: Refusal.receiptUnknown) {
      try ReceiptRules.receive(.shown, for: nil, about: nil, moment: Cast.moment())
    }
    #expect(throws: Refusal.receiptUnknown) { try receive(.queued, .alert) }
  }
}
