import Foundation
import LifeSignalModel

/// The process is stopped, or the machine sleeps: nothing runs, time passes, and what happened meanwhile
/// waits, requests in their sockets and answers of carriers too.
///
/// Only where the loops are woken: elsewhere they look so seldom that the server takes that for pauses.
final class PausesOfTheWorld {
  private struct Pause {
    /// True time; milliseconds.
    var from: Int64
    var to: Int64
    /// Whether the server may have held missed deadlines for another one just before: it does once in ten
    /// minutes.
    var isExcused: Bool
    /// ``Simulation/settledAt`` after it.
    var settledAt: Int64

    var length: Int64 { to - from }
  }

  private var last: Pause?
  /// Messages that a carrier has answered in this life of the server, and when; true time.
  private var answers: [String: (life: Int, at: Int64)] = [:]

  /// Milliseconds of a silence that the server notices, and for which it then lets requests go first at
  /// most. Rules of their own would be the same code.
  private static let noticed: Int64 = 12_000
  private static let longestHold: Int64 = 20_000

  // MARK: The world

  func happen(_ world: Simulation) async {
    guard world.isPrompt else { return }
    let chance = world.chance
    while !Task.isCancelled {
      await world.clock.wait(chance.number(in: 650...1_300))
      // So that some messages are under way.
      let isSlow = chance.happens(0.5) && world.carriers.isWell
      if isSlow {
        world.carriers.slow = 0.6
        await world.clock.wait(chance.number(in: 1...60))
      }
      if !Task.isCancelled, world.life != nil { pause(world) }
      if isSlow {
        world.carriers.slow = 0
        world.carriersDisturbed()
      }
    }
  }

  private func pause(_ world: Simulation) {
    let isSuspended = world.chance.happens(0.5)
    let seconds = world.chance.number(in: 5.0...(isSuspended ? 900.0 : 120.0))
    let length = Int64(seconds * 1_000)
    let from = world.clock.time
    let end = world.span.start.milliseconds + Int64(world.span.trouble * 1_000)
    guard from + length < end else { return }
    world.count(isSuspended ? "suspended" : "stopped")
    world.note("\(isSuspended ? "suspended" : "stopped") for \(length) ms")
    let began = world.clock.now
    let isExcused = world.isInTrouble(since: from - 700_000)
    world.clock.pass(length)
    world.wasDeaf(from: began, to: world.clock.now)
    world.disturbed()
    world.carriersDisturbed()
    last = Pause(
      from: from, to: world.clock.time, isExcused: isExcused, settledAt: world.settledAt)
    world.note("goes on")
  }

  // MARK: The rules

  /// Milliseconds by which a decision made just before a pause may be behind when it is stored.
  func allowance(at time: Int64) -> Int64 {
    guard let last, time < last.to + 10_000 else { return 0 }
    return last.length
  }

  /// What came due while nothing ran is no alert before the requests that wait are read.
  func check(_ alert: Int64, due: Int64, startedAt: Int64, _ world: Simulation) {
    // Another fault since then may have set the clock, or have begun a life that knows of no pause.
    guard let last, last.length >= Self.noticed, !last.isExcused, last.settledAt == world.settledAt
    else { return }
    let offset = world.clock.now.milliseconds - world.clock.time
    let (due, start) = (due - offset, startedAt - offset)
    guard (last.from...last.to).contains(due), start >= last.from else { return }
    world.count("alert due in a pause")
    if start < last.to + min(last.length, Self.longestHold) {
      world.fail("alert \(alert) came due in a pause, and is raised \(start - last.to) ms after it")
    }
  }

  /// A carrier has answered that it has the message, and the answer has reached the process.
  func answered(_ key: String, _ world: Simulation, _ life: Life) {
    answers[key] = (life.number, world.clock.time)
  }

  /// Whose carrier has answered is not sent again, unless the result could not be stored.
  func handedOver(_ key: String, _ world: Simulation, _ life: Life) {
    guard let answer = answers[key], answer.life == life.number, !world.damage.isDone,
      !world.isInTrouble(since: answer.at)
    else { return }
    world.fail("\(key) is sent again although its carrier has answered")
  }
}
