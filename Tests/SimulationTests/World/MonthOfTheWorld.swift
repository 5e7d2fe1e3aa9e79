import Foundation
import LifeSignalEngine
import LifeSignalModel

/// Thirty days of the same people: two live by times of the day in zones whose clocks change meanwhile, one by
/// a whole day; all sleep, some are signed in where it ends by itself, and now and then one needs help.
struct MonthOfTheWorld: Sendable {
  let world: Simulation

  private static let day = 86_400.0
  private var chance: Chance { world.chance }

  func begin(_ group: inout DiscardingTaskGroup) {
    for person in Template.watched { group.addTask { await live(person) } }
    for person in Template.watched { group.addTask { await needHelp(person) } }
    for person in Template.responders + [Template.watched[0]] {
      group.addTask { await answer(person) }
    }
    for person in Template.everybody { group.addTask { await browse(person) } }
    group.addTask { await confirm() }
    group.addTask { await fail() }
    group.addTask { await world.addresses.report(world) }
  }

  // MARK: The watched

  /// Where they live.
  private static func zone(of person: Person.ID) -> Zone {
    Zone(["Europe/Berlin", "UTC", "America/New_York"][Int(person.int64 ?? 1) % 3]) ?? .utc
  }

  private func live(_ person: Person.ID) async {
    let zone = Self.zone(of: person)
    let times = ["07:30", "21:00"].compactMap { TimeOfDay($0) }
    let plan: CheckInPlan =
      zone == .utc ? .interval(Self.day) : .times(CheckInTimes(times: times, zone: zone))
    await insist(SetPlan(plan: plan), by: person, "plan")
    await insist(SetGracePeriod(seconds: 900), by: person, "grace")
    // The hour that the clocks skip or repeat is among them.
    let night = QuietHours(
      from: TimeOfDay(minutes: 22 * 60)!, until: TimeOfDay(minutes: 6 * 60 + 30)!, zone: zone)
    await insist(SetQuietHours(hours: night), by: person, "quiet hours")
    var number = 0
    while !Task.isCancelled {
      number += 1
      let key = "\(person)-\(number)"
      if await insist({ await world.checkIn(key: key, by: person) }) { world.acknowledge(key) }
      await rest(until: nextSign(times, zone))
    }
  }

  /// When a person checks in again: mostly in the last two hours before it is due, sometimes hours
  /// late.
  private func nextSign(_ times: [TimeOfDay], _ zone: Zone) -> Date {
    let now = world.clock.now
    let isLate = chance.happens(0.08)
    if zone == .utc {
      return now + chance.number(in: isLate ? 25 * 3_600...30 * 3_600 : 50_000...86_000)
    }
    let today = zone.date(at: now)
    let due = (0...2).flatMap { day in
      times.map { zone.instant(of: $0, on: today.advanced(by: day)) }
    }
    // The one just answered may still lie ahead.
    let next = due.sorted().first { $0 > now + 7_200 } ?? now + Self.day
    return next + chance.number(in: isLate ? 1_200...20_000 : -6_000...600)
  }

  private func needHelp(_ person: Person.ID) async {
    while !Task.isCancelled {
      await world.clock.wait(chance.number(in: 0.5...6) * Self.day)
      switch chance.number(in: 0...4) {
      case 0, 1:
        await insist(ActivateAlert(), by: person, "alert")
        await world.clock.wait(chance.number(in: 300...40_000))
        await insist(DeactivateAlert(), by: person, "end of the alert")
      case 2:
        let due = world.clock.now + chance.number(in: 1_800...80_000)
        guard
          let travel = await world.ask(
            StartTravel(due: due, note: "By train"), by: person, "journey")
        else { continue }
        await rest(until: due + chance.number(in: -1_500...9_000))
        await insist(Arrive(id: travel.id), by: person, "arrival")
      case 3:
        let until = world.clock.now + chance.number(in: 0.2...3) * Self.day
        _ = await world.ask(Pause(until: until), by: person, "pause")
      default:
        _ = await world.ask(
          SetReminderInterval(seconds: chance.one(of: [0, 1_800, 7_200])), by: person, "reminder")
      }
    }
  }

  // MARK: Those who watch

