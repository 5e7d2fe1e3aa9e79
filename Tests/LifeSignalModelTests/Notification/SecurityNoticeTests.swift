import Foundation
import LifeSignalModel
import Testing

@Suite struct `News of what opens an account` {
  private static let me: Recipient = {
    var me = Cast.mara
    me.channels += [
      Channel(
        id: "71", person: "1", kind: .email, address: "m@example.org", createdAt: Cast.start),
      Channel(id: "72", person: "1", kind: .ntfy, address: "m", createdAt: Cast.start),
    ]
    return me
  }()

  private func told(_ subject: String, _ me: Recipient = Self.me) -> [Delivery] {
    var decision = Decision()
    decision.tell(
      me, Notice(.system, "T", "M", push: .unlessMuted(.information), subject: subject),
      at: Cast.moment())
    return decision.deliveries
  }

  @Test(arguments: ["channel:1", "push:1", "token:1", "phone:1", "thing:1:2"])
  func `goes to every channel at once`(subject: String) {
    let told = told(subject)
    #expect(told.map(\.channel) == ["10", "71", "72"])
    #expect(told.allSatisfy { $0.rank == 0 && $0.nextAttemptAt == Cast.start })
    #expect(!told.contains { $0.isDoneWhenAccepted })
  }

  @Test(arguments: ["failed:1", "drill:4", "tokens:1", ""])
  func `and everything else to one after the other`(subject: String) {
    let told = told(subject)
    #expect(told.map(\.rank) == [0, 1, 2])
    #expect(told.map(\.nextAttemptAt) == [0, 30, 60].map { Cast.start + $0 })
    #expect(told.allSatisfy { $0.isDoneWhenAccepted })
  }

  @Test func `keeps quiet hours all the same`() throws {
    var me = Self.me
    me.person.quietHours = QuietHours(
      from: Zone.utc.reading(at: Cast.start - 3_600).time,
      until: Zone.utc.reading(at: Cast.start + 3_600).time, zone: .utc)
    me.channels[1].quiet = .ignored
    let due = Dictionary(
      uniqueKeysWithValues: told("token:1", me).map { ($0.channel, $0.nextAttemptAt) })
    #expect(due["71"] == Cast.start)
    #expect(try #require(due["10"]) >= Cast.start + 3_600)
  }
}
