import Foundation
import LifeSignalEngine
import LifeSignalModel

/// What people do: some check in on time, some too late or never, and all of them press buttons twice.
struct PeopleOfTheWorld: Sendable {
  let world: Simulation

  func live(_ person: Person.ID) async {
    let isWatched = Template.watched.contains(person)
    let usual = world.chance.number(in: 600.0...3_000)
    // Devices keep asking until they have an answer.
    let isPatient = world.chance.happens(0.8)
    var number = 0
    await world.clock.wait(world.chance.number(in: 0...600))
    while !Task.isCancelled {
      if isWatched, world.chance.happens(0.6) {
        number += 1
        await checkIn(person, number, tries: isPatient ? 20 : 1)
      } else if isWatched {
        await doSomething(person)
      } else {
        await answer(person)
      }
      await world.clock.wait(world.chance.number(in: usual * 0.2...usual))
    }
  }

  private func checkIn(_ person: Person.ID, _ number: Int, tries: Int) async {
    let key = "\(person)-\(number)"
    // Made on a device without a connection, a while ago.
    let at = world.chance.happens(0.15) ? world.clock.now - world.chance.number(in: 1...900) : nil
    let copies = world.chance.happens(0.25) ? 2 : 1
    await withDiscardingTaskGroup { group in
      for _ in 0..<copies {
        group.addTask {
          for _ in 0..<tries where !Task.isCancelled {
            if await world.checkIn(key: key, at: at, by: person) {
              world.acknowledge(key)
              return
            }
            await world.clock.wait(world.chance.number(in: 0.5...30))
          }
        }
      }
    }
  }

  private func doSomething(_ person: Person.ID) async {
    let chance = world.chance
    switch chance.number(in: 0...14) {
    case 0, 1, 2:
      await insist(ActivateAlert(), by: person, "alert")
      if chance.happens(0.3) {
        // What is not sent yet must not be any more.
        let other = chance.one(of: Template.responders)
        _ = await world.ask(RemoveContact(id: other), by: person, "parting")
      }
      await world.clock.wait(chance.number(in: 5...900))
      await insist(DeactivateAlert(), by: person, "end of the alert")
    case 3:
      _ = await world.ask(
        SetCheckInInterval(seconds: chance.one(of: [3_600, 5_400])), by: person, "interval")
    case 4:
      _ = await world.ask(
        SetGracePeriod(seconds: chance.one(of: [0, 300, 900])), by: person, "grace")
    case 5:
      let until = world.clock.now + chance.number(in: 60...1_800)
      _ = await world.ask(Pause(until: until), by: person, "pause")
    case 6: _ = await world.ask(Resume(), by: person, "resumption")
    case 7:
      _ = await world.ask(
        RemoveContact(id: chance.one(of: Template.responders)), by: person, "parting")
    case 8:
      let other = chance.one(of: Template.responders)
      _ = await world.ask(
        AddContact(qrCode: Template.qrCode(of: other), isResponder: true, isDependent: false),
        by: person, "request")
    case 9:
      let due = world.clock.now + chance.number(in: 120...2_400)
      guard
        let travel = await world.ask(
          StartTravel(due: due, note: "By bus"), by: person, "journey")
      else { return }
      await world.clock.wait(chance.number(in: 60...4_000))
      await insist(Arrive(id: travel.id), by: person, "arrival")
    case 10: _ = await world.ask(RespondToAllPings(), by: person, "answer to pings")
    case 11, 12:
      // Also such as fall into the same minute as another step, and none.
      let own = (0..<chance.number(in: 0...4)).map { _ in chance.one(of: [5, 15, 20, 60, 240]) }
      let preferences = NotificationPreferences(
        isNotificationsEnabled: chance.happens(0.9), ownReminders: OwnReminders(own))
      _ = await world.ask(UpdateNotificationPreferences(preferences), by: person, "own reminders")
    default:
      let lead = chance.one(of: [0.0, 1_800, 7_200])
      _ = await world.ask(SetReminderInterval(seconds: lead), by: person, "reminder")
    }
  }

  private func answer(_ person: Person.ID) async {
    let other = world.chance.one(of: Template.watched)
    switch world.chance.number(in: 0...3) {
    case 0: _ = await world.ask(PingDependent(dependent: other), by: person, "ping")
    case 1: _ = await world.ask(AcceptContact(id: other), by: person, "acceptance")
    case 2: _ = await world.ask(ClearAllNotifications(), by: person, "clearing")
    default:
      let switches = ContactSwitches(
        notifyOnCheckIn: world.chance.happens(0.8), notifyOnExpiry: world.chance.happens(0.8))
      _ = await world.ask(
        UpdateContactSwitches(id: other, switches: switches), by: person, "switches")
    }
  }

  /// Until there is an answer, or the simulation's trouble is over.
  private func insist<C: Command>(_ command: C, by person: Person.ID, _ what: String) async {
    await insist { await world.ask(command, by: person, what) != nil }
  }

  private func insist(_ isAnswered: () async -> Bool) async {
    for _ in 0..<20 where !Task.isCancelled {
      if await isAnswered() { return }
      await world.clock.wait(world.chance.number(in: 0.5...20))
    }
  }
}
