import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1))) struct DemoClockTests {
  @Test func `Advancing the clock wakes a sleeper whose instant has come`() async throws {
    let machine = StoppedMachine()
    let clock = DemoClock(on: machine)
    let start = clock.now
    var sleeps = machine.sleeps.makeAsyncIterator()
    let sleeper = Task { try await clock.sleep(until: start + 86_400) }
    await sleeps.next()
    clock.advance(by: .seconds(43_200))
    // Too early: it goes back to sleep.
    await sleeps.next()
    clock.advance(by: .seconds(43_200))
    try await sleeper.value
    #expect(clock.now == start + 86_400)
  }

  @Test func `A cancelled sleeper ends`() async throws {
    let machine = StoppedMachine()
    let clock = DemoClock(on: machine)
    var sleeps = machine.sleeps.makeAsyncIterator()
    let sleeper = Task { try await clock.sleep(until: .distantFuture) }
    await sleeps.next()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func `The clock reads whole milliseconds`() {
    let now = DemoClock().now
    #expect(now == now.storable)
  }

  @Test func `The clock does not go back`() {
    let clock = DemoClock()
    let before = clock.now
    clock.advance(by: .seconds(-3_600))
    #expect(clock.now >= before)
  }

  @Test func `A sleep ends with the machine's, although the machine's clock was set back`()
    async throws
  {
    let machine = MachineSetBack()
    let clock = DemoClock(on: machine)
    clock.advance(by: .seconds(600))
    try await clock.sleep(until: clock.now + 1)
    #expect(machine.sleeps == 1)
  }
}

/// A machine on which no time passes. It reports each sleep as it begins.
private final class StoppedMachine: ServerClock {
  let now = Date(milliseconds: 1_767_600_000_000)
  let uptime: Duration? = nil
  let isSynchronised: Bool? = nil
  let sleeps: AsyncStream<Void>
  private let begun: AsyncStream<Void>.Continuation

  init() { (sleeps, begun) = AsyncStream.makeStream() }

  func sleep(until deadline: Date) async throws {
    begun.yield()
    let untilCancelled = AsyncStream<Void> { _ in }
    for await _ in untilCancelled {}
    try Task.checkCancellation()
  }
}

/// A machine whose clock is set back by a day during its first sleep.
private final class MachineSetBack: ServerClock {
  private let state = Mutex((now: Date(milliseconds: 1_767_600_000_000), sleeps: 0))

  var now: Date { state.withLock { $0.now } }
  var sleeps: Int { state.withLock { $0.sleeps } }
  var uptime: Duration? { nil }
  var isSynchronised: Bool? { nil }

  func sleep(until deadline: Date) async throws {
    state.withLock { state in
      state.sleeps += 1
      state.now = state.sleeps == 1 ? state.now.addingTimeInterval(-86_400) : deadline
    }
  }
}
