import Foundation
import LifeSignalEngine
import LifeSignalModel

/// What people do about alarms: some answer at once, some never; they answer twice or too late, give
/// back, hand over, and leave while an alarm is theirs.
struct AnswersOfTheWorld: Sendable {
  let world: Simulation

  private var chance: Chance { world.chance }

  /// A person who checks now and then whether any alert is on.
  func live(_ person: Person.ID) async {
    let isCalled = Template.responders.contains(person) || person == Template.watched[0]
    let usual = isCalled ? chance.one(of: [90.0, 300, 900, 4_000]) : 1_500
    await world.clock.wait(chance.number(in: 0...usual))
    while !Task.isCancelled {
      if let alarm = choose() { await face(alarm, person) }
      await world.clock.wait(chance.number(in: usual * 0.4...usual))
    }
  }

  /// Mostly one that is on, sometimes one that has ended.
  private func choose() -> AlarmsOfTheWorld.Calling? {
    let alarms = world.alarms.callings
    let open = alarms.filter { $0.endedAt == nil }
    let candidates = open.isEmpty || chance.happens(0.12) ? alarms : open
    return candidates.isEmpty ? nil : chance.one(of: candidates)
  }

  private func face(_ alarm: AlarmsOfTheWorld.Calling, _ person: Person.ID) async {
    let id = AlertRecord.ID(alarm.id)
    if chance.happens(0.3) {
      _ = await world.ask(OpenAlarm(id: id), by: person, "look at an alarm")
    }
    if alarm.holder != nil, alarm.holder == person.int64 { return await keep(alarm, person) }
    let copies = chance.happens(0.2) ? 2 : 1
    await withDiscardingTaskGroup { group in
      for _ in 0..<copies {
        group.addTask {
          guard await world.ask(AcknowledgeAlarm(id: id), by: person, "acknowledgement") != nil,
            let number = person.int64
          else { return }
          if !world.alarms.hasHad(alarm.id, number) {
            world.fail("\(person) was told that they have the alarm \(id), and never had it")
          }
        }
      }
    }
  }

  /// What a responder does with an alert that is theirs.
  private func keep(_ alarm: AlarmsOfTheWorld.Calling, _ person: Person.ID) async {
    let (id, owner) = (AlertRecord.ID(alarm.id), Person.ID(alarm.person))
    switch chance.number(in: 0...9) {
    case 0, 1: _ = await world.ask(ReleaseAlarm(id: id), by: person, "release")
    case 2, 3, 4:
      // To a responder who can take it, to themselves, or to a person who responds for someone
      // else.
      let other = chance.one(of: Template.everybody)
      _ = await world.ask(HandOverAlarm(id: id, to: other), by: person, "offer")
    case 5: _ = await world.ask(RemoveContact(id: owner), by: person, "parting with an alarm")
    case 6: if chance.happens(0.4) { await leave(person) }
    case 7: _ = await world.ask(AcknowledgeAlarm(id: id), by: person, "acknowledgement")
    case 8, 9: _ = await world.ask(EndSilentAlarm(id: id), by: person, "end of a silent alarm")
    default: break
    }
  }

  private func leave(_ person: Person.ID) async {
    guard Template.responders.contains(person),
      let id = await world.ask(
        RequestDeletionCode(), by: person, "code for a deletion")?.verificationID,
      let code = world.codes[id.rawValue]
    else { return }
    _ = await world.ask(DeleteAccount(code: code, verificationID: id), by: person, "deletion")
  }

  // MARK: The order of calls

  /// The watched make up their minds about who is called when.
  func order(_ person: Person.ID) async {
    await world.clock.wait(chance.number(in: 0...300))
    while !Task.isCancelled {
      if chance.happens(0.7) {
        _ = await world.ask(SetEscalationPlan(plan: plan(of: person)), by: person, "order of calls")
      }
      await world.clock.wait(chance.number(in: 400...3_000))
    }
  }

  /// Some policies name no one, or a person who is not a responder, or are not allowed.
  private func plan(of person: Person.ID) -> EscalationPlan? {
    if chance.happens(0.15) { return nil }
    let usual = Template.responders(of: person)
    let steps = (0..<chance.number(in: 0...3)).map { _ in
      var called = usual.filter { _ in chance.happens(0.7) }
      if chance.happens(0.1) { called.append(chance.one(of: Template.everybody)) }
      return EscalationPlan.Step(
        responders: called, wait: chance.one(of: [60, 60, 120, 120, 300, 300, 900, 30]))
    }
    return EscalationPlan(steps: steps, rounds: chance.one(of: [1, 1, 2, 2, 3, 0]))
  }

  // MARK: Devices

  /// Devices say that they have shown a message, or that it was opened; some say nothing.
  func confirm() async {
    while !Task.isCancelled {
      await world.clock.wait(chance.number(in: 5...60))
      let received = world.inbox
      world.inbox = []
      for (token, person) in received where chance.happens(0.4) && !Task.isCancelled {
        let rung: Rung = chance.happens(0.5) ? .shown : .opened
        // A token that the server never issued.
        let token = chance.happens(0.05) ? "x\(token)" : token
        _ = await world.ask(ConfirmReceipt(token: token, rung: rung), by: person, "receipt")
      }
    }
  }
}
