import Foundation
import LifeSignalModel
import Testing

@Suite struct DeadlineRulesTests {
  private let firstCall = Event.escalated("100", step: 0, round: 1)

  private func fire(
    _ watch: Watch = Cast.watch(), at seconds: TimeInterval, claimed: Watch? = nil,
    courtesy: Courtesy = Courtesy()
  ) throws -> Decision {
    let facts = Cast.facts(watch) {
      $0.responders = [Cast.theo, Cast.recipient("3", "Ines", "Castellano", channels: 2)]
    }
    return DeadlineRules.fire(
      claimed ?? watch, facts, courtesy: courtesy, moment: Cast.moment(seconds))
  }

  @Test func `only the system fires deadlines`() {
    #expect(throws: Refusal.notAllowed) { try FireDeadline.Asker(.person("1")) }
  }

  @Test func `two hours before the deadline only the person is reminded`() throws {
    let decision = try fire(at: 79_200)
    #expect(decision.told == ["1 checkInReminder2Hours"])
    #expect(decision.deliveries.map(\.person) == ["1"])
    #expect(decision.watch?.stage == .deadline)
    #expect(decision.watch?.nextFireAt == Cast.start + 86_400)
    #expect(decision.watch?.gen == 1)
  }

  @Test func `at the deadline the person is reminded and the grace begins`() throws {
    let decision = try fire(at: 86_400)
    #expect(decision.told == ["1 checkInExpired"])
    #expect(decision.notifications.first?.message.english.contains("10 minutes") == true)
    #expect(decision.watch?.stage == .alarm)
    #expect(decision.watch?.nextFireAt == Cast.start + 87_000)
    #expect(!decision.events.contains(.deadlineMissed("1", gen: 1)))
  }

  @Test func `after the grace every responder is notified on every channel`() throws {
    let decision = try fire(at: 87_000)
    #expect(
      decision.told == [
        "1 checkInExpired", "2 dependentNonResponsive", "3 dependentNonResponsive",
      ])
    #expect(decision.deliveries.map(\.person) == ["1", "2", "3", "3"])
    #expect(decision.deliveries.allSatisfy { $0.priority == .missedCheckIn })
    #expect(decision.deliveries[1].title == "Mara Lindqvist missed a check-in")
    #expect(
      decision.deliveries[1].body
        == "Mara Lindqvist missed a check-in, due 10 minutes ago. Call: +15550100001.")
    #expect(decision.notifications[1].dedupeKey == "dependentNonResponsive:1:100:1:2")
    #expect(Set(decision.deliveries.map(\.dedupeKey)).count == 4)
    #expect(decision.watch?.stage == .missed)
    #expect(decision.watch?.nextFireAt == nil)
    #expect(decision.events == [.deadlineMissed("1", gen: 1), firstCall])
    #expect(decision.changes["2"]?.contains(.contacts) == true)
  }

  @Test func `the person's own switches and missing channels do not silence the alarm`() throws {
    var mute = Cast.mara
    mute.channels = []
    mute.person.notifications.isNotificationsEnabled = false
    mute.person.notifications.alertNotifications = false
    let facts = CheckInFacts(me: mute, watch: Cast.watch(), responders: [Cast.theo])
    let decision = DeadlineRules.fire(
      facts.watch, facts, courtesy: Courtesy(), moment: Cast.moment(87_000))
    #expect(decision.deliveries.map(\.person) == ["2"])
  }

  @Test func `a claim that is out of date does nothing`() throws {
    var checkedIn = Cast.watch()
    checkedIn.gen += 1
    #expect(try fire(checkedIn, at: 87_000, claimed: Cast.watch()) == Decision(.unchanged))
    #expect(
      try fire(Cast.missedWatch(), at: 87_000, claimed: Cast.watch()) == Decision(.unchanged))
  }

  @Test func `a late loop fires only the alarm, not the reminders before it`() throws {
    #expect(try fire(at: 500_000).told.first == "1 checkInExpired")
    #expect(try fire(at: 500_000).events == [.deadlineMissed("1", gen: 1), firstCall])
  }

  @Test func `a deadline that passed during an outage gets a courtesy window first`() throws {
    let outage = DateInterval(start: Cast.start + 86_000, end: Cast.start + 90_000)
    let courtesy = Courtesy(outage: outage, window: 600)
    let spared = try fire(at: 90_001, courtesy: courtesy)
    #expect(spared.told == ["1 checkInExpired"])
    #expect(spared.events == [.courtesyGranted("1")])
    let watch = try #require(spared.watch)
    #expect(watch.stage == .courtesy)
    #expect(watch.nextFireAt == Cast.start + 90_600)

    let alarm = try fire(watch, at: 90_601, courtesy: courtesy)
    #expect(alarm.events == [.deadlineMissed("1", gen: 1), firstCall])
  }

  @Test func `an outage elsewhen grants no courtesy`() throws {
    let outage = DateInterval(start: Cast.start, end: Cast.start + 80_000)
    let decision = try fire(at: 87_000, courtesy: Courtesy(outage: outage, window: 600))
    #expect(decision.events == [.deadlineMissed("1", gen: 1), firstCall])
  }

  @Test func `a long grace that outlives the courtesy window is not made longer`() throws {
    let watch = Cast.watch(grace: 3_600)
    let outage = DateInterval(start: Cast.start + 86_000, end: Cast.start + 86_500)
    let decision = try fire(
      watch, at: 90_000, courtesy: Courtesy(outage: outage, window: 600))
    #expect(decision.events == [.deadlineMissed("1", gen: 1), firstCall])
  }

  @Test func `courtesy ends one window after the outage, whenever the alarm was due`() throws {
    let outage = DateInterval(start: Cast.start + 86_000, end: Cast.start + 86_500)
    let courtesy = Courtesy(outage: outage, window: 600)
    #expect(try fire(at: 87_000, courtesy: courtesy).watch?.nextFireAt == Cast.start + 87_100)
  }

  @Test func `the message to a person without responders does not claim that anyone knows`() throws
  {
    let decision = DeadlineRules.fire(
      Cast.watch(), Cast.facts(), courtesy: Courtesy(),
      moment: Cast.moment(87_000))
    #expect(decision.watch?.stage == .missed)
    #expect(
      decision.notifications.map(\.message) == [
        "You missed your check-in. You have no responders, so no one is being contacted."
      ])
  }
}
