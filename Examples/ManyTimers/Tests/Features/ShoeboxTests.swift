import Composable
import ComposableTesting
import Foundation
import ManyTimersFeatures
import Testing

@Suite struct ShoeboxTests {
  let clock = TestClock()

  private func state(_ seconds: Int...) -> Shoebox.State {
    Shoebox.State(
      timers: Shoebox.Timers(
        uniqueElements: seconds.enumerated().map { index, seconds in
          // All of one name: a name tells nothing apart.
          Identified(
            LonelyTimer.State(name: "Tea", duration: .seconds(seconds)), id: UUID(index))
        }))
  }

  private func store(_ state: Shoebox.State) -> TestStoreOf<Shoebox> {
    TestStore(initialState: state) {
      Shoebox()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
  }

  private func action(_ index: Int, _ action: LonelyTimer.Action) -> Shoebox.Action {
    .timers(.element(id: UUID(index), action: action))
  }

  private func running(_ seconds: Int) -> LonelyTimer.State.Phase {
    .running(until: Deadline(in: .seconds(seconds), on: clock))
  }

  @Test func `stopping one timer leaves the others running`() async {
    let store = store(state(60, 60, 60))
    for index in 0...2 {
      await store.send(action(index, .start)) {
        $0.timers[id: UUID(index)]?.value.phase = running(60)
      }
    }
    await store.send(action(1, .stop)) { $0.timers[id: UUID(1)]?.value.phase = .stopped }
    await clock.advance(by: .seconds(1))
    #expect(store.effectsInFlight == 2)
    await store.receive(action(0, .tick)) {
      $0.timers[id: UUID(0)]?.value.remaining = .seconds(59)
    }
    await store.receive(action(2, .tick)) {
      $0.timers[id: UUID(2)]?.value.remaining = .seconds(59)
    }
    await store.send(action(0, .reset)) {
      $0.timers[id: UUID(0)]?.value.phase = .ready
      $0.timers[id: UUID(0)]?.value.remaining = .seconds(60)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(action(2, .tick)) {
      $0.timers[id: UUID(2)]?.value.remaining = .seconds(58)
    }
    await store.send(action(2, .stop)) { $0.timers[id: UUID(2)]?.value.phase = .stopped }
    await store.finish()
  }

  @Test func `a timer that finishes leaves the others running`() async {
    let store = store(state(1, 60))
    await store.send(action(0, .start)) { $0.timers[id: UUID(0)]?.value.phase = running(1) }
    await store.send(action(1, .start)) { $0.timers[id: UUID(1)]?.value.phase = running(60) }
    await clock.advance(by: .seconds(1))
    await store.receive(action(0, .tick)) {
      $0.timers[id: UUID(0)]?.value.remaining = .zero
      $0.timers[id: UUID(0)]?.value.phase = .finished
    }
    await store.receive(action(1, .tick)) {
      $0.timers[id: UUID(1)]?.value.remaining = .seconds(59)
    }
    #expect(store.effectsInFlight == 1)
    await store.send(action(1, .stop)) { $0.timers[id: UUID(1)]?.value.phase = .stopped }
    await store.finish()
  }

  @Test func `taking a running timer out ends its count and no other`() async {
    let store = store(state(60, 60))
    await store.send(action(0, .start)) { $0.timers[id: UUID(0)]?.value.phase = running(60) }
    await store.send(action(1, .start)) { $0.timers[id: UUID(1)]?.value.phase = running(60) }
    await store.send(.removeTimer(id: UUID(0))) { $0.timers.remove(id: UUID(0)) }
    await clock.advance(by: .seconds(1))
    await store.receive(action(1, .tick)) {
      $0.timers[id: UUID(1)]?.value.remaining = .seconds(59)
    }
    await store.send(action(1, .stop)) { $0.timers[id: UUID(1)]?.value.phase = .stopped }
    await store.finish()
  }

  @Test func `all can be started and stopped together`() async {
    let store = store(state(60, 30))
    await store.send(.startAll)
    await store.receive(action(0, .start)) { $0.timers[id: UUID(0)]?.value.phase = running(60) }
    await store.receive(action(1, .start)) { $0.timers[id: UUID(1)]?.value.phase = running(30) }
    await store.send(.stopAll)
    await store.receive(action(0, .stop)) { $0.timers[id: UUID(0)]?.value.phase = .stopped }
    await store.receive(action(1, .stop)) { $0.timers[id: UUID(1)]?.value.phase = .stopped }
    await store.finish()
  }

  @Test func `a timer is added as it was asked for, or it is said why not`() async {
    let store = store(Shoebox.State())
    await store.send(.addTimer(TimerRequest(name: "Rice", time: "soon"))) {
      $0.refusal = .noTime("soon")
    }
    await store.send(.addTimer(TimerRequest(name: "Rice", time: "17"))) {
      $0.timers.append(
        Identified(LonelyTimer.State(name: "Rice", duration: .seconds(1_020)), id: UUID(0)))
      $0.added = 1
      $0.refusal = nil
    }
  }

  /// Two boxes in one process, with equal ids in them.
  @Test(.timeLimit(.minutes(1)))
  func `equal ids in two stores never meet`() async {
    let boxes = (0...1).map { _ in
      StoreOf<Shoebox>(initialState: state(60)) {
        Shoebox()
      } withDependencies: { [clock] in
        $0.continuousClock = clock
      }
    }
    for box in boxes { box.send(action(0, .start)) }
    let stopped = boxes[0].send(action(0, .stop))
    await stopped.finish()
    #expect(boxes[0].state.timers[0].value.phase == .stopped)
    #expect(boxes[1].state.timers[0].value.isRunning)
    #expect(boxes[1].effectsInFlight == 1)
    for box in boxes { await box.shutdown() }
  }

  @Test func `there are a dozen to begin with`() {
    let dozen = Shoebox.State.dozen(uuid: .incrementing)
    #expect(dozen.timers.count == 12)
    #expect(Set(dozen.timers.map(\.value.name)).count == 12)
  }
}
