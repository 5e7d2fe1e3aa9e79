import Foundation
import LifeSignalModel
import Testing

@Suite struct `A message that could not be brought` {
  private func row(
    _ id: Delivery.ID, rank: Int = 0, _ state: Delivery.State = .done,
    priority: Delivery.Priority = .missedCheckIn, error: String? = nil, attempts: Int = 1,
    _ change: (inout Delivery) -> Void = { _ in }
  ) -> Delivery {
    var row = Delivery(
      id: id, dedupeKey: "k\(id)", idempotencyKey: "i", person: "2", notification: "70",
      channel: "20", kind: .sms, address: "+15550100002", title: "T", body: "B",
      priority: priority, state: state, attempts: attempts, createdAt: Cast.start,
      nextAttemptAt: Cast.start, giveUpAt: Cast.start + 3_600, lastError: error,
      alert: priority.climbs ? "50" : nil, rank: rank, acceptedAt: Cast.start)
    change(&row)
    return row
  }

  private func bounce(
    _ delivery: Delivery?, _ siblings: [Delivery] = [], at seconds: TimeInterval = 60
  ) throws -> Decision {
    try BounceRules.bounce(
      delivery, siblings: siblings, reason: "sms: undelivered, error 30003",
      about: delivery?.alert == nil ? nil : "1", moment: Cast.moment(seconds))
  }

  private let failed = Mutation.bounceDelivery(
    "60", reason: "sms: undelivered, error 30003", at: Cast.start + 60)

  @Test(arguments: [Delivery.State.done, .leased])
  func `has failed, the next channel of an alarm is due at once, and the record says why`(
    state: Delivery.State
  ) throws {
    let decision = try bounce(row("60", state), [row("60", state), row("61", rank: 1, .ready)])
    #expect(decision.mutations == [failed, .advanceDelivery("70", to: Cast.start + 60)])
    let entry = try #require(decision.timeline.first)
    #expect(entry.kind == .sendingFailed && entry.person == "1" && entry.other == "2")
    #expect(entry.details.reason == "sms: undelivered, error 30003")
    #expect(entry.details.channel == .sms)
    #expect(decision.changes["1"]?.contains(.alert) == true)
  }

  @Test func `a message other than an alert is promised to the next channel again`() throws {
    func one(_ id: Delivery.ID, _ rank: Int, _ error: String?, attempts: Int = 0) -> Delivery {
      row(
        id, rank: rank, .dead, priority: .reminder, error: error, attempts: attempts)
    }
    let first = row("60", priority: .reminder)
    let siblings = [
      first, one("63", 3, Delivery.withdrawn), one("62", 2, Delivery.withdrawn),
      one("61", 1, "no", attempts: 1),
    ]
    let decision = try bounce(first, siblings)
    let revived = Mutation.reviveDelivery(
      "62", at: Cast.start + 60, giveUpAt: Cast.start + 3_600)
    #expect(decision.mutations == [failed, revived])
    #expect(decision.timeline.isEmpty)
    // One that has to wait for the morning still does, with all its patience.
    var waiting = siblings
    waiting[2].nextAttemptAt = Cast.start + 7_200
    waiting[1].nextAttemptAt = Cast.start + 7_230
    #expect(
      try bounce(first, waiting).mutations == [
        failed,
        .reviveDelivery(
          "62", at: Cast.start + 7_200,
          giveUpAt: Cast.start + 7_200 + Delivery.Priority.reminder.patience),
      ])
    // A reminder whose time is over is not sent.
    #expect(try bounce(first, siblings, at: 3_600).mutations.count == 1)
    // One that has waited longer than this channel was never passed over for it.
    #expect(try bounce(row("60", rank: 4, priority: .reminder), siblings).mutations == [failed])
  }

  @Test func `has not failed once its person has seen it`() throws {
    let seen = row("60") { $0.shownAt = Cast.start + 5 }
    #expect(try bounce(seen, [seen]) == Decision(.unchanged))
    // Seen by another way: this one has failed, and nothing is said twice for it.
    let other = row("61", rank: 1) { $0.openedAt = Cast.start + 5 }
    #expect(try bounce(row("60"), [row("60"), other]).mutations == [failed])
  }

  @Test(arguments: [Delivery.State.ready, .dead])
  func `one that is tried again, or given up, changes nothing`(state: Delivery.State) throws {
    #expect(try bounce(row("60", state)) == Decision(.unchanged))
  }

  @Test func `only the carrier may say so, of a message there is`() {
    for actor in [Actor.visitor, .person("2")] {
      #expect(throws: Refusal.notAllowed) { try Bounce.Asker(actor) }
    }
    #expect(throws: Refusal.receiptUnknown) { try bounce(nil) }
  }

  @Test func `calls are for alarms alone`() {
    var theo = Cast.theo
    theo.channels.append(
      Channel(id: "29", person: "2", kind: .voice, address: "+15550100002", createdAt: Cast.start))
    let alert = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [theo]), moment: Cast.moment())
    #expect(alert.deliveries.map(\.kind) == [.sms, .voice])
    let open = Alert(id: "9", person: "1", kind: .manual, startedAt: Cast.start)
    let over = try? AlertRules.end(
      AlertFacts(me: Cast.mara, open: open, responders: [theo]), moment: Cast.moment())
    #expect(over?.deliveries.map(\.kind) == [.sms])
  }
}
