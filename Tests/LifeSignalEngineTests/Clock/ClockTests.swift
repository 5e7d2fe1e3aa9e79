import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite struct ClockTests {
  @Test(.timeLimit(.minutes(1)))
  func `advancing the demo clock wakes whoever sleeps until then`() async throws {
    let clock = DemoClock()
    let start = clock.now
    let sleeper = Task { try await clock.sleep(until: start + 86_400) }
    await Task.yield()
    clock.advance(by: .seconds(43_200))
    clock.advance(by: .seconds(43_200))
    try await sleeper.value
    #expect(clock.now >= start + 86_400)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled sleeper ends`() async throws {
    let clocks: [any ServerClock] = [DemoClock(), SystemClock(), ManualClock()]
    for clock in clocks {
      let sleeper = Task { try await clock.sleep(until: .distantFuture) }
      await Task.yield()
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  @Test func `clocks tell whole milliseconds`() {
    for clock in [DemoClock(), SystemClock(), ManualClock()] as [any ServerClock] {
      let now = clock.now
      #expect(now == now.storable)
    }
  }

  @Test func `the demo clock does not go back`() {
    let clock = DemoClock()
    let before = clock.now
    clock.advance(by: .seconds(-3_600))
    #expect(clock.now >= before)
  }
}
