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
    // One text for every channel: a text message or a call has nothing to tap.
    #expect(
      decision.deliveries.allSatisfy {
        $0.body == "Mara Lindqvist raised an alert. Call: +15550100001."
      })
    #expect(decision.changes["3"]?.contains(.contacts) == true)
  }

  @Test func `raising twice is one alert`() {
    let decision = AlertRules.raise(
      AlertFacts(me: Cast.mara, open: open, responders: [Cast.theo]), moment: Cast.moment(60))
    #expect(decision.decision == Decision())
    #expect(decision.answer == AlertRecord(open))
  }

  @Test func `ending tells every responder and resolves the alert`() throws {
    let decision = try AlertRules.end(
      AlertFacts(me: Cast.mara, open: open, responders: [Cast.theo]), moment: Cast.moment(60))
    #expect(decision.told == ["1 alertDeactivated", "2 dependentAlertDeactivated"])
    #expect(decision.deliveries.map(\.title) == ["Mara Lindqvist is safe"])
    let record = try #require(decision.answer)
    #expect(record.endTime == Cast.start + 60)
    #expect(record.resolvedBy == "1")
  }

  @Test func `ending twice gives the same ended alert, ending none is refused`() throws {
    var ended = open
    ended.endedAt = Cast.start + 5
    let again = try AlertRules.end(
      AlertFacts(me: Cast.mara, last: ended), moment: Cast.moment(60))
    #expect(again.decision == Decision())
    #expect(again.answer == AlertRecord(ended))
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
    // When no one else can be reached, muting has no effect.
    let alone = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [muted]), moment: Cast.moment())
    #expect(alone.deliveries.map(\.person).contains("2"))
  }

  @Test func `an alert without responders does not claim that anyone knows`() {
    let decision = AlertRules.raise(AlertFacts(me: Cast.mara), moment: Cast.moment())
    #expect(
      decision.notifications.map(\.message.english) == [
        "Your alert is on, but you have no responders, so no one is being contacted. If you need help, call 911."
      ])
  }

  @Test(arguments: [(-600.0, -600.0), (0, 0), (3_600, 0)])
  func `one raised offline counts from then, never from the future`(
    at: Double, counts: Double
  ) throws {
    let decision = AlertRules.raiseQueued(
      AlertFacts(me: Cast.mara, responders: [Cast.theo]), key: "k", at: Cast.start + at,
      moment: Cast.moment())
    let record = try #require(decision.answer)
    #expect(record.startTime == Cast.start + counts)
    #expect(decision.told == ["1 alertActivated", "2 dependentAlertActivated"])
  }

  @Test func `one raised offline joins the open alert, and its key is kept`() {
    let decision = AlertRules.raiseQueued(
      AlertFacts(me: Cast.mara, open: open), key: "k", at: Cast.start - 60,
      moment: Cast.moment(60))
    #expect(decision.answer == AlertRecord(open))
    #expect(decision.mutations == [.keepAlertKey("k", of: "1", alert: open.id)])
    #expect(decision.deliveries.isEmpty)
  }

  @Test func `only its key makes one raised offline a repeat of what is over`() {
    var ended = open
    ended.endedAt = Cast.start + 5
    let facts = AlertFacts(
      me: Cast.mara, last: ended, repeated: ended, responders: [Cast.theo])
    let again = AlertRules.raiseQueued(
      facts, key: "k", at: Cast.start, moment: Cast.moment(60))
    #expect(again.decision == Decision())
    #expect(again.answer == AlertRecord(ended))
  }

  /// The clock was behind when the person called for help, and right when the device sent it.
  @Test(arguments: [-2_000_000_000.0, -86_401, -86_400, 0, 4, 5])
  func `one whose time cannot be right starts now and says so`(at: Double) throws {
    var ended = open
    ended.endedAt = Cast.start + 5
    let facts = AlertFacts(me: Cast.mara, last: ended, responders: [Cast.theo])
    let decision = AlertRules.raiseQueued(
      facts, key: "k", at: Cast.start + at, moment: Cast.moment(60))
    let record = try #require(decision.answer)
    #expect(record.startTime == Cast.start + 60 && record.isActive)
    #expect(decision.deliveries.map(\.person) == ["2"])
    #expect(decision.mutations.contains(.keepAlertKey("k", of: "1", alert: record.id)))
    let words = try #require(decision.notifications.first { $0.person == "1" }?.message)
    #expect("\(words)".contains("so it starts now"))
  }

  @Test(arguments: [(259_200.0, "3 days"), (7_200, "2 hours")])
  func `one that a device kept tells responders and the timeline for how long`(
    kept: Double, time: String
  ) {
    let decision = AlertRules.raiseQueued(
      AlertFacts(me: Cast.mara, responders: [Cast.theo]), key: "k", at: Cast.start - kept,
      moment: Cast.moment())
    let words =
      "Mara Lindqvist raised an alert without a connection. Their device kept it for \(time)."
    #expect(decision.deliveries.map(\.body) == ["\(words) Call: +15550100001."])
    #expect(decision.notifications.last?.message.english == words)
    #expect(decision.timeline.first?.details.madeAt == Cast.start - kept)
  }

  @Test func `one that a device kept for days tells its owner for how long`() {
    let decision = AlertRules.raiseQueued(
      AlertFacts(me: Cast.mara), key: "k", at: Cast.start - 259_200, moment: Cast.moment())
    #expect(
      decision.notifications.map(\.message.english) == [
        "Your device kept this alert for 3 days, so it starts now. You have no responders, so no one is being contacted."
      ])
  }

  @Test func `one of a device that knows no time shows none`() {
    let decision = AlertRules.raiseQueued(
      AlertFacts(me: Cast.mara, responders: [Cast.theo]), key: "k",
      at: Cast.start - CheckIn.longestWait, moment: Cast.moment())
    #expect(
      decision.deliveries.map(\.body) == ["Mara Lindqvist raised an alert. Call: +15550100001."])
    #expect(decision.timeline.first?.details.madeAt == nil)
  }

  @Test func `one of less than a day ago, after the last alert ended, counts from then`() throws {
    var ended = open
    ended.endedAt = Cast.start + 5
    let facts = AlertFacts(me: Cast.mara, last: ended, responders: [Cast.theo])
    let decision = AlertRules.raiseQueued(
      facts, key: "k", at: Cast.start + 6, moment: Cast.moment(60))
    let record = try #require(decision.answer)
    #expect(record.startTime == Cast.start + 6)
  }
}
