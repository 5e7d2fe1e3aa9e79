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

  @Test func `leaves at once, also in quiet hours`() throws {
    var me = Self.me
    me.person.quietHours = QuietHours(
      from: Zone.utc.reading(at: Cast.start - 3_600).time,
      until: Zone.utc.reading(at: Cast.start + 3_600).time, zone: .utc)
    me.channels[1].quiet = .ignored
    let due = Dictionary(
      uniqueKeysWithValues: told("token:1", me).map { ($0.channel, $0.nextAttemptAt) })
    #expect(due == ["10": Cast.start, "71": Cast.start, "72": Cast.start])
  }

  @Test func `goes for a day to channels that the person has lost, and loses now`() {
    func channel(_ id: Channel.ID, _ off: Channel.Off?, at seconds: TimeInterval?) -> Channel {
      Channel(
        id: id, person: "1", kind: .email, address: "\(id)@example.org", createdAt: .distantPast,
        disabledAt: seconds.map { Cast.start + $0 }, off: off)
    }
    let losing = channel("85", .byPerson, at: 0)
    // A code was requested there again after it was removed: that proves nothing.
    var again = channel("86", .unverified, at: -1)
    again.heardAt = Cast.start - 60
    var decision = Decision(mutations: [.updateChannel(losing)])
    decision.tell(
      Cast.mara,
      Notice(.system, "T", "M", push: .unlessMuted(.information), subject: "channel:1"),
      at: Cast.moment())
    for warning in decision.warnings {
      decision.warn(
        warning,
        through: [
          Cast.mara.channels[0], channel("80", .removed, at: -86_399),
          channel("81", .byPerson, at: -1), channel("82", .removed, at: -86_400),
          channel("83", .unverified, at: -1), channel("84", nil, at: -1),
          channel("85", nil, at: nil), again,
        ], at: Cast.moment())
    }
    #expect(decision.deliveries.map(\.channel) == ["10", "80", "81", "85", "86"])
    #expect(Set(decision.deliveries.map(\.dedupeKey)).count == 5)
  }
}
