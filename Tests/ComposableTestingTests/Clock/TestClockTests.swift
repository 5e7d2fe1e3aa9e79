import Composable
import ComposableTesting
import Synchronization
import Testing

@Suite(.leavesNothing) struct TestClockTests {
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

  @Test func `every sleep wakes at its own instant`() async {
    let clock = TestClock()
    let journal = Journal()
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, _: Bool) in
        .run { _ in
          for _ in 0..<3 {
            try await clock.sleep(for: .seconds(1))
            journal.note("\(clock.now.offset)")
          }
        }
      }
    }
    await store.send(true)
    // The clock is no dependency of this store; it comes to know it when the effect sleeps.
    await store.skipReceivedActions(strict: false)
    await clock.advance(to: TestClock.Instant(offset: .seconds(10)))
    #expect(journal.entries == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
    #expect(clock.now.offset == .seconds(10))
    await clock.advance(to: TestClock.Instant(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(10))
    await store.finish()
  }

  @Test func `run moves the clock until nothing sleeps`() async throws {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, number: Int) in
        state = number
        return number == 3
          ? .none
          : .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(number + 1)
          }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(0)
    await #expect(throws: TestClock.SuspensionError.self) { try await clock.checkSuspension() }
    await clock.run()
    try await clock.checkSuspension()
    #expect(clock.now.offset == .seconds(3))
    await store.receive(3) { $0 = 3 }
  }

  @Test(.timeLimit(.minutes(5)))
  func `43: running a clock under a timer without end is reported instead of hanging`() async {
    let clock = TestClock()
    let store = Timer.testStore(on: clock)
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    let issues = await captureIssues {
      await clock.run(limit: 100)
    }
    expect(
      issues, .clockWithoutRest,
      "The clock still has sleepers after 100 instants: a timer without end runs.",
      line: #line - 5)
    #expect(clock.now.offset == .seconds(100))
  }

  @Test(.timeLimit(.minutes(5)))
  func `43: a loop of sleeps of no time is stopped instead of hanging`() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, _: Bool) in
        .run { _ in while true { try await clock.sleep(for: .zero) } }
      }
    }
    store.stepLimit = 1_000
    await store.send(true)
    let issues = await captureIssues { await store.finish() }
    #expect(issues.map(\.code) == [.effectsWithoutRest])
    #expect(store.effectsInFlight == 0)
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

  @Test func `one move of the clock ends sleeps in the order of their instants`() async {
    let clock = TestClock()
    let store = TestStore(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        guard action == 0 else {
          state.append(action)
          return .none
        }
        return .merge(
          [3, 1, 2].map { seconds in
            .run { send in
              try await clock.sleep(for: .seconds(seconds))
              await send(seconds)
            }
          })
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(0)
    await clock.advance(by: .seconds(3))
    await store.receive(1) { $0 = [1] }
    await store.receive(2) { $0 = [1, 2] }
    await store.receive(3) { $0 = [1, 2, 3] }
    await store.finish()
  }
}
