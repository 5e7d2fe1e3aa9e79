import Foundation
import LifeSignalModel
import Testing

@Suite struct `Who an alert has reached` {
  private func alarm(
    told: Int, coming: Int = 0, isUnanswered: Bool = false, isUnreachable: Bool = false,
    holder: Person.ID? = nil, name: String? = nil
  ) -> AlarmData {
    AlarmData(
      id: "50", kind: .manual, startedAt: Cast.start, holder: holder, holderName: name,
      isUnanswered: isUnanswered, toldCount: told, comingCount: coming,
      isUnreachable: isUnreachable)
  }

  private static func message(to responder: Recipient, _ state: Delivery.State) -> Delivery {
    Delivery(
      id: "70", dedupeKey: "70", idempotencyKey: "70", person: responder.person.id,
      notification: nil, channel: "20", kind: .sms, address: "", title: "", body: "",
      priority: .alert, state: state, createdAt: Cast.start, nextAttemptAt: Cast.start,
      giveUpAt: Cast.start, lastError: state == .dead ? "gone" : nil, alert: "50")
  }

  /// Theo and Ines were contacted.
  private static func stored(
    _ deliveries: [Delivery], coming: [Person.ID] = [], others: [Recipient] = [],
    holder: Person.ID? = nil
  ) -> AlarmFacts {
    AlarmFacts(
      alert: Alert(id: "50", person: "1", kind: .manual, startedAt: Cast.start),
      escalation: Escalation(
        alert: "50", person: "1", steps: [], told: ["2", "3"], holder: holder,
        exhaustedAt: Cast.start,
        helpers: coming.map { Escalation.Helper(person: $0, isComing: true) }),
      responders: ([Cast.theo, Cast.ines] + others).map(\.person), deliveries: deliveries)
  }

  @Test func `when every message was given up, or none could be sent, no one can be reached`() {
    let outcomes: [[Delivery]] = [
      [], [Self.message(to: Cast.theo, .dead), Self.message(to: Cast.ines, .dead)],
    ]
    for deliveries in outcomes {
      let alarm = AlarmData(Self.stored(deliveries))
      #expect(alarm.isUnanswered && alarm.toldCount == 0)
      #expect(alarm.reach() == .unreachable && alarm.reach().isAlone)
    }
  }

  @Test func `only responders whom a message can reach count as contacted`() {
    let facts = Self.stored([
      Self.message(to: Cast.theo, .ready), Self.message(to: Cast.ines, .dead),
    ])
    #expect(AlarmData(facts).toldCount == 1)
    #expect(AlarmData(facts).reach() == .unanswered)
  }

  @Test func `while a responder has not been tried, it is not said that no one can be reached`() {
    let late = Cast.recipient("4", "Late", "Comer")
    let facts = Self.stored([], others: [late])
    #expect(facts.recipients.map(\.id) == ["2", "3"] && facts.waiting.map(\.id) == ["4"])
    #expect(AlarmData(facts).reach() == .noOne)
  }

  @Test func `a responder who is coming or has it was reached, whatever became of the messages`() {
    #expect(AlarmData(Self.stored([], coming: ["3"])).reach() == .coming(1))
    #expect(AlarmData(Self.stored([], holder: "3")).reach() == .held(by: nil))
    #expect(alarm(told: 0, coming: 1).reach(hasResponders: false) == .noOne)
  }

  @Test func `responders who are coming are stated before the missing answer`() {
    #expect(alarm(told: 2, coming: 2, isUnanswered: true).reach() == .coming(2))
    #expect(alarm(told: 0, isUnanswered: true, isUnreachable: true).reach() == .unreachable)
  }

  @Test func `without anyone to contact it is no one, even after the last try`() {
    #expect(alarm(told: 0).reach() == .noOne)
    #expect(alarm(told: 0, isUnanswered: true).reach() == .noOne)
  }

  @Test func `when every responder has left since, it is no one again`() {
    #expect(alarm(told: 2, isUnanswered: true).reach(hasResponders: false) == .noOne)
  }

  @Test func `a holder comes before everything else`() {
    #expect(alarm(told: 0, holder: "2", name: "Theo Okafor").reach() == .held(by: "Theo Okafor"))
  }

  @Test func `contacted becomes unanswered when the time to answer is over`() {
    #expect(alarm(told: 2).reach() == .contacted(2))
    #expect(alarm(told: 2, isUnanswered: true).reach() == .unanswered)
  }

  @Test(arguments: [
    (Region.unitedStates, "911"), (.canada, "911"), (.unitedKingdom, "999"), (.australia, "000"),
    (Region(code: "DE")!, "112"), (Region(code: "IN")!, "112"),
  ])
  func `every region has its emergency number`(region: Region, digits: String) {
    #expect(EmergencyNumber.of(region).digits == digits)
    #expect(EmergencyNumber.mobile.digits == "112")
  }
}

