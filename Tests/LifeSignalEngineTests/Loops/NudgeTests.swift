import Foundation
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

@Suite(.timeLimit(.minutes(1))) struct NudgeTests {
  @Test func `something earlier ends the sleep`() async {
    let clock = ManualClock()
    let nudge = Nudge()
    let sleeper = Task { await nudge.sleep(until: clock.now + 60, on: clock) }
    await Task.yield()
    nudge.note(clock.now + 10)
    await sleeper.value
  }

  @Test func `a nudge before the sleep begins is not lost`() async {
    let clock = ManualClock()
    let nudge = Nudge()
    nudge.note(clock.now)
    await nudge.sleep(until: clock.now + 60, on: clock)
  }

  @Test func `something later does not end it, its own end does`() async {
    let clock = ManualClock()
    let nudge = Nudge()
    nudge.note(clock.now + 120)
    let sleeper = Task {
      await nudge.sleep(until: clock.now + 60, on: clock)
      return clock.now
    }
    for _ in 0..<10 { await Task.yield() }
    nudge.note(clock.now + 90)
    let end = clock.now + 60
    clock.advance(by: 60)
    #expect(await sleeper.value >= end)
  }

  @Test func `cancelling ends it`() async {
    let clock = ManualClock()
    let nudge = Nudge()
    let sleeper = Task { await nudge.sleep(until: .distantFuture, on: clock) }
    await Task.yield()
    sleeper.cancel()
    await sleeper.value
  }
}
