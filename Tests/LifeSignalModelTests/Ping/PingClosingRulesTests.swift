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

  @Test func `the recipient answers and the sender is told`() throws {
    let decision = try PingClosingRules.respond(
      parties(), by: .person("1"), moment: Cast.moment(30))
    #expect(decision.told == ["2 pingResponded"])
    #expect(decision.deliveries.map(\.person) == ["2"])
    guard case .ping(let data) = decision.outcome else {
      Issue.record("no ping comes back")
      return
    }
    #expect(data.status == .responded)
    #expect(data.responseTimestamp == Cast.start + 30)
  }

  @Test(arguments: [Actor.person("2"), .person("3")])
  func `nobody else answers`(actor: Actor) {
    #expect(throws: Refusal.notYourPing) {
      try PingClosingRules.respond(parties(), by: actor, moment: Cast.moment())
    }
  }

  @Test(arguments: [Actor.person("1"), .person("3")])
  func `nobody but the sender clears`(actor: Actor) {
    #expect(throws: Refusal.notYourPing) {
      try PingClosingRules.clear(parties(), by: actor, moment: Cast.moment())
    }
  }

  @Test func `clearing tells both sides, the recipient without a push`() throws {
    let decision = try PingClosingRules.clear(
      parties(), by: .person("2"), moment: Cast.moment(30))
    #expect(decision.told == ["2 pingCleared", "1 pingWithdrawn"])
    #expect(decision.deliveries.isEmpty)
  }

  @Test func `a repeat is a success, another end is refused`() throws {
    let answered = try PingClosingRules.respond(
      parties(.responded), by: .person("1"), moment: Cast.moment())
    #expect(answered.mutations.isEmpty)
    let cleared = try PingClosingRules.clear(
      parties(.cleared), by: .person("2"), moment: Cast.moment())
    #expect(cleared.mutations.isEmpty)
    for status in [PingStatus.cleared, .expired] {
      #expect(throws: Refusal.pingNoLongerPending) {
        try PingClosingRules.respond(parties(status), by: .person("1"), moment: Cast.moment())
      }
    }
    for status in [PingStatus.responded, .expired] {
      #expect(throws: Refusal.pingNoLongerPending) {
        try PingClosingRules.clear(parties(status), by: .person("2"), moment: Cast.moment())
      }
    }
    #expect(throws: Refusal.pingNotFound) {
      try PingClosingRules.respond(nil, by: .person("1"), moment: Cast.moment())
    }
  }

  @Test func `answering all tells each sender and closes each ping`() {
    var second = parties()
    second.ping.id = "8"
    second.ping.sender = "3"
    second.sender = Cast.ines
    let decision = PingClosingRules.respondToAll(
      [parties(), second], me: Cast.mara, moment: Cast.moment(30))
    #expect(decision.outcome == .answered(["7", "8"]))
    #expect(decision.told == ["2 pingResponded", "3 pingResponded", "1 allPingsAnswered"])
    #expect(decision.mutations.count == 2)
    #expect(decision.changes["3"]?.contains(.pings) == true)
  }

  @Test func `answering none is a success`() {
    let decision = PingClosingRules.respondToAll([], me: Cast.mara, moment: Cast.moment())
    #expect(decision == Decision(.answered([])))
  }

  @Test func `a ping expires after a day, once, and only by the system`() throws {
    let ping = parties().ping
    let early = try PingClosingRules.expire(
      ping, parties(), by: .system, moment: Cast.moment(86_399))
    #expect(early == Decision(.unchanged))
    let due = try PingClosingRules.expire(
      ping, parties(), by: .system, moment: Cast.moment(86_400))
    #expect(due.told == ["2 pingExpired"])
    let again = try PingClosingRules.expire(
      ping, parties(.expired), by: .system, moment: Cast.moment(86_401))
    #expect(again == Decision(.unchanged))
    #expect(throws: Refusal.notAllowed) {
      try PingClosingRules.expire(
        ping, parties(), by: .person("2"), moment: Cast.moment(86_400))
    }
  }
}
