import Foundation
import LifeSignalModel
import Testing

@Suite struct `A bundle of messages` {
  private func delivery(_ id: Int64, _ body: String) -> Delivery {
    Delivery(
      id: Delivery.ID(id), dedupeKey: "k\(id)", idempotencyKey: "i\(id)", person: "2",
      notification: nil, channel: "3", kind: .sms, address: "a", title: "T", body: body,
      priority: .recovery, createdAt: Cast.start, nextAttemptAt: Cast.start,
      giveUpAt: Cast.start + 60)
  }

  @Test func `A sentence that is repeated stands where it came last`() throws {
    let parcels = Parcel.pack([delivery(1, "A"), delivery(2, "B"), delivery(3, "A")])
    #expect(parcels.map(\.body) == ["B\nA"])
    #expect(parcels.map(\.deliveries.count) == [3])
  }
}
