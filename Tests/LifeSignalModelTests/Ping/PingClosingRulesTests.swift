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
      parties(), Cast.facts(), by: "1", moment: Cast.moment(30))
    #expect(decision.told == ["1 checkInCompleted", "2 pingResponded"])
    #expect(decision.deliveries.map(\.person) == ["2"])
    let closed = try #require(decision.closedPings.first)
    #expect(closed.status == .responded)
    #expect(closed.closedAt == Cast.start + 30)
  }

  @Test(arguments: [Person.ID("2"), "3"])
  func `no one else answers`(person: Person.ID) {
    #expect(throws: Refusal.notYourPing) {
      try PingClosingRules.respond(parties(), Cast.facts(), by: person, moment: Cast.moment())
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
      parties(.responded), Cast.facts(), by: "1", moment: Cast.moment())
    #expect(answered.mutations.isEmpty)
    let cleared = try PingClosingRules.clear(
      parties(.cleared), by: "2", moment: Cast.moment())
    #expect(cleared.mutations.isEmpty)
    for status in [PingStatus.cleared, .expired] {
      #expect(throws: Refusal.pingNoLongerPending) {
        try PingClosingRules.respond(
          parties(status), Cast.facts(), by: "1", moment: Cast.moment())
      }
    }
    for status in [PingStatus.responded, .expired] {
      #expect(throws: Refusal.pingNoLongerPending) {
        try PingClosingRules.clear(parties(status), by: "2", moment: Cast.moment())
      }
    }
    #expect(throws: Refusal.pingNotFound) {
      try PingClosingRules.respond(nil, Cast.facts(), by: "1", moment: Cast.moment())
    }
  }

  @Test func `answering all tells each sender and closes each ping`() throws {
    var second = parties()
    second.ping.id = "8"
    second.ping.sender = "3"
    second.sender = Cast.ines
    let decision = try PingClosingRules.respondToAll(
      [parties(), second], Cast.facts(), moment: Cast.moment(30))
    #expect(
      decision.told == [
        "1 checkInCompleted", "2 pingResponded", "3 pingResponded", "1 allPingsAnswered",
      ])
    #expect(decision.notifications.last?.readAt != nil)
    #expect(decision.closedPings.count == 2)
    #expect(decision.watch?.lastCheckIn == Cast.start + 30)
    #expect(decision.changes["3"]?.contains(.pings) == true)
  }

  @Test func `answering none is a success`() throws {
    let decision = try PingClosingRules.respondToAll(
      [], Cast.facts(), moment: Cast.moment())
    #expect(decision == Decision())
  }

  // MARK: A sign of life

  @Test func `an answer is a check-in, once`() throws {
    let decision = try PingClosingRules.respond(
      parties(), Cast.facts(), by: "1", moment: Cast.moment(30))
    #expect(decision.watch?.lastCheckIn == Cast.start + 30)
    #expect(decision.events.contains(.checkedIn("1")))
    #expect(
      decision.notifications.last?.message.english
        == "Mara Lindqvist answered “I’m OK” and is checked in.")
    let again = try PingClosingRules.respond(
      parties(.responded), Cast.facts(), by: "1", moment: Cast.moment(60))
    #expect(again == Decision())
  }

  private var missed: CheckInFacts {
    Cast.facts(Cast.missedWatch()) {
      $0.missedAlert = Alert(
        id: "9", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start + 87_000)
      $0.responders = [Cast.theo]
    }
  }

  @Test func `an answer ends the alert of a missed check-in`() throws {
    let moment = Cast.moment(90_000)
    let one = try PingClosingRules.respond(parties(), missed, by: "1", moment: moment)
    let all = try PingClosingRules.respondToAll([parties()], missed, moment: moment)
    for decision in [one, all] {
      #expect(
        decision.mutations.contains(.endAlert("9", at: Cast.start + 90_000, reason: .checkedIn)))
      #expect(decision.told.contains("2 dependentRecovered"))
      #expect(decision.watch?.stage == .twoHourReminder)
    }
  }

  @Test func `a program's answer ends no alert unless its token may`() throws {
    #expect(throws: Refusal.insufficientScope(needed: .alert)) {
      try PingClosingRules.respond(
        parties(), missed, by: "1", with: [.checkIn], moment: Cast.moment(90_000))
    }
    #expect(throws: Refusal.insufficientScope(needed: .alert)) {
      try PingClosingRules.respondToAll(
        [parties()], missed, with: [.checkIn], moment: Cast.moment(90_000))
    }
    let inTime = try PingClosingRules.respond(
      parties(), Cast.facts(), by: "1", with: [.checkIn], moment: Cast.moment(30))
    #expect(inTime.told == ["2 pingResponded"])
    #expect(inTime.watch?.lastCheckIn == Cast.start + 30)
  }

  @Test func `an answer during a pause is kept, and the pause continues`() throws {
    var watch = Cast.watch()
    watch.pausedAt = Cast.start
    watch.pausedUntil = Cast.start + 259_200
    watch.deadline = Cast.start + 345_600
    let decision = try PingClosingRules.respond(
      parties(), Cast.facts(watch), by: "1", moment: Cast.moment(30))
    #expect(decision.watch?.isPaused == true)
    #expect(decision.watch?.lastCheckIn == Cast.start + 30)
    #expect(decision.watch?.deadline == watch.deadline)
  }

  @Test(
    arguments: [
      (.open, "Their alert is still on.", "Ping responded"),
      (
        .duress, "Their duress alert is still on. Do not call or text them.",
        "DURESS ALERT: Mara Lindqvist"
      ),
    ] as [(RemainingAlert, String, String)])
  func `the sender reads that an alert is still on`(
    remaining: RemainingAlert, words: String, title: String
  ) throws {
    var parties = parties()
    parties.remaining = remaining
    let decision = try PingClosingRules.respond(
      parties, Cast.facts(), by: "1", moment: Cast.moment(30))
    let notice = try #require(decision.notifications.last)
    #expect(notice.message.english.hasSuffix("is checked in. \(words)"))
    #expect(notice.title.english == title)
    #expect(decision.deliveries.allSatisfy { $0.body.hasSuffix(words) && $0.title == title })
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
