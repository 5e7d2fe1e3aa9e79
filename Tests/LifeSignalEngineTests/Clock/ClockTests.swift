import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite struct ClockTests {
  @Test(.timeLimit(.minutes(1)))
  func `a cancelled sleeper ends`() async throws {
    let clocks: [any ServerClock] = [SystemClock(), ManualClock()]
    for clock in clocks {
      let sleeper = Task { try await clock.sleep(until: .distantFuture) }
      await Task.yield()
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  @Test func `clocks tell whole milliseconds`() {
    for clock in [SystemClock(), ManualClock()] as [any ServerClock] {
      let now = clock.now
      #expect(now == now.storable)
    }
  }
}
