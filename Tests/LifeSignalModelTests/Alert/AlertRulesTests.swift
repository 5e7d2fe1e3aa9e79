import Foundation
import LifeSignalModel
import Testing

@Suite struct AlertRulesTests {
  private let open = Alert(id: "9", person: "1", kind: .manual, startedAt: Cast.start)

  @Test func `raising tells every responder at once with the highest urgency`() {
    let facts = AlertFacts(
      me: Cast.mara, responders: [Cast.theo, Cast.ines], peers: ["2", "3"])
    let decision = AlertRules.raise(facts, moment: Cast.moment())
    #expect(
      decision.told == [
        "1 alertActivated", "2 dependentAlertActivated", "3 dependentAlertActivated",
      ])
    #expect(decision.deliveries.map(\.person) == ["2", "3"])
    #expect(decision.deliveries.allSatisfy { $0.priority == .alert })
    #expect(decision.deliveries[0].title == "ALERT: Mara Lindqvist needs help!")
    #expect(decision.changes["3"]?.contains(.contacts) == true)
  }

  @Test func `raising twice is one alert`() {
    let decision = AlertRules.raise(
      AlertFacts(me: Cast.mara, open: open, responders: [Cast.theo]), moment: Cast.moment(60))
    #expect(decision == Decision(.alert(AlertRecord(open))))
  }

  @Test func `ending tells every responder and resolves the alert`() throws {
    let decision = try AlertRules.end(
      AlertFacts(me: Cast.mara, open: open, responders: [Cast.theo]), moment: Cast.moment(60))
    #expect(decision.told == ["1 alertDeactivated", "2 dependentAlertDeactivated"])
    #expect(decision.deliveries.map(\.title) == ["Mara Lindqvist is safe"])
    guard case .alert(let record) = decision.outcome else {
      Issue.record("no alert comes back")
      return
    }
    #expect(record.endTime == Cast.start + 60)
    #expect(record.resolvedBy == "1")
  }

  @Test func `ending twice gives the same ended alert, ending none is refused`() throws {
    var ended = open
    ended.endedAt = Cast.start + 5
    let again = try AlertRules.end(
      AlertFacts(me: Cast.mara, last: ended), moment: Cast.moment(60))
    #expect(again == Decision(.alert(AlertRecord(ended))))
    #expect(throws: Refusal.alertNotFound) {
      try AlertRules.end(AlertFacts(me: Cast.mara), moment: Cast.moment())
    }
  }

  @Test func `a responder who muted alerts still gets the entry`() {
    var muted = Cast.theo
    muted.person.notifications.alertNotifications = false
    let decision = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [muted, Cast.ines]), moment: Cast.moment())
    #expect(decision.told.contains("2 dependentAlertActivated"))
    #expect(decision.deliveries.allSatisfy { $0.person != "2" })
    // Where nobody else is reached, muting silences nobody.
    let alone = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [muted]), moment: Cast.moment())
    #expect(alone.deliveries.map(\.person).contains("2"))
  }

  @Test func `an alert without responders does not claim that somebody knows`() {
    let decision = AlertRules.raise(AlertFacts(me: Cast.mara), moment: Cast.moment())
    #expect(
      decision.notifications.map(\.message) == [
        "You have activated an alert. There are no responders to notify."
      ])
  }

  @Test(arguments: [(-600.0, -600.0), (0, 0), (3_600, 0)])
  func `one raised offline counts from then, never from the future`(at: Double, counts: Double) {
    let decision = AlertRules.raiseQueued(
      AlertFacts(me: Cast.mara, responders: [Cast.theo]), at: Cast.start + at,
      moment: Cast.moment())
    guard case .alert(let record) = decision.outcome else {
      Issue.record("no alert comes back")
      return
    }
    #expect(record.startTime == Cast.start + counts)
    #expect(decision.told == ["1 alertActivated", "2 dependentAlertActivated"])
  }

  @Test func `one raised offline is a repeat while another is open, or once it was ended since`() {
    let whileOpen = AlertRules.raiseQueued(
      AlertFacts(me: Cast.mara, open: open), at: Cast.start - 60, moment: Cast.moment(60))
    #expect(whileOpen == Decision(.alert(AlertRecord(open))))
    var ended = open
    ended.endedAt = Cast.start + 5
    let facts = AlertFacts(me: Cast.mara, last: ended, responders: [Cast.theo])
    let over = AlertRules.raiseQueued(facts, at: Cast.start + 5, moment: Cast.moment(60))
    #expect(over == Decision(.alert(AlertRecord(ended))))
    let later = AlertRules.raiseQueued(facts, at: Cast.start + 6, moment: Cast.moment(60))
    #expect(later.deliveries.map(\.person) == ["2"])
  }
}
