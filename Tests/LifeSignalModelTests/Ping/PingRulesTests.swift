import Foundation
import LifeSignalModel
import Testing

@Suite struct PingRulesTests {
  /// Theo, Mara's responder unless told otherwise, pings her.
  private func pair(
    isDependent: Bool = true, status: RelationStatus = .accepted, pending: Ping? = nil,
    recent: [Ping] = []
  ) -> PingPair {
    let both = Cast.relation(
      Cast.theo, Cast.mara, isResponder: !isDependent, isDependent: isDependent, status: status)
    return PingPair(
      sender: Cast.theo, recipient: Cast.mara, relation: both.mine, mirror: both.theirs,
      pending: pending, recent: recent)
  }

  @Test func `a responder pings a dependent`() throws {
    let decision = try PingRules.ping(pair(), moment: Cast.moment())
    #expect(decision.told == ["1 pingReceived", "2 pingSent"])
    #expect(decision.deliveries.map(\.person) == ["1"])
    #expect(decision.deliveries.map(\.body) == ["Theo Okafor asks if you’re OK."])
    let data = try #require(decision.answer)
    #expect((data.senderName, data.recipientName) == ("Theo Okafor", "Mara Lindqvist"))
    #expect(decision.changes["1"]?.isSuperset(of: [.pings, .contacts]) == true)
  }

  @Test func `no one else pings`() {
    #expect(throws: Refusal.notYourDependent) {
      try PingRules.ping(pair(isDependent: false), moment: Cast.moment())
    }
    for status in [RelationStatus.requestedByMe, .requestedByThem] {
      #expect(throws: Refusal.notYourDependent) {
        try PingRules.ping(pair(status: status), moment: Cast.moment())
      }
    }
    #expect(throws: Refusal.contactNotFound) {
      try PingRules.ping(
        PingPair(sender: Cast.theo, recipient: Cast.mara), moment: Cast.moment())
    }
  }

  @Test func `a person who accepts no pings is not pinged`() {
    var pair = pair()
    pair.mirror?.receivePings = false
    #expect(throws: Refusal.pingsNotAccepted) {
      try PingRules.ping(pair, moment: Cast.moment())
    }
  }

  @Test func `a second ping within a minute is the pending one, unpushed`() throws {
    let pending = Cast.ping(from: Cast.theo, to: Cast.mara)
    let decision = try PingRules.ping(
      pair(pending: pending, recent: [pending]), moment: Cast.moment(59))
    #expect(decision.mutations.isEmpty)
    #expect(decision.notifications.isEmpty)
  }

  @Test func `after a minute a pending ping is sent again under its id`() throws {
    let pending = Cast.ping(from: Cast.theo, to: Cast.mara)
    let decision = try PingRules.ping(
      pair(pending: pending, recent: [pending]), moment: Cast.moment(60))
    guard case .updatePing(let again, let old) = decision.mutations.first else {
      Issue.record("the ping is not sent again")
      return
    }
    #expect(old == pending)
    #expect(again.id == pending.id)
    #expect(again.expiresAt == Cast.start + 60 + 86_400)
    #expect(decision.deliveries.count == 1)
  }

  @Test func `clearing and pinging again does not get around the minute`() {
    let cleared = Cast.ping(from: Cast.theo, to: Cast.mara, status: .cleared)
    #expect(throws: Refusal.tooSoon(retryAfter: 40)) {
      try PingRules.ping(pair(recent: [cleared]), moment: Cast.moment(20))
    }
  }

  @Test func `the eleventh ping within an hour is refused`() {
    let recent = (0..<10).map { number in
      Cast.ping(
        from: Cast.theo, to: Cast.mara, sent: TimeInterval(number * 120), status: .responded)
    }
    #expect(throws: Refusal.tooSoon(retryAfter: 1_600)) {
      try PingRules.ping(pair(recent: recent), moment: Cast.moment(2_000))
    }
  }
}
