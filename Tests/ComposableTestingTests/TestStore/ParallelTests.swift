import Composable
import ComposableTesting
import Testing

@Suite("47: parallel test stores", .timeLimit(.minutes(5))) struct ParallelTests {
  @Test func `47: parallel test stores never interfere`() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { await checkingForLeaks { await run(number) } }
      }
    }
  }

  /// Its own clock, shared memory, dependencies and failures, whatever the others do meanwhile.
  private func run(_ number: Int) async {
    let clock = TestClock()
    let store = Timer.testStore(on: clock)
    await store.send(.startButtonTapped) { $0.isRunning = true }
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(.ticked) { $0.count = second }
      await store.send(.totalButtonTapped) { $0.$total.withLock { $0 = second } }
      await Task.yield()
    }
    let number = 1_000 + number
    await store.send(.loaded(number)) { $0.count = number }
    let issues = await captureIssues {
      await store.send(.loaded(number + 1)) { $0.count = number }
    }
    #expect(issues.map(\.code) == [.changeDiffers])
    #expect(issues.first?.details.contains("+   count: \(number + 1),") == true)
    #expect(clock.now.offset == .seconds(5))
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func `47: stores on one clock move together, in the order in which they came`() async {
    let clock = TestClock()
    let journal = Journal()
    func makeStore(_ number: Int) -> TestStore<Int, Bool> {
      TestStore(initialState: 0) {
        Reduce { (_: inout Int, _: Bool) in
          .run { _ in
            try await clock.sleep(for: .seconds(1))
            journal.note("\(number)")
          }
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    let stores = (0..<20).map(makeStore)
    for store in stores { await store.send(true) }
    await clock.advance(by: .seconds(1))
    #expect(journal.entries == (0..<20).map(String.init))
    for store in stores { await store.finish() }
  }
}
