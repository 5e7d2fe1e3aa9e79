import Foundation
import LifeSignalModel
import Testing

/// Ines was called by push first, then by text, and the alert has ended or was answered since.
@Suite struct `The first message about an alert` {
  private func row(
    _ id: Delivery.ID, _ kind: ChannelKind, entry: NotificationData.ID? = "70", rank: Int = 0,
    acceptedAt: Date? = nil, shownAt: Date? = nil
  ) -> Delivery {
    Delivery(
      id: id, dedupeKey: "d\(id)", idempotencyKey: "i", person: "3", notification: entry,
      channel: "9", kind: kind, address: "a", title: "t", body: "b", priority: .alert,
      createdAt: Cast.start, nextAttemptAt: Cast.start, giveUpAt: .distantFuture, rank: rank,
      acceptedAt: acceptedAt, shownAt: shownAt)
  }

  @Test func `is the text while no device has shown the push`() {
    let text = row("2", .sms, rank: 1)
    #expect(text.isFirstWord(among: [row("1", .webPush, acceptedAt: Cast.start), text]))
    #expect(!text.isFirstWord(among: [row("1", .webPush, shownAt: Cast.start), text]))
  }

  @Test func `is not a channel behind another that may still carry it`() {
    let mail = row("2", .email, rank: 1)
    #expect(!mail.isFirstWord(among: [row("1", .sms), mail]))
    #expect(!mail.isFirstWord(among: [row("1", .sms, entry: "60", acceptedAt: Cast.start), mail]))
    let spoilt = row("2", .email, entry: nil, rank: 1)
    #expect(spoilt.isFirstWord(among: [row("1", .sms), spoilt]))
  }

  @Test func `belongs to the first call until a device has shown one`() {
    let (first, second) = (row("1", .webPush), row("2", .webPush, entry: "71"))
    let text = row("3", .sms, rank: 1)
    #expect(text.isFirstCall(among: [first, second, text]))
    #expect(!second.isFirstCall(among: [first, second, text]))
    let shown = row("2", .webPush, entry: "71", shownAt: Cast.start)
    #expect(!text.isFirstCall(among: [first, shown, text]))
  }
}
