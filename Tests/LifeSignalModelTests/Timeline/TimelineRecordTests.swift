import Foundation
import Testing

@testable import LifeSignalModel

/// What each rule enters in whose timeline.
@Suite struct TimelineRecordTests {
  private func lines(_ decision: Decision) -> [String] {
    decision.timeline.map { draft in
      let parts = [
        draft.person?.rawValue ?? "owner", draft.kind.rawValue,
        draft.alert.map { "of \($0)" }, draft.other.map { "with \($0)" },
        draft.details.fields.isEmpty
          ? nil
          : draft.details.fields.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }.joined(separator: " "),
      ]
      return parts.compactMap { $0 }.joined(separator: " ")
    }
  }

  private var start: Int64 { Cast.start.milliseconds }

  private func responders(_ facts: inout CheckInFacts) {
    facts.responders = [Cast.theo, Cast.ines].map {
      Recipient(
        person: $0.person, channels: $0.channels, relation: Cast.relation(Cast.mara, $0).theirs)
    }
  }

  @Test func `a check-in, and one that waited on the device`() {
    #expect(
      lines(
        CheckInRules.checkIn(Cast.facts(), clientKey: nil, at: nil, moment: Cast.moment(60))
          .decision)
        == ["1 checkedIn source=manual"])
    let queued = CheckInRules.checkIn(
      Cast.facts(), clientKey: "k", at: Cast.start + 30, moment: Cast.moment(60))
    #expect(lines(queued.decision) == ["1 checkedIn madeAt=\(start + 30_000) source=manual"])
  }

  @Test func `a repeat of a check-in is entered once`() {
    var facts = Cast.facts()
    facts.repeated = CheckIn(id: "5", person: "1", at: Cast.start, recordedAt: Cast.start)
    #expect(
      CheckInRules.checkIn(facts, clientKey: "k", at: nil, moment: Cast.moment()).timeline == [])
  }

  @Test func `a missed deadline, and everyone who is notified`() throws {
    var watch = Cast.watch()
    watch.stage = .alarm
    watch.nextFireAt = Cast.start + 87_000
    let decision = DeadlineRules.fire(
      watch, Cast.facts(watch) { responders(&$0) }, courtesy: Courtesy(),
      moment: Cast.moment(87_000))
    #expect(
      lines(decision) == [
        "1 deadlineMissed of 100 deadline=\(start + 86_400_000)",
        "owner told of 100 with 1 channels=sms notice=checkInExpired",
        "owner told of 100 with 2 channels=sms notice=dependentNonResponsive",
        "owner told of 100 with 3 channels=sms notice=dependentNonResponsive",
      ])
  }

  @Test func `a person who muted a message gets it in the app, and the timeline records that`()
    throws
  {
    var watch = Cast.watch()
    watch.stage = .alarm
    watch.nextFireAt = Cast.start + 87_000
    var facts = Cast.facts(watch) {
      responders(&$0)
      $0.responders[0].person.notifications.alertNotifications = false
    }
    let decision = DeadlineRules.fire(
      watch, facts, courtesy: Courtesy(), moment: Cast.moment(87_000))
    #expect(
      lines(decision).suffix(2) == [
        "owner told of 100 with 2 notice=dependentNonResponsive",
        "owner told of 100 with 3 channels=sms notice=dependentNonResponsive",
      ])

    // When no one can be reached, all responders are called, no matter what they have muted.
    facts.responders[1].channels = []
    let everybody = DeadlineRules.fire(
      watch, facts, courtesy: Courtesy(), moment: Cast.moment(87_000))
    #expect(
      lines(everybody).suffix(2) == [
        "owner told of 100 with 2 channels=sms notice=dependentNonResponsive",
        "owner told of 100 with 3 notice=dependentNonResponsive",
      ])
  }

  @Test func `a reminder, and a courtesy with the outage`() throws {
    let watch = Cast.watch()
    let reminder = DeadlineRules.fire(
      watch, Cast.facts(watch), courtesy: Courtesy(), moment: Cast.moment(79_200))
    #expect(lines(reminder) == ["1 reminderSent channels=sms notice=checkInReminder2Hours"])

    var late = watch
    late.stage = .alarm
    late.nextFireAt = Cast.start + 87_000
    let outage = DateInterval(start: Cast.start + 80_000, end: Cast.start + 90_000)
    let spared = DeadlineRules.fire(
      late, Cast.facts(late), courtesy: Courtesy(outage: outage),
      moment: Cast.moment(90_000))
    #expect(
      lines(spared) == [
        "1 courtesyGranted outageFrom=\(start + 80_000_000) outageUntil=\(start + 90_000_000) until=\(start + 90_600_000)",
        "1 reminderSent channels=sms notice=checkInExpired",
      ])
  }

  @Test func `a check-in that ends an alarm`() {
    let facts = Cast.facts(Cast.missedWatch()) {
      $0.missedAlert = Alert(
        id: "9", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start)
      responders(&$0)
    }
    let decision = CheckInRules.checkIn(
      facts, clientKey: nil, at: nil, moment: Cast.moment(90_000)
    ).decision
    #expect(
      lines(decision) == [
        "1 checkedIn source=manual", "1 alarmEnded of 9 reason=checkedIn",
        "owner told of 9 with 2 channels=sms notice=dependentRecovered",
        "owner told of 9 with 3 channels=sms notice=dependentRecovered",
      ])
  }

  @Test func `an alert raised and ended by hand`() throws {
    let theo = Recipient(
      person: Cast.theo.person, channels: Cast.theo.channels,
      relation: Cast.relation(Cast.mara, Cast.theo).theirs)
    let facts = AlertFacts(me: Cast.mara, responders: [theo])
    #expect(
      lines(AlertRules.raise(facts, moment: Cast.moment()).decision) == [
        "1 alarmRaised of 100",
        "owner told of 100 with 2 channels=sms notice=dependentAlertActivated",
      ])
    let queued = AlertRules.raiseQueued(
      facts, key: "k", at: Cast.start, moment: Cast.moment(60))
    #expect(lines(queued.decision).first == "1 alarmRaised of 100 madeAt=\(start)")
    let open = Alert(id: "9", person: "1", kind: .manual, startedAt: Cast.start)
    let ended = try AlertRules.end(
      AlertFacts(me: Cast.mara, open: open, responders: [theo]), moment: Cast.moment(60))
    #expect(
      lines(ended.decision) == [
        "1 alarmEnded of 9 reason=endedByPerson",
        "owner told of 9 with 2 channels=sms notice=dependentAlertDeactivated",
      ])
    #expect(
      AlertRules.raise(AlertFacts(me: Cast.mara, open: open), moment: Cast.moment()).timeline == [])
  }

  @Test func `a journey from its start to its end`() throws {
    let due = Cast.start + 3_600
    let started = try TravelRules.start(
      TravelFacts(me: Cast.mara), due: due, note: "By bus", moment: Cast.moment())
    #expect(lines(started.decision) == ["1 travelStarted until=\(start + 3_600_000)"])
    let travel = Travel(
      id: "4", person: "1", note: "By bus", startedAt: Cast.start, dueAt: due, stage: .alarm,
      nextFireAt: due + 600)
    let facts = TravelFacts(me: Cast.mara, open: travel, named: travel)
    #expect(
      try lines(TravelRules.extend(facts, due: due + 900, moment: Cast.moment(60)).decision) == [
        "1 travelExtended until=\(start + 4_500_000)"
      ])
    #expect(
      try lines(TravelRules.arrive(facts, moment: Cast.moment(60))) == ["1 travelArrived"])
    #expect(
      try lines(TravelRules.cancel(facts, moment: Cast.moment(60))) == ["1 travelCancelled"])
    let overdue = TravelDueRules.fire(
      travel, facts, courtesy: Courtesy(), moment: Cast.moment(4_200))
    #expect(
      lines(overdue) == [
        "1 travelOverdue of 100 deadline=\(start + 3_600_000)",
        "owner told of 100 with 1 channels=sms notice=travelOverdue",
      ])
    // The note is the person's own: it is not kept where no one can delete it.
    #expect(!lines(overdue).joined().contains("bus"))
  }

  @Test func `a pause, its end and changes of the promise`() throws {
    let facts = Cast.facts { responders(&$0) }
    let paused = try PauseRules.pause(facts, until: Cast.start + 7_200, moment: Cast.moment(60))
    #expect(
      lines(paused) == [
        "1 paused until=\(start + 7_200_000)",
        "1 told with 2 channels=sms notice=dependentPaused",
        "1 told with 3 channels=sms notice=dependentPaused",
      ])
    var watch = Cast.watch()
    watch.pausedAt = Cast.start
    watch.pausedUntil = Cast.start + 7_200
    #expect(
      lines(PauseRules.resume(Cast.facts(watch), moment: Cast.moment(60))) == ["1 resumed"])

    let moment = Cast.moment(60)
    #expect(
      try lines(CheckInSettingsRules.setInterval(Cast.facts(), 43_200, moment: moment))
        == ["1 promiseChanged setting=interval value=43200"])
    #expect(
      try lines(CheckInSettingsRules.setInterval(Cast.facts(), 86_400, moment: moment)) == [])
    #expect(
      try lines(CheckInSettingsRules.setGracePeriod(Cast.facts(), 0, moment: moment))
        == ["1 promiseChanged setting=grace value=0"])
    #expect(
      try lines(CheckInSettingsRules.setReminder(Cast.facts(), 1_800, moment: moment))
        == ["1 promiseChanged setting=reminder value=1800"])
  }

  @Test func `new and former responders`() throws {
    let asked = Cast.relation(Cast.mara, Cast.theo, status: .requestedByThem)
    let accepted = try RelationRules.accept(
      RelationFacts(
        me: Cast.mara, other: Cast.theo, relation: asked.mine, mirror: asked.theirs),
      moment: Cast.moment())
    #expect(lines(accepted) == ["1 responderAdded with 2"])
    let both = Cast.relation(Cast.mara, Cast.theo, isDependent: true)
    let facts = RelationFacts(
      me: Cast.mara, other: Cast.theo, relation: both.mine, mirror: both.theirs)
    #expect(
      lines(RelationRules.end(facts, moment: Cast.moment())) == [
        "1 responderRemoved with 2", "2 responderRemoved with 1",
      ])
    #expect(
      try lines(
        RoleRules.update(facts, isResponder: true, isDependent: false, moment: Cast.moment()))
        == ["2 responderRemoved with 1"])
  }

  @Test func `the owner's page is notified of the entry`() {
    let decision = CheckInRules.checkIn(
      Cast.facts(), clientKey: nil, at: nil, moment: Cast.moment(60))
    #expect(decision.changes["1"]?.contains(.timeline) == true)
  }
}