@Suite struct `A person without responders learns` {
  private static func step(
    _ stage: Watch.Stage, responders: [Recipient], courtesy: Courtesy = Courtesy()
  ) throws -> [String] {
    var watch = Cast.watch()
    watch.stage = stage
    watch.nextFireAt = Cast.start + (stage == .deadline ? 86_400 : 87_000)
    let now = watch.nextFireAt?.timeIntervalSince(Cast.start) ?? 0
    return DeadlineRules.fire(
      watch, Cast.facts(watch) { $0.responders = responders }, courtesy: courtesy,
      moment: Cast.moment(now)
    ).notifications.filter { $0.person == "1" }.map(\.message.english)
  }

  @Test(arguments: [false, true])
  func `that no one will be contacted, with each reminder before the deadline`(
    hasResponders: Bool
  ) throws {
    let preferences = NotificationPreferences(
      notify30MinBefore: true, notify2HoursBefore: true, ownReminders: OwnReminders([480]))
    for minutes in [480, 120, 30] {
      let facts = Cast.facts(Cast.watch(grace: 0, preferences)) {
        $0.me.person.notifications = preferences
        $0.responders = hasResponders ? [Cast.theo] : []
      }
      let at = 86_400 - TimeInterval(minutes * 60)
      let decision = DeadlineRules.fire(
        facts.watch, facts, courtesy: Courtesy(), moment: Cast.moment(at))
      let words = decision.notifications.map(\.message.english) + decision.deliveries.map(\.body)
      #expect(words.count == 2)
      for text in words {
        #expect(
          text.hasSuffix("You have no responders, so no one will be contacted.") != hasResponders,
          "\(minutes): \(text)")
      }
    }
  }

  @Test(arguments: [Watch.Stage.deadline, .alarm])
  func `that no one is contacted, at every step`(stage: Watch.Stage) throws {
    let alone = try #require(try Self.step(stage, responders: []).first)
    #expect(alone.contains("You have no responders, so no one"))
    let watched = try #require(try Self.step(stage, responders: [Cast.theo]).first)
    #expect(!watched.contains("no one") && watched.contains("our responders"))
  }

  @Test func `a pause does not say that responders know of it`() throws {
    let words = try [[], [Cast.theo]].map { responders in
      try PauseRules.pause(
        Cast.facts { $0.responders = responders }, until: Cast.start + 7_200,
        moment: Cast.moment(60)
      ).notifications.first { $0.person == "1" }?.message.english ?? ""
    }
    #expect(words[0].hasPrefix("Your check-ins are paused for") && !words[0].contains("responders"))
    #expect(words[1].contains("We have let your responders know."))
  }

  @Test func `an alert names the emergency number of their region`() throws {
    var mara = Cast.mara
    mara.person.phoneRegion = .australia
    let decision = AlertRules.raise(AlertFacts(me: mara), moment: Cast.moment())
    let words = try #require(decision.notifications.first?.message.english)
    #expect(words.contains("no one is being contacted") && words.contains("call 000"))
  }
}

@Suite struct `When it is said that no one has answered` {
  private static func muted() -> Recipient {
    var theo = Cast.theo
    theo.person.notifications.alertNotifications = false
    return theo
  }

  @Test func `not in the same second in which everyone is first called`() throws {
    let decision = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [Self.muted()]), moment: Cast.moment())
    #expect(decision.deliveries.contains { $0.person == "2" })
    #expect(!decision.told.contains("1 chainExhausted"))
    let row = try #require(decision.escalation)
    #expect(!row.isUnanswered && row.stage == .broadcasting)

    let alert = Alert(id: row.alert, person: "1", kind: .manual, startedAt: Cast.start)
    let again = EscalationRules.fire(
      row,
      EscalationFacts(
        alert: alert, me: Cast.mara, escalation: row, responders: [Self.muted()]),
      moment: Cast.moment(900))
    #expect(again.told.first == "1 chainExhausted")
    #expect(try #require(again.escalation).isUnanswered)
    #expect(again.notifications.first?.title == "No one is on it yet")
  }

  @Test func `when no message can leave, that no one can be reached`() throws {
    let mute = Cast.recipient("2", "Theo", "Okafor", channels: 0)
    let decision = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [mute]), moment: Cast.moment())
    let notice = try #require(decision.notifications.first { $0.event == .chainExhausted })
    #expect(notice.title == "No one can be reached")
    #expect(notice.message == "We can’t reach any of your responders. Call for help yourself.")
  }

  @Test func `when the only one who can answer gives it back, that no one can be reached`() throws {
    let mute = Cast.recipient("2", "Theo", "Okafor", channels: 0)
    let row = Escalation(
      alert: "50", person: "1", steps: [.init(responders: ["2"])], rounds: 1, stage: .held,
      step: 1, calls: 1, nextFireAt: Cast.start + 3_600, gen: 2, told: ["2"], holder: "2",
      heldSince: Cast.start)
    let decision = try AcknowledgementRules.release(
      `Calling responders`.facts(row, responders: [mute]), by: "2", moment: Cast.moment(60))
    let notice = try #require(decision.notifications.first { $0.event == .chainExhausted })
    #expect(notice.title == "No one can be reached")
  }
}
