import Foundation
import LifeSignalModel
import Testing

/// Mara's alarm; Theo first, Ines five minutes later, two rounds.
@Suite struct `Calling responders` {
  static let plan = EscalationPlan(
    steps: [.init(responders: ["2"], wait: 300), .init(responders: ["3"], wait: 600)], rounds: 2)

  private static func alarm(_ kind: Alert.Kind = .missedCheckIn) -> Alert {
    Alert(id: "50", person: "1", kind: kind, gen: 1, startedAt: Cast.start)
  }

  static func facts(
    _ row: Escalation? = nil, kind: Alert.Kind = .missedCheckIn,
    responders: [Recipient] = [Cast.theo, Cast.ines]
  ) -> EscalationFacts {
    EscalationFacts(
      alert: alarm(kind), me: Cast.mara,
      escalation: row ?? Escalation(alert: "50", person: "1", steps: plan.steps, rounds: 2),
      responders: responders, peers: ["2", "3"])
  }

  /// What the row comes to when it fires `seconds` after the start.
  static func fire(
    _ row: Escalation, at seconds: TimeInterval,
    responders: [Recipient] = [Cast.theo, Cast.ines]
  ) throws -> (Decision, Escalation) {
    let decision = EscalationRules.fire(
      row, facts(row, responders: responders), moment: Cast.moment(seconds))
    return (decision, decision.escalation ?? row)
  }

  private static func begun(
    _ plan: EscalationPlan = plan, responders: [Recipient] = [Cast.theo, Cast.ines]
  ) throws -> (Decision, Escalation) {
    let decision = DeadlineRules.fire(
      late(),
      Cast.facts(late()) {
        $0.responders = responders
        $0.plan = plan
      }, courtesy: Courtesy(), moment: Cast.moment(87_000))
    return (decision, try #require(decision.escalation))
  }

  private static func late() -> Watch {
    var watch = Cast.watch()
    watch.stage = .alarm
    watch.nextFireAt = Cast.start + 87_000
    return watch
  }

  @Test func `the alarm and the first step are one decision`() throws {
    let (decision, row) = try Self.begun()
    #expect(decision.told == ["1 checkInExpired", "2 dependentNonResponsive"])
    #expect(row.steps == Self.plan.steps && row.told == ["2"] && row.stage == .calling)
    #expect(row.nextFireAt == Cast.start + 87_300)
    #expect(decision.deliveries.last?.alert == row.alert)
  }

  @Test func `steps follow one another, round after round, and then everybody, for ever`() throws {
    var row = Escalation(
      alert: "50", person: "1", steps: Self.plan.steps, rounds: 2, nextFireAt: Cast.start)
    var calls: [(at: TimeInterval, told: [String])] = []
    for _ in 0..<9 {
      let due = try #require(row.nextFireAt)
      let seconds = due.timeIntervalSince(Cast.start)
      let (decision, next) = try Self.fire(row, at: seconds)
      calls.append((seconds, decision.notifications.map(\.person.rawValue)))
      #expect(next.gen == row.gen + 1)
      row = next
    }
    #expect(calls.map(\.at) == [0, 300, 900, 1_200, 1_800, 2_700, 4_500, 8_100, 15_300])
    // The person who waits is notified once that no one has answered.
    #expect(
      calls.map(\.told) == [["2"], ["3"], ["2"], ["3"], ["1", "2", "3"]]
        + Array(repeating: ["2", "3"], count: 4))
    #expect(row.exhaustedAt == Cast.start + 1_800 && row.isUnanswered)
    #expect(row.told == ["2", "3"])
  }

  @Test func `the pauses between calls of everybody grow to six hours`() throws {
    var row = Escalation(
      alert: "50", person: "1", steps: [], rounds: 1, stage: .broadcasting, step: 5,
      nextFireAt: Cast.start)
    (_, row) = try Self.fire(row, at: 0)
    #expect(row.nextFireAt == Cast.start + 21_600)
    (_, row) = try Self.fire(row, at: 21_600)
    #expect(row.nextFireAt == Cast.start + 43_200)
  }

