import Foundation
import LifeSignalModel
import Testing

@Suite struct CheckInRulesTests {
  @Test func `a check-in restarts the countdown under a new gen`() throws {
    let decision = CheckInRules.checkIn(
      Cast.facts(), clientKey: "k", at: nil, moment: Cast.moment(3_600))
    let watch = try #require(decision.watch)
    #expect(watch.lastCheckIn == Cast.start + 3_600)
    #expect(watch.deadline == Cast.start + 3_600 + 86_400)
    #expect(watch.gen == 2)
    #expect(watch.stage == .twoHourReminder)
    #expect(watch.nextFireAt == Cast.start + 3_600 + 86_400 - 7_200)
    #expect(decision.changes["1"]?.isSuperset(of: [.user, .checkIns]) == true)
    #expect(decision.changes["2"] == .contacts)
  }

  @Test func `the entry about one's own check-in is read already`() throws {
    let decision = CheckInRules.checkIn(
      Cast.facts(), clientKey: nil, at: nil, moment: Cast.moment(60))
    #expect(decision.told == ["1 checkInCompleted"])
    #expect(decision.notifications.first?.readAt == Cast.start + 60)
    #expect(decision.deliveries.isEmpty)
  }

  @Test func `a repeated client key is the same check-in`() {
    let stored = CheckIn(id: "5", person: "1", at: Cast.start, recordedAt: Cast.start)
    let decision = CheckInRules.checkIn(
      Cast.facts { $0.repeated = stored }, clientKey: "k", at: nil, moment: Cast.moment(60))
    #expect(decision.decision == Decision() && decision.answer == CheckInRecord(stored))
  }

  @Test func `a time in the future counts as now`() {
    let decision = CheckInRules.checkIn(
      Cast.facts(), clientKey: nil, at: Cast.start + 9_999, moment: Cast.moment(60))
    #expect(decision.watch?.lastCheckIn == Cast.start + 60)
  }

  @Test(arguments: [Date.distantPast, Date(timeIntervalSince1970: -62_135_596_800)])
  func `a time longer ago than a device can have waited counts as 30 days ago`(at: Date) {
    let decision = CheckInRules.checkIn(
      Cast.facts(), clientKey: nil, at: at, moment: Cast.moment(60))
    let stored = decision.mutations.compactMap {
      if case .insertCheckIn(let checkIn) = $0 { checkIn.at } else { nil }
    }
    #expect(stored == [Cast.start + 60 - 30 * 86_400])
    #expect(decision.watch == nil)
  }

  @Test func `a queued check-in older than the last one is kept but moves nothing`() {
    let decision = CheckInRules.checkIn(
      Cast.facts(), clientKey: nil, at: Cast.start - 60, moment: Cast.moment(60))
    #expect(decision.watch == nil)
    #expect(decision.mutations.count == 1)
  }

  @Test func `a check-in after a missed deadline ends the alarm and tells who was alarmed`() {
    let alert = Alert(
      id: "9", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start + 87_000)
    var silent = Cast.ines
    silent.relation = Cast.relation(Cast.ines, Cast.mara).mine
    silent.relation?.notifyOnCheckIn = false
    let facts = Cast.facts(Cast.missedWatch()) {
      $0.missedAlert = alert
      $0.responders = [Cast.theo, silent]
    }
    let decision = CheckInRules.checkIn(
      facts, clientKey: nil, at: nil, moment: Cast.moment(90_000))
    #expect(decision.told == ["1 checkInCompleted", "2 dependentRecovered"])
    #expect(
      decision.mutations.contains(
        .endAlert("9", at: Cast.start + 90_000, reason: .checkedIn)))
    #expect(decision.events.contains(.recovered("1")))
    #expect(decision.deliveries.map(\.body) == ["Mara Lindqvist has checked in."])
    #expect(decision.watch?.stage == .twoHourReminder)
  }

  @Test func `one queued so long ago that its own deadline is missed answers no alarm`() {
    let alert = Alert(id: "9", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start)
    let facts = Cast.facts(Cast.missedWatch()) {
      $0.missedAlert = alert
      $0.responders = [Cast.theo]
    }
    let decision = CheckInRules.checkIn(
      facts, clientKey: nil, at: Cast.start + 60, moment: Cast.moment(3 * 86_400))
    #expect(decision.watch?.stage == .missed)
    #expect(decision.watch?.nextFireAt == nil)
    #expect(decision.told == ["1 checkInCompleted"])
  }

  @Test func `a check-in of now counts although the clock was set back behind the last one`() {
    let alert = Alert(id: "9", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start)
    let facts = Cast.facts(Cast.missedWatch()) {
      $0.missedAlert = alert
      $0.responders = [Cast.theo]
    }
    let decision = CheckInRules.checkIn(
      facts, clientKey: nil, at: nil, moment: Cast.moment(-3_600))
    #expect(decision.events.contains(.recovered("1")))
    #expect(decision.watch?.stage == .twoHourReminder)
    #expect(decision.watch?.deadline == Cast.start + 82_800)
  }

  @Test func `the later of two simultaneous check-ins stays the last`() {
    let decision = CheckInRules.checkIn(
      Cast.facts(), clientKey: nil, at: nil, moment: Cast.moment(-1))
    #expect(decision.watch == nil)
    let setBack = CheckInRules.checkIn(
      Cast.facts(), clientKey: nil, at: nil, moment: Cast.moment(-3_600))
    #expect(setBack.watch?.lastCheckIn == Cast.start - 3_600)
  }
}
