import Composable
import ComposableTesting
import Synchronization
import Testing

@Suite struct TestClockTests {
  @Test func `sleeps end in the order of their instants`() async {
    let clock = TestClock()
    let order = Order()
    await withTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try? await clock.sleep(for: .seconds(seconds))
          order.append(seconds)
        }
        await clock.waitForSleepers(seconds == 3 ? 1 : seconds == 1 ? 2 : 3)
      }
      for _ in 0..<3 {
        await clock.advance(by: .seconds(1))
        await group.next()
      }
    }
    #expect(order.all == [1, 2, 3])
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `a cancelled sleep throws`() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `an immediate clock does not wait`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(60))
    #expect(clock.now.offset == .seconds(60))
  }
}

private final class Order: Sendable {
  private let numbers = Locked<[Int]>([])
  func append(_ number: Int) { numbers.withLock { $0.append(number) } }
  var all: [Int] { numbers.withLock { $0 } }
}
