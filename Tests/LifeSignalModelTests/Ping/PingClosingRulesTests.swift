import Foundation
import LifeSignalModel
import Testing

@Suite struct PingClosingRulesTests {
  /// Theo's ping to Mara.
  private func parties(_ status: PingStatus = .pending) -> PingParties {
    PingParties(
      ping: Cast.ping(from: Cast.theo, to: Cast.mara, status: status), sender: Cast.theo,
      recipient: Cast.mara)
  }

  @Test func `the recipient answers, and the sender is notified`() throws {
    let decision = try PingClosingRules.respond(
      parties(), by: "1", moment: Cast.moment(30))
    #expect(decision.told == ["2 pingResponded"])
    #expect(decision.deliveries.map(\.person) == ["2"])
    guard case .updatePing(let closed, from: _)? = decision.mutations.first else {
      Issue.record("no ping is closed")
      return
    }
    #expect(closed.status == .responded)
    #expect(closed.closedAt == Cast.start + 30)
  }

  @Test(arguments: [Person.ID("2"), "3"])
  func `no one else answers`(person: Person.ID) {
    #expect(throws: Refusal.notYourPing) {
      try PingClosingRules.respond(parties(), by: person, moment: Cast.moment())
    }
  }

  @Test(arguments: [Person.ID("1"), "3"])
  func `only the sender clears`(person: Person.ID) {
    #expect(throws: Refusal.notYourPing) {
      try PingClosingRules.clear(parties(), by: person, moment: Cast.moment())
    }
  }

  @Test func `clearing tells both sides, the recipient without a push`() throws {
    let decision = try PingClosingRules.clear(
      parties(), by: "2", moment: Cast.moment(30))
    #expect(decision.told == ["2 pingCleared", "1 pingWithdrawn"])
    #expect(decision.deliveries.isEmpty)
  }

  @Test func `a repeat is a success, another end is refused`() throws {
    let answered = try PingClosingRules.respond(
      parties(.responded), by: "1", moment: Cast.moment())
    #expect(answered.mutations.isEmpty)
    let cleared = try PingClosingRules.clear(
      parties(.cleared), by: "2", moment: Cast.moment())
    #expect(cleared.mutations.isEmpty)
    for status in [PingStatus.cleared, .expired] {
      #expect(throws: Refusal.pingNoLongerPending) {
        try PingClosingRules.respond(parties(status), by: "1", moment: Cast.moment())
      }
    }
    for status in [PingStatus.responded, .expired] {
      #expect(throws: Refusal.pingNoLongerPending) {
        try PingClosingRules.clear(parties(status), by: "2", moment: Cast.moment())
      }
    }
    #expect(throws: Refusal.pingNotFound) {
      try PingClosingRules.respond(nil, by: "1", moment: Cast.moment())
    }
  }

  @Test func `answering all tells each sender and closes each ping`() {
    var second = parties()
    second.ping.id = "8"
    second.ping.sender = "3"
    second.sender = Cast.ines
    let decision = PingClosingRules.respondToAll(
      [parties(), second], me: Cast.mara, moment: Cast.moment(30))
    #expect(decision.told == ["2 pingResponded", "3 pingResponded", "1 allPingsAnswered"])
    #expect(decision.mutations.count == 2)
    #expect(decision.changes["3"]?.contains(.pings) == true)
  }

  @Test func `answering none is a success`() {
    let decision = PingClosingRules.respondToAll([], me: Cast.mara, moment: Cast.moment())
    #expect(decision == Decision())
  }

  @Test func `a ping expires after a day, once, and only by the system`() {
    let ping = parties().ping
    let early = PingClosingRules.expire(
      ping, parties(), moment: Cast.moment(86_399))
    #expect(early == Decision(.unchanged))
    let due = PingClosingRules.expire(
      ping, parties(), moment: Cast.moment(86_400))
    #expect(due.told == ["2 pingExpired"])
    let again = PingClosingRules.expire(
      ping, parties(.expired), moment: Cast.moment(86_401))
    #expect(again == Decision(.unchanged))
    for actor in [Actor.person("2"), .session("s", of: "2"), .visitor] {
      #expect(throws: Refusal.notAllowed) { try ExpirePing.Asker(actor) }
    }
  }
}
