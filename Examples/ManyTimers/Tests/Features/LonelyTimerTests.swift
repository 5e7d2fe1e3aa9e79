import Composable
import ComposableTesting
import Foundation
import ManyTimersFeatures
import Testing

@Suite struct LonelyTimerTests {
  let clock = TestClock()

  private func store(_ seconds: Int, remaining: Duration? = nil) -> TestStoreOf<LonelyTimer> {
    TestStore(
      initialState: LonelyTimer.State(
        name: "Tea", duration: .seconds(seconds), remaining: remaining)
    ) {
      LonelyTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `counts backwards to zero and has finished`() async {
    let store = store(3)
    await store.send(.start) { [clock] in
      $0.phase = .running(until: Deadline(in: .seconds(3), on: clock))
    }
    await clock.advance(by: .seconds(3))
    await store.receive(.tick) { $0.remaining = .seconds(2) }
    await store.receive(.tick) { $0.remaining = .seconds(1) }
    await store.receive(.tick) {
      $0.remaining = .zero
      $0.phase = .finished
    }
    await store.finish()
  }

  @Test func `a stop keeps what is left, and a start goes on from there`() async {
    let store = store(60)
    await store.send(.start) { [clock] in
      $0.phase = .running(until: Deadline(in: .seconds(60), on: clock))
    }
    await clock.advance(by: .milliseconds(1_300))
    await store.receive(.tick) { $0.remaining = .seconds(59) }
    await store.send(.stop) {
      $0.remaining = .milliseconds(58_700)
      $0.phase = .stopped
    }
    await clock.advance(by: .seconds(100))
    await store.send(.start) { [clock] in
      $0.phase = .running(until: Deadline(in: .milliseconds(58_700), on: clock))
    }
    // The next whole second is 0.7 s away.
    await clock.advance(by: .milliseconds(700))
    await store.receive(.tick) { $0.remaining = .seconds(58) }
    await store.send(.stop) { $0.phase = .stopped }
    await store.finish()
  }

  @Test func `a reset returns to the beginning and ends the count`() async {
    let store = store(60)
    await store.send(.start) { [clock] in
      $0.phase = .running(until: Deadline(in: .seconds(60), on: clock))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.tick) { $0.remaining = .seconds(59) }
    await store.send(.reset) {
      $0.remaining = .seconds(60)
      $0.phase = .ready
    }
    await clock.advance(by: .seconds(100))
    await store.finish()
  }

  @Test func `one that has finished starts over`() async {
    let store = store(60, remaining: .zero)
    #expect(store.state.phase == .finished)
    await store.send(.start) { [clock] in
      $0.remaining = .seconds(60)
      $0.phase = .running(until: Deadline(in: .seconds(60), on: clock))
    }
    await store.send(.reset) { $0.phase = .ready }
    await store.finish()
  }

  @Test func `starting what runs and stopping what does not change nothing`() async {
    let store = store(60)
    await store.send(.stop)
    await store.send(.start) { [clock] in
      $0.phase = .running(until: Deadline(in: .seconds(60), on: clock))
    }
    await store.send(.start)
    #expect(store.effectsInFlight == 1)
    await store.send(.reset) { $0.phase = .ready }
    await store.finish()
  }

  /// Counting ticks of "a second" each, this one would take 14 seconds.
  @Test func `ticks that come late do not make it longer`() async {
    let store = TestStore(
      initialState: LonelyTimer.State(name: "Tea", duration: .seconds(10))
    ) {
      LonelyTimer()
    } withDependencies: {
      $0.continuousClock = LateClock(base: clock, lateness: .milliseconds(400))
      $0[BaseClockKey.self] = clock
    }
    store.exhaustivity = .off
    await store.send(.start)
    await clock.advance(by: .milliseconds(10_399))
    await store.skipReceivedActions()
    #expect(store.state.remaining == .milliseconds(600))
    #expect(store.state.isRunning)
    await clock.advance(by: .milliseconds(1))
    await store.skipReceivedActions()
    #expect(store.state.phase == .finished)
    await store.finish()
  }

  @Test func `one effect identifier serves all of ManyTimers`() throws {
    let example = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = try FileManager.default.subpathsOfDirectory(atPath: example.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Tests/") }
    #expect(files.filter { $0.hasSuffix("LonelyTimer.swift") }.count == 1)
    let declarations = try files.flatMap { name in
      try String(contentsOf: example.appending(path: name), encoding: .utf8)
        .split(separator: "\n")
        .filter { $0.contains("@EffectID var") || $0.contains("= EffectID(") }
        .map { "\(name):\($0)" }
    }
    #expect(declarations == ["Features/LonelyTimer/LonelyTimer.swift:      @EffectID var timer"])
  }
}
