import Foundation
import LifeSignalModel
import Synchronization
import Testing

@testable import LifeSignalEngine

/// The machine's clock on a machine made up: its two clocks go on by what is waited, and by nothing else.
@Suite struct `The clock of a machine whose time is set` {
  @Test func `sleeps in one go until the instant has come`() async throws {
    let machine = Machine()
    let deadline = machine.clock.now + 1
    try await machine.clock.sleep(until: deadline)
    #expect(machine.clock.now >= deadline)
    #expect(machine.pauses == [.seconds(1)])
  }

  @Test(arguments: [0.25, 1, 30, 3_600])
  func `set back by a day, a sleep is over a second after its length`(
    length: TimeInterval
  ) async throws {
    let machine = Machine { number in number == 0 ? -86_400 : 0 }
    try await machine.clock.sleep(until: machine.clock.now + length)
    #expect(machine.slept <= .seconds(length + 1))
    #expect(machine.slept >= .seconds(length))
  }

  @Test func `set back again and again, a sleep is over all the same`() async throws {
    let machine = Machine { _ in -3_600 }
    try await machine.clock.sleep(until: machine.clock.now + 10)
    #expect(machine.slept <= .seconds(11))
  }

  @Test func `set forward, a long sleep is over within a minute`() async throws {
    let machine = Machine { number in number == 0 ? 86_400 : 0 }
    try await machine.clock.sleep(until: machine.clock.now + 3_600)
    #expect(machine.slept <= .seconds(60))
  }

  @Test func `set forward, a short sleep keeps its length`() async throws {
    let machine = Machine { number in number == 0 ? 86_400 : 0 }
    try await machine.clock.sleep(until: machine.clock.now + 24)
    #expect(machine.slept == .seconds(24))
  }

  @Test func `slewed, a sleep ends when its instant has come`() async throws {
    let machine = Machine { number in number == 0 ? -0.25 : 0 }
    let deadline = machine.clock.now + 1
    try await machine.clock.sleep(until: deadline)
    #expect(machine.clock.now >= deadline)
  }

  @Test func `an instant that is over is not slept for`() async throws {
    let machine = Machine()
    try await machine.clock.sleep(until: machine.clock.now)
    try await machine.clock.sleep(until: machine.clock.now - 60)
    #expect(machine.pauses.isEmpty)
  }
}

/// Waiting costs no time here, and a test can set the wall clock while a task waits.
private final class Machine: Sendable {
  private struct State {
    var wall = Date(milliseconds: 1_767_600_000_000)
    var steady = Duration.seconds(7)
    var pauses: [Duration] = []
  }

  private let state = Mutex(State())
  private let setting: @Sendable (Int) -> TimeInterval

  /// - Parameter setting: by how many seconds the wall clock is set during the first pause, the second …
  init(_ setting: @escaping @Sendable (Int) -> TimeInterval = { _ in 0 }) {
    self.setting = setting
  }

  var pauses: [Duration] { state.withLock { $0.pauses } }
  var slept: Duration { pauses.reduce(.zero, +) }

  var clock: SystemClock {
    SystemClock(
      TimeSources(
        wall: { self.state.withLock { $0.wall } }, steady: { self.state.withLock { $0.steady } },
        pause: { self.pause($0) }))
  }

  private func pause(_ length: Duration) {
    state.withLock { state in
      let step = setting(state.pauses.count)
      state.pauses.append(length)
      state.steady += length
      state.wall += length / .seconds(1) + step
    }
  }
}