  @Test func `a step that reaches no one is skipped immediately`() throws {
    let mute = Cast.recipient("2", "Theo", "Okafor", channels: 0)
    let (decision, row) = try Self.begun(responders: [mute, Cast.ines])
    #expect(
      decision.told == ["1 checkInExpired", "2 dependentNonResponsive", "3 dependentNonResponsive"])
    #expect(decision.deliveries.map(\.person) == ["1", "3"])
    #expect(row.nextFireAt == Cast.start + 87_600)
    #expect(row.told == ["2", "3"])
  }

  @Test func `a chain that reaches no one is exhausted immediately, and the person is notified`()
    throws
  {
    let mute = Cast.recipient("2", "Theo", "Okafor", channels: 0)
    let (decision, row) = try Self.begun(responders: [mute])
    #expect(row.stage == .broadcasting && row.isUnanswered && row.nextFireAt != nil)
    #expect(decision.told.contains("1 chainExhausted"))
    let (_, alone) = try Self.begun(responders: [])
    #expect(alone.isUnanswered && alone.nextFireAt == Cast.start + 87_900)
  }

  @Test func `without responders no step and no silence is recorded`() throws {
    let row = Escalation(
      alert: "50", person: "1", steps: Self.plan.steps, rounds: 2, nextFireAt: Cast.start,
      told: ["2"])
    let (decision, next) = try Self.fire(row, at: 0, responders: [])
    #expect(decision.entries(at: Cast.start).isEmpty && next.exhaustedAt == Cast.start)
    let (first, alone) = try Self.begun(responders: [])
    #expect(alone.isUnanswered && !first.events.contains(.chainExhausted(alone.alert)))
    let (watched, _) = try Self.fire(row, at: 0)
    let entry = try #require(
      watched.entries(at: Cast.start).first { $0.kind == .stepCalled })
    #expect((entry.details.step, entry.details.round) == (1, 1), "both count from 1")
  }

  @Test func `a plan that runs out with its first message leaves time to answer it`() throws {
    var theo = Cast.theo
    theo.relation = Cast.relation(Cast.theo, Cast.mara, isDependent: true).mine
    theo.relation?.notifyOnExpiry = false
    let (decision, row) = try Self.begun(responders: [theo])
    #expect(decision.told == ["1 checkInExpired", "2 dependentNonResponsive"])
    #expect(row.stage == .broadcasting && !row.isUnanswered)
    let due = try #require(row.nextFireAt)
    let (later, next) = try Self.fire(
      row, at: due.timeIntervalSince(Cast.start), responders: [theo])
    #expect(later.told == ["1 chainExhausted", "2 dependentNonResponsive"] && next.isUnanswered)
  }

  @Test func `a responder who muted alerts is called when no one else answers`() throws {
    var theo = Cast.theo
    theo.person.notifications.alertNotifications = false
    let row = Escalation(
      alert: "50", person: "1", steps: [], rounds: 1, stage: .broadcasting, calls: 3,
      nextFireAt: Cast.start, told: ["2"], exhaustedAt: Cast.start)
    let (decision, _) = try Self.fire(row, at: 0, responders: [theo])
    #expect(decision.deliveries.map(\.person) == ["2"])
  }

  @Test func `a responder who declined missed check-ins is called only when everyone is`() throws {
    var theo = Cast.theo
    theo.relation = Cast.relation(Cast.theo, Cast.mara, isDependent: true).mine
    theo.relation?.notifyOnExpiry = false
    let (decision, row) = try Self.begun(responders: [theo, Cast.ines])
    #expect(decision.told == ["1 checkInExpired", "3 dependentNonResponsive"])
    #expect(row.steps.flatMap(\.responders) == ["3"])
  }

  @Test func `an alert raised by hand calls everybody at once, whatever the order`() {
    let decision = AlertRules.raise(
      AlertFacts(me: Cast.mara, responders: [Cast.theo, Cast.ines], peers: ["2", "3"]),
      moment: Cast.moment())
    #expect(decision.escalation?.told == ["2", "3"])
    #expect(decision.escalation?.steps == [.init(responders: ["2", "3"])])
  }

  @Test func `every call has a key of its own, and only of its own`() throws {
    var row = Escalation(
      alert: "50", person: "1", steps: Self.plan.steps, rounds: 2, nextFireAt: Cast.start)
    var keys: [String] = []
    for _ in 0..<6 {
      let (decision, next) = try Self.fire(
        row, at: try #require(row.nextFireAt).timeIntervalSince(Cast.start))
      keys += decision.deliveries.map(\.dedupeKey)
      row = next
    }
    #expect(Set(keys).count == keys.count && keys.count == 9)
  }

  @Test func `nothing happens unless the row is still as claimed`() throws {
    let row = Escalation(
      alert: "50", person: "1", steps: Self.plan.steps, rounds: 2, nextFireAt: Cast.start + 60)
    var stale = row
    stale.gen = 0
    for (claimed, seconds) in [(stale, 60.0), (row, 59)] {
      let decision = EscalationRules.fire(
        claimed, Self.facts(row), moment: Cast.moment(seconds))
      #expect(decision == Decision(.unchanged))
    }
    #expect(EscalationRules.fire(row, nil, moment: Cast.moment(60)) == Decision(.unchanged))
    #expect(throws: Refusal.notAllowed) { try FireEscalation.Asker(.person("2")) }
  }

  @Test func `an escalation whose alert has ended without it ends, and notifies no one`() throws {
    let row = Escalation(
      alert: "50", person: "1", steps: Self.plan.steps, rounds: 2, nextFireAt: Cast.start)
    var facts = Self.facts(row)
    facts.alert.endedAt = Cast.start
    facts.alert.endReason = .checkedIn
    let decision = EscalationRules.fire(row, facts, moment: Cast.moment())
    #expect(decision.notifications.isEmpty && decision.deliveries.isEmpty)
    #expect(decision.escalation?.isOpen == false && decision.escalation?.nextFireAt == nil)
  }
}

extension Decision {
  /// The row as it is stored after this decision.
  var escalation: Escalation? {
    mutations.compactMap {
      switch $0 {
      case .insertEscalation(let row), .updateEscalation(let row, from: _): row
      default: nil
      }
    }
    .last
  }
}
