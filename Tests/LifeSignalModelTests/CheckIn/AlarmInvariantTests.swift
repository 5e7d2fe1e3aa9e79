import Foundation
import LifeSignalModel
import Testing

/// A tiny, deterministic source of choices.
private struct Choices: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

/// One person's rows, changed by decisions as a ledger would.
private struct Life {
  var watch = Cast.watch()
  var person = Cast.mara.person
  var alerts: [Alert] = []
  var keys: Set<String> = []
  var isConsistent = true

  var facts: CheckInFacts {
    var me = Cast.mara
    me.person = person
    return CheckInFacts(
      me: me, watch: watch, missedAlert: alerts.first { $0.isOpen },
      responders: [Cast.theo, Cast.ines])
  }

  mutating func store(_ decision: Decision) {
    for mutation in decision.mutations {
      switch mutation {
      case .updateWatch(let new, let old):
        if old != watch { isConsistent = false }
        watch = new
      case .updatePerson(let new): person = new
      case .insertAlert(let alert): alerts.append(alert)
      case .endAlert(let id, let at, let reason):
        guard let index = alerts.firstIndex(where: { $0.id == id }) else {
          isConsistent = false
          continue
        }
        alerts[index].endedAt = at
        alerts[index].endReason = reason
      default: break
      }
    }
    for entry in decision.notifications where entry.event == .dependentNonResponsive {
      if !keys.insert(entry.dedupeKey).inserted { isConsistent = false }
    }
  }
}

@Suite struct AlarmInvariantTests {
  @Test(arguments: 0..<60)
  func `there are never two open alarms, nor two for one deadline`(seed: Int) throws {
    var choices = Choices(state: UInt64(seed))
    var life = Life()
    var now: TimeInterval = 0
    var minted: Int64 = 100
    for _ in 0..<400 {
      now += TimeInterval(Int.random(in: 0...20_000, using: &choices))
      let moment = Moment(now: Cast.start + now) {
        minted += 1
        return minted
      }
      let decision: Decision?
      switch Int.random(in: 0..<11, using: &choices) {
      case 8:
        decision = try? PauseRules.pause(
          life.facts,
          until: moment.now + TimeInterval(Int.random(in: 1...200_000, using: &choices)),
          moment: moment)
      case 9:
        decision = PauseRules.resume(life.facts, moment: moment)
      case 10:
        decision = try? CheckInSettingsRules.setPlan(
          life.facts,
          .times(
            CheckInTimes(
              times: [TimeOfDay(minutes: Int.random(in: 0..<1_440, using: &choices))!],
              zone: Zone("Europe/Berlin")!)), moment: moment)
      case 0:
        decision =
          CheckInRules.checkIn(
            life.facts, clientKey: nil,
            at: moment.now - TimeInterval(Int.random(in: -100...50_000, using: &choices)),
            moment: moment
          ).decision
      case 1:
        decision = try? CheckInSettingsRules.setInterval(
          life.facts, TimeInterval(Int.random(in: 1...30, using: &choices) * 3_600),
          moment: moment)
      case 2:
        decision = try? CheckInSettingsRules.setGracePeriod(
          life.facts, TimeInterval(Int.random(in: 0...60, using: &choices) * 60), moment: moment)
      case 3:
        decision = try? CheckInSettingsRules.setPreferences(
          life.facts,
          NotificationPreferences(
            isNotificationsEnabled: .random(using: &choices),
            notify30MinBefore: .random(using: &choices),
            notify2HoursBefore: .random(using: &choices),
            ownReminders: OwnReminders(
              (0..<Int.random(in: 0...4, using: &choices)).map { _ in
                Int.random(in: OwnReminders.range, using: &choices)
              })), moment: moment)
      default:
        // What the loop read may be out of date by one check-in.
        var claimed = life.watch
        if Int.random(in: 0..<6, using: &choices) == 0 { claimed.gen -= 1 }
        let courtesy = Courtesy(
          outage: Bool.random(using: &choices)
            ? DateInterval(start: moment.now - 5_000, end: moment.now) : nil)
        decision = DeadlineRules.fire(
          claimed, life.facts, courtesy: courtesy, moment: moment)
      }
      if let decision { life.store(decision) }
      #expect(life.isConsistent)
      #expect(life.alerts.count { $0.isOpen } <= 1)
      #expect(Set(life.alerts.map(\.gen)).count == life.alerts.count)
      #expect((life.watch.stage == .missed) == life.alerts.contains { $0.isOpen })
      // A paused person misses no check-in.
      #expect(!life.watch.isPaused || life.watch.stage != .missed)
      // A person under watch always has a next step, or an alarm that is on.
      #expect(life.watch.nextFireAt != nil || life.watch.stage == .missed)
    }
    #expect(!life.alerts.isEmpty)
  }
}