  /// Awake they look at what is on; asleep most do not wake.
  private func answer(_ person: Person.ID) async {
    let zone = Self.zone(of: person)
    while !Task.isCancelled {
      await world.clock.wait(chance.number(in: 600...7_200))
      let isNight = !(420..<1_380).contains(zone.reading(at: world.clock.now).time.minutes)
      let open = world.alarms.callings.filter { $0.endedAt == nil }
      guard !open.isEmpty, !isNight || chance.happens(0.2), !Task.isCancelled else { continue }
      let alarm = chance.one(of: open)
      let id = AlertRecord.ID(alarm.id)
      if alarm.holder != person.int64 {
        _ = await world.ask(OpenAlarm(id: id), by: person, "look at an alarm")
        _ = await world.ask(AcknowledgeAlarm(id: id), by: person, "acknowledgement")
      } else if chance.happens(0.3) {
        _ = await world.ask(ReleaseAlarm(id: id), by: person, "release")
      } else if chance.happens(0.3) {
        let other = chance.one(of: Template.responders(of: Person.ID(alarm.person)))
        _ = await world.ask(HandOverAlarm(id: id, to: other), by: person, "offer")
      }
      if chance.happens(0.1) {
        _ = await world.ask(
          PingDependent(dependent: chance.one(of: Template.watched)), by: person, "ping")
      }
    }
  }

  // MARK: Browsers

  /// One browser after another, each in a sign-in that ends by itself or is ended.
  private func browse(_ person: Person.ID) async {
    for (index, session) in Template.sessions(of: person, from: world.span.start).enumerated() {
      let name = "\(person)-\(index)"
      let subscription = PushSubscription(
        endpoint: "https://push.example.org/\(name)", key: Data([4] + chance.bytes(64)),
        secret: Data(chance.bytes(16)), origin: "https://lifesignal.example.org")
      let actor = Actor.session(session.id, of: person)
      for _ in 0..<20 where !Task.isCancelled {
        if await world.ask(
          SubscribePush(subscription, isWanted: true), as: actor, "browser") != nil
        {
          break
        }
        await world.clock.wait(chance.number(in: 5...600))
      }
      let end = session.expiresAt.timeIntervalSince(world.clock.now)
      await world.clock.wait(max(0, end * chance.number(in: 0.6...1.4)))
      if world.clock.now < session.expiresAt, !Task.isCancelled {
        _ = await world.ask(EndSession(id: session.id), as: actor, "sign-out")
      }
    }
  }

  private func confirm() async {
    while !Task.isCancelled {
      await world.clock.wait(chance.number(in: 60...900))
      let received = world.inbox
      world.inbox = []
      for (token, person) in received where chance.happens(0.3) && !Task.isCancelled {
        let rung: Rung = chance.happens(0.5) ? .shown : .opened
        _ = await world.ask(ConfirmReceipt(token: token, rung: rung), by: person, "receipt")
      }
    }
  }

  // MARK: Faults

  private func fail() async {
    while !Task.isCancelled {
      await world.clock.wait(chance.number(in: 0.3...3) * Self.day)
      guard !Task.isCancelled else { return }
      switch chance.number(in: 0...4) {
      case 0: world.crash("just so", for: chance.number(in: 1...60))
      case 1: world.crash("just so", for: chance.number(in: 1_300...15_000))
      case 2:
        let began = world.clock.now
        world.disk.isFull = true
        await world.clock.wait(chance.number(in: 60...5_000))
        world.disk.isFull = false
        world.lastTrouble = world.clock.time
        world.wasDeaf(from: began, to: world.clock.now)
      case 3: world.setClock(by: chance.number(in: -300...300))
      default:
        world.carriers = CarrierMood(
          slow: 0.1, fails: 0.3, hangs: 0.05, doubles: 0.1, failsLate: 0.1)
        await world.clock.wait(chance.number(in: 600...20_000))
        world.carriers = CarrierMood()
      }
    }
  }

  // MARK: Waiting

  private func rest(until instant: Date) async {
    await world.clock.wait(max(60, instant.timeIntervalSince(world.clock.now)))
  }

  private func insist<C: Command>(_ command: C, by person: Person.ID, _ what: String) async {
    await insist { await world.ask(command, by: person, what) != nil }
  }

  /// Until there is an answer; false when there never was one.
  @discardableResult
  private func insist(_ isAnswered: () async -> Bool) async -> Bool {
    for _ in 0..<60 where !Task.isCancelled {
      if await isAnswered() { return true }
      await world.clock.wait(chance.number(in: 10...300))
    }
    return false
  }
}

/// What a carrier of texts or calls takes in a day beside alarms; then it says when the next day begins.
final class DayBudget {
  private var spent: [String: Int] = [:]
  private static let limit = 12

  /// Seconds to wait; nil while something is left.
  func wait(for message: CourierMessage, at now: Date) -> Duration? {
    guard [.sms, .voice].contains(message.kind), message.priority > .missedCheckIn else {
      return nil
    }
    let day = Int64(now.timeIntervalSince1970 / 86_400)
    let purse = "\(message.kind.rawValue) \(day)"
    guard spent[purse, default: 0] >= Self.limit else {
      spent[purse, default: 0] += 1
      return nil
    }
    return .seconds(Double(day + 1) * 86_400 - now.timeIntervalSince1970)
  }
}
