import Foundation
import LifeSignalModel
import Testing

@Suite struct `What would happen` {
  private func rehearse(
    _ plan: EscalationPlan = .everybody, _ responders: [Recipient] = [Cast.theo, Cast.ines],
    watch: Watch = Cast.watch(), me: Recipient = Cast.mara, at seconds: TimeInterval = 60
  ) -> Rehearsal {
    RehearsalRules.run(
      RehearsalFacts(me: me, watch: watch, plan: plan, responders: responders),
      now: Cast.start + seconds)
  }

  private func lines(_ rehearsal: Rehearsal) -> [String] {
    rehearsal.messages.map {
      "\(Int($0.at.timeIntervalSince(Cast.start))) \($0.person) \($0.event)"
        + ($0.isForAll ? " all" : "")
    }
  }

  @Test func `the order is gone through minute by minute, up to the call of everybody`() {
    let plan = EscalationPlan(
      steps: [.init(responders: ["3"], wait: 60), .init(responders: ["2"], wait: 120)], rounds: 1)
    let rehearsal = rehearse(plan)
    #expect(rehearsal.alarmAt == Cast.start + 87_000)
    #expect(
      lines(rehearsal) == [
        "79200 1 checkInReminder2Hours", "86400 1 checkInExpired", "87000 1 checkInExpired",
        "87000 3 dependentNonResponsive", "87060 2 dependentNonResponsive",
        "87180 1 chainExhausted", "87180 2 dependentNonResponsive all",
        "87180 3 dependentNonResponsive all",
      ])
    #expect(rehearsal.holes.isEmpty)
  }

  @Test func `it says the same as what the rules then do`() throws {
    let rehearsal = rehearse()
    var late = Cast.watch()
    late.stage = .alarm
    late.nextFireAt = Cast.start + 87_000
    let decision = DeadlineRules.fire(
      late, Cast.facts(late) { $0.responders = [Cast.theo, Cast.ines] }, courtesy: Courtesy(),
      moment: Cast.moment(87_000))
    let atAlarm = rehearsal.messages.filter { $0.at == Cast.start + 87_000 }
    #expect(Set(atAlarm.map(\.person)) == Set(decision.notifications.map(\.person)))
  }

  @Test func `all of a person's browsers are one way`() {
    var theo = Cast.theo
    theo.channels += (1...3).map {
      Channel(
        id: Channel.ID(rawValue: "7\($0)"), person: "2", kind: .webPush, address: "\($0)",
        createdAt: Cast.start)
    }
    let calls = rehearse(.everybody, [theo]).messages.filter {
      $0.person == "2" && $0.event == .dependentNonResponsive && !$0.isForAll
    }
    // In each of three rounds.
    #expect(calls.map(\.channel) == [.webPush, .sms, .webPush, .sms, .webPush, .sms])
    #expect(
      calls.map { $0.at.timeIntervalSince(Cast.start) }
        == [87_000, 87_030, 87_300, 87_330, 87_600, 87_630])
  }

  @Test func `further channels come when the one before has had its time`() {
    let twice = Cast.recipient("2", "Theo", "Okafor", channels: 2)
    let times = rehearse(.everybody, [twice]).messages
      .filter { $0.person == "2" && !$0.isForAll }.prefix(2)
      .map { $0.at.timeIntervalSince(Cast.start) }
    #expect(times == [87_000, 87_030])
  }

  @Test func `every hole is named`() {
    let mute = Cast.recipient("2", "Theo", "Okafor", channels: 0)
    var quiet = Cast.ines
    quiet.person.notifications.alertNotifications = false
    let silent = Cast.recipient("1", "Mara", "Lindqvist", channels: 0)
    let fine = Cast.recipient("4", "Only", "One")
    #expect(
      rehearse(.everybody, [fine, quiet, mute], me: silent).holes == [
        .noReminder, .unreachable("2", name: "Theo Okafor"),
        .notWanted("3", name: "Ines Castellano"), .onlyOne(name: "Only One"),
      ])
    #expect(rehearse(.everybody, []).holes == [.noResponders])
  }

  @Test func `nothing is promised before the first check-in`() {
    let rehearsal = rehearse(watch: Watch(person: "1"))
    #expect(rehearsal.holes == [.nothingPromised] && rehearsal.messages.isEmpty)
  }

  @Test func `a missed deadline is reported as missed, with whether anyone can be contacted`() {
    let rehearsal = rehearse(watch: Cast.missedWatch())
    #expect(
      rehearsal.holes == [.missed(isContacting: true, holder: nil)] && rehearsal.messages.isEmpty)
    #expect(
      rehearse(.everybody, [], watch: Cast.missedWatch()).holes
        == [.missed(isContacting: false, holder: nil), .noResponders])
    let mute = Cast.recipient("2", "Theo", "Okafor", channels: 0)
    #expect(
      rehearse(.everybody, [mute], watch: Cast.missedWatch()).holes
        == [.missed(isContacting: false, holder: nil), .unreachable("2", name: "Theo Okafor")])
  }

  @Test func `a responder who is on it is named, and those who answered are not contacted`() {
    func holes(_ change: (inout Escalation) -> Void) -> [Rehearsal.Hole] {
      var row = Escalation(alert: "50", person: "1", steps: [], told: ["2", "3"])
      change(&row)
      let facts = RehearsalFacts(
        me: Cast.mara, watch: Cast.missedWatch(), responders: [Cast.theo, Cast.ines],
        escalation: row)
      return RehearsalRules.run(facts, now: Cast.start + 90_000).holes
    }
    func coming(_ people: Person.ID...) -> [Escalation.Helper] {
      people.map { Escalation.Helper(person: $0, isComing: true) }
    }
    #expect(holes { _ in } == [.missed(isContacting: true, holder: nil)])
    #expect(holes { $0.holder = "2" } == [.missed(isContacting: false, holder: "Theo Okafor")])
    #expect(
      holes { $0.helpers = coming("2") } == [.missed(isContacting: true, holder: nil)])
    #expect(
      holes { $0.helpers = coming("2", "3") } == [.missed(isContacting: false, holder: nil)])
  }

  @Test func `a pause is no alarm`() {
    var watch = Cast.watch()
    watch.pausedUntil = Cast.start + 900
    watch.nextFireAt = Cast.start + 900
    let rehearsal = rehearse(watch: watch)
    #expect(rehearsal.holes == [.paused(until: Cast.start + 900)])
    #expect(rehearsal.alarmAt == nil)
  }
}
