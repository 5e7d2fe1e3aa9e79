import Foundation
import LifeSignalModel
import Testing

@Suite struct DeletionRulesTests {
  private let alert = Alert(id: "9", person: "1", kind: .manual, startedAt: Cast.start)

  private func code(_ purpose: OneTimeCode.Purpose = .deletion("1")) -> OneTimeCode {
    OneTimeCode(
      id: "c", phoneNumber: "+15550100001", phoneRegion: .unitedStates, hash: Data([7]),
      createdAt: Cast.start, expiresAt: Cast.start + 300, purpose: purpose)
  }

  private func delete(_ change: (inout DeletionFacts) -> Void = { _ in }) throws -> Decision {
    var theo = Cast.theo
    theo.relation = Cast.relation(Cast.mara, Cast.theo).theirs
    var facts = DeletionFacts(
      me: Cast.mara.person, code: code(), isRight: true, contacts: [theo], requests: ["3"])
    change(&facts)
    return try DeletionRules.delete(facts, moment: Cast.moment(10))
  }

  @Test func `the right code removes the person and tells the contacts`() throws {
    let decision = try delete()
    #expect(decision.mutations.last == .deletePerson(Cast.mara.person))
    #expect(decision.told == ["2 contactRemovedYou"])
    #expect(decision.changes["1"] == .all)
    #expect(decision.changes["2"]?.contains(.contacts) == true)
    #expect(decision.changes["3"] == .contacts)
  }

  @Test func `the notice to contacts names no one`() throws {
    let words = try delete().notifications.map { $0.title.english + $0.message.english }
    let messages = try delete().deliveries.map { $0.title + $0.body }
    #expect(!words.isEmpty && !messages.isEmpty)
    for text in words + messages {
      #expect(!text.contains("Mara") && !text.contains("Lindqvist") && !text.contains("+1555"))
    }
    let nicknamed = try delete { $0.contacts[0].relation?.nickname = "My sister" }
    #expect(nicknamed.notifications[0].message.english.hasPrefix("My sister has left"))
  }

  @Test func `A contact who loses their last responder reads it even if muted`() throws {
    func deliveries(isLast: Bool) throws -> [Delivery] {
      try delete {
        $0.contacts[0].person.notifications.contactNotifications = false
        $0.losingLastResponder = isLast ? ["2"] : []
      }.deliveries
    }
    #expect(try deliveries(isLast: false) == [])
    let last = try deliveries(isLast: true)
    #expect(last.map(\.premise) == [.withoutResponders])
    #expect(
      last.map(\.body) == [
        """
        One of your contacts has left LifeSignal. You no longer see each other. \
        You have no responders, so no one will be contacted.
        """
      ])
  }

  @Test(
    arguments: [
      (.manual, .alertStillActive), (.missedCheckIn, .checkInFirst), (.travel, .travelOverdue),
    ] as [(Alert.Kind, Refusal)])
  func `an active alert comes first, and the refusal names the way to end it`(
    kind: Alert.Kind, refusal: Refusal
  ) {
    var alert = alert
    alert.kind = kind
    #expect(throws: refusal) { try delete { $0.openAlerts = [alert] } }
    #expect(throws: refusal) {
      try DeletionRules.requestCode(
        code(), openAlerts: [alert], recent: [], moment: Cast.moment())
    }
  }

  @Test func `a duress alert refuses nothing, because a refusal would tell of it`() throws {
    var alert = alert
    alert.kind = .duress
    #expect(try delete { $0.openAlerts = [alert] }.refusal == nil)
    _ = try DeletionRules.requestCode(
      code(), openAlerts: [alert], recent: [], moment: Cast.moment())
  }

  @Test func `without the right code nothing is removed`() throws {
    let decision = try delete { $0.isRight = false }
    #expect(decision.refusal == .codeWrong(triesLeft: 4))
    #expect(decision.mutations == [.countAttempt("c", from: 0)])
    for purpose in [OneTimeCode.Purpose.signIn, .deletion("2"), .numberChange("1")] {
      #expect(throws: Refusal.codeExpired) { try delete { $0.code = code(purpose) } }
    }
  }

  @Test func `a responder who has an alert leaves it to the others immediately`() throws {
    let held = Escalation(
      alert: "50", person: "1", steps: `Calling responders`.plan.steps, rounds: 2, stage: .held,
      step: 1, calls: 1, nextFireAt: Cast.start + 3_600, gen: 3, told: ["2"], holder: "2",
      heldSince: Cast.start)
    let decision = try delete {
      $0.me = Cast.theo.person
      $0.code = code(.deletion("2"))
      $0.contacts = []
      $0.alarms = [`Calling responders`.facts(held)]
    }
    let row = try #require(decision.escalation)
    #expect(row.holder == nil && row.stage == .calling && row.gen == 4)
    #expect(decision.told == ["1 alarmReleased", "3 dependentNonResponsive"])
    #expect(decision.notifications.allSatisfy { !$0.message.english.contains("Theo") })
  }

  @Test func `an offer to take over ends with the account it was made to`() throws {
    let offered = Escalation(
      alert: "50", person: "1", steps: `Calling responders`.plan.steps, rounds: 2, stage: .held,
      step: 2, calls: 2, nextFireAt: Cast.start + 3_600, gen: 3, told: ["2", "3"], holder: "2",
      heldSince: Cast.start, offeredTo: "3")
    let row = try #require(
      try delete {
        $0.me = Cast.ines.person
        $0.code = code(.deletion("3"))
        $0.contacts = []
        $0.alarms = [`Calling responders`.facts(offered)]
      }.escalation)
    #expect(row.offeredTo == nil && row.holder == "2" && row.gen == 4)
  }
}
