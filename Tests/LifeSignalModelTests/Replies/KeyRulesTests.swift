import Foundation
import LifeSignalModel
import Testing

@Suite struct `What a key does` {
  private static let called = Escalation(
    alert: "50", person: "1", steps: `Calling responders`.plan.steps, rounds: 2, step: 2, calls: 2,
    nextFireAt: Cast.start + 900, gen: 3, told: ["2", "3"])

  private func delivery(
    _ event: NotificationEvent = .dependentNonResponsive, to person: Person.ID = "2",
    about alert: AlertRecord.ID? = "50"
  ) -> Delivery {
    Delivery(
      id: "60", dedupeKey: "\(event.rawValue):1:50:1:\(person):20", idempotencyKey: "i",
      person: person, notification: "70", channel: "20", kind: .voice, address: "+15550100002",
      title: "T", body: "B", priority: .missedCheckIn, state: .done, createdAt: Cast.start,
      nextAttemptAt: Cast.start, giveUpAt: Cast.start + 3_600, alert: alert)
  }

  private func facts(
    _ delivery: Delivery?, recipient: Recipient? = Cast.theo, row: Escalation = called
  ) -> KeyFacts {
    KeyFacts(
      delivery: delivery, recipient: recipient,
      checkIn: recipient == Cast.mara ? Cast.facts() : nil,
      alarm: `Calling responders`.facts(row, responders: [Cast.theo, Cast.ines]))
  }

  private func press(
    _ keys: String, _ facts: KeyFacts
  ) throws -> Decided<ReplyMessage?> {
    try KeyRules.press(
      KeyPress(id: "CA7", token: "t", keys: keys), facts, moment: Cast.moment(60))
  }

  private let heard = Mutation.insertReply("CA7", at: Cast.start + 60)

  @Test func `1 takes the alarm for whom the call went to`() throws {
    let decision = try press("1", facts(delivery()))
    #expect(decision.answer == ReplyMessage(.onIt("Mara Lindqvist"), .english))
    #expect(decision.escalation?.holder == "2" && decision.mutations.contains(heard))
  }

  @Test(arguments: ["", "2", "*", "#", "11", "0"])
  func `any other key does nothing`(keys: String) throws {
    let decision = try press(keys, facts(delivery()))
    #expect(decision.decision == Decision())
    #expect(decision.answer == ReplyMessage(.unknownKey, .english))
  }

  @Test func `1 is heard once in each call`() throws {
    var again = facts(delivery())
    again.isRepeated = true
    let decision = try press("1", again)
    #expect(decision.decision == Decision(.unchanged) && decision.answer == .some(nil))
  }

  @Test func `1 joins who has it, and no other alarm than the call's`() throws {
    var held = Self.called
    held.stage = .held
    held.holder = "3"
    let taken = try press("1", facts(delivery(), row: held))
    #expect(taken.answer == ReplyMessage(.comingToo("Mara Lindqvist"), .english))
    #expect(taken.escalation?.holder == "3" && taken.escalation?.helper("2").isComing == true)
    let other = try press("1", facts(delivery(about: "51")))
    #expect(other.answer == ReplyMessage(.noAlarm, .english) && other.mutations == [heard])
  }

  @Test func `1 checks in where the call asks for that`() throws {
    let missed = delivery(.checkInExpired, to: "1")
    let decision = try press("1", facts(missed, recipient: Cast.mara))
    #expect(decision.answer == ReplyMessage(.checkedIn, .english))
    #expect(decision.watch?.lastCheckIn == Cast.start + 60)
    #expect(decision.timeline.first { $0.kind == .checkedIn }?.details.channel == .voice)
  }

  @Test func `1 in the call of a ping answers it, and checks in`() throws {
    var asked = facts(delivery(.pingReceived, to: "1", about: nil), recipient: Cast.mara)
    asked.pings = [
      PingParties(
        ping: Cast.ping(from: Cast.theo, to: Cast.mara), sender: Cast.theo, recipient: Cast.mara)
    ]
    let decision = try press("1", asked)
    #expect(decision.answer == ReplyMessage(.pingAnswered, .english))
    #expect(decision.told == ["1 checkInCompleted", "2 pingResponded"])
    #expect(decision.watch?.lastCheckIn == Cast.start + 60)
  }

  @Test func `1 after a call that asks for nothing is thanked for`() throws {
    let decision = try press("1", facts(delivery(.alarmTakenForYou)))
    #expect(decision.answer == ReplyMessage(.heard, .english) && decision.mutations == [heard])
  }

  @Test func `a key counts only in a known call, and only from the carrier`() {
    #expect(throws: Refusal.receiptUnknown) { try press("1", facts(nil)) }
    #expect(throws: Refusal.receiptUnknown) { try press("1", facts(delivery(), recipient: nil)) }
    #expect(throws: Refusal.receiptUnknown) {
      try press("1", facts(delivery(), recipient: Cast.ines))
    }
    for actor in [Actor.visitor, .person("2")] {
      #expect(throws: Refusal.notAllowed) { try PressKey.Asker(actor) }
    }
  }

  @Test(
    arguments: [
      (.dependentNonResponsive, .alarm), (.dependentAlertActivated, .alarm),
      (.dependentTravelOverdue, .alarm), (.alarmOffered, .alarm), (.alarmStillYours, .alarm),
      (.pingReceived, .ping), (.checkInReminder2Hours, .reminder), (.checkInReminder, .reminder),
      (.checkInExpired, .checkIn), (.alarmTaken, nil), (.alarmTakenForYou, nil), (.system, nil),
      (.dependentRecovered, nil),
    ] as [(NotificationEvent, PossibleAnswer?)])
  func `the possible answer follows from the message's event`(
    event: NotificationEvent, answer: PossibleAnswer?
  ) {
    #expect(delivery(event).possibleAnswer == answer)
  }
}
