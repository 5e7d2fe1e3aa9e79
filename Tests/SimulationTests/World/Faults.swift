import Foundation
import LifeSignalEngine
import LifeSignalModel

/// What goes wrong, and when.
struct Faults: Sendable {
  let world: Simulation

  private var chance: Chance { world.chance }

  func happen() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await world.pauses.happen(world) }
      for _ in 0..<chance.number(in: 3...8) {
        let at = chance.number(in: 0...world.span.trouble - 60)
        group.addTask {
          await world.clock.wait(at)
          if !Task.isCancelled { await happenNow() }
        }
      }
    }
  }

  private func happenNow() async {
    switch chance.number(in: 0...11) {
    case 0, 1, 2, 3:
      arm()
    case 4: world.crash("just so")
    case 5: await fillDisk()
    case 6:
      let slowest = chance.number(in: 0.1...4)
      await disk("slow disk") { $0.slowness = 0.01...slowest }
    case 7: await disk("busy disk") { [chance] in $0.busy = chance.number(in: 0.1...0.7) }
    case 8: await disk("lossy disk") { [chance] in $0.lostAnswers = chance.number(in: 0.05...0.3) }
    case 9: world.setClock(by: chance.number(in: -300...300))
    default: await disturbCarriers()
    }
  }

  /// Alerts by a loop are rare: where one is decided, the process dies at the first, and these places are drawn
  /// as often as all others together.
  private func arm() {
    let ofAlarms: [FailPoint] = [.beforeAlarm, .beforeSilentAlarm, .afterAlarm]
    let isOfAlarm = chance.happens(0.5)
    let point = chance.one(
      of: isOfAlarm ? ofAlarms : FailPoint.all.filter { !ofAlarms.contains($0) })
    world.armed = (point, isOfAlarm ? 1 : chance.number(in: 1...3))
    world.note("armed \(point.rawValue)")
  }

  private func fillDisk() async {
    let began = world.clock.now
    world.note("disk full")
    world.disk.isFull = true
    await world.clock.wait(chance.number(in: 5...600))
    world.disk.isFull = false
    world.lastTrouble = world.clock.time
    world.disturbed()
    world.note("disk has space")
    world.wasDeaf(from: began, to: world.clock.now)
  }

  private func disk(_ name: String, _ change: (inout DiskMood) -> Void) async {
    world.note(name)
    world.count(name)
    change(&world.disk)
    await world.clock.wait(chance.number(in: 30...400))
    world.disk.slowness = 0...0
    world.disk.busy = 0
    world.disk.lostAnswers = 0
    world.lastTrouble = world.clock.time
    world.disturbed()
    world.note("disk well")
  }

  private func disturbCarriers() async {
    let share = chance.number(in: 0.2...0.8)
    var mood = CarrierMood()
    let name: String
    switch chance.number(in: 0...8) {
    // Twice: of fewer messages in hand, few are slow.
    case 0, 7: (name, mood.slow) = ("slow", share)
    case 1: (name, mood.fails) = ("failing", share)
    case 2: (name, mood.hangs) = ("hanging", share)
    case 3: (name, mood.lies) = ("lying", share)
    case 4: (name, mood.doubles) = ("doubling", share)
    case 5: (name, mood.failsLate) = ("failing late", share)
    case 6: (name, mood.rejects) = ("rejecting", share / 4)
    default:
      (name, mood) = (
        "mixed",
        CarrierMood(
          slow: share / 4, fails: share / 4, hangs: share / 8, lies: share / 8,
          doubles: share / 8, failsLate: share / 8)
      )
    }
    world.note("carriers \(name)")
    world.carriers = mood
    await world.clock.wait(chance.number(in: 60...1_800))
    world.carriers = CarrierMood()
    world.carriersDisturbed()
    world.note("carriers well")
  }
}
