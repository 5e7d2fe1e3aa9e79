import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// Time that passes only when nothing else is left to do, and a clock on the wall that may be set.
final class SimulationClock: ServerClock {
  fileprivate struct Sleeper {
    /// Of the wall's clock when `isOfWall`, else of true time; milliseconds.
    var deadline: Int64
    var isOfWall: Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var time: Int64
    let began: Int64
    var offset: Int64 = 0
    var sleepers: [Int: Sleeper] = [:]
    var next = 0
  }

  private let state: Mutex<State>

  init(_ start: Date) {
    state = Mutex(State(time: start.milliseconds, began: start.milliseconds))
  }

  /// What the wall's clock shows.
  var now: Date { state.withLock { Date(milliseconds: $0.time + $0.offset) } }
  /// True time, which cannot be set; milliseconds.
  var time: Int64 { state.withLock { $0.time } }

  /// Of a machine that was started the day before.
  var uptime: Duration? { state.withLock { .milliseconds($0.time - $0.began) + .seconds(86_400) } }

  /// Sets the wall's clock forward, or back.
  func jump(by seconds: Int) {
    state.withLock { $0.offset += Int64(seconds) * 1_000 }
    wake()
  }

  func sleep(until deadline: Date) async throws {
    await sleep(deadline.milliseconds, isOfWall: true)
    try Task.checkCancellation()
  }

  /// Waits in true time; at once when cancelled.
  func wait(_ seconds: Double) async {
    await sleep(time + Int64(seconds * 1_000), isOfWall: false)
  }

  /// Lets time pass while nothing runs: tasks that would have woken meanwhile wake at the end of
  /// it.
  func pass(_ milliseconds: Int64) {
    state.withLock { $0.time += milliseconds }
    wake()
  }

  /// Lets time pass until a task wakes; false when no task sleeps, or none wakes before `end`.
  func advance(upTo end: Int64) -> Bool {
    let next = state.withLock { state in
      state.sleepers.values.map { max(state.time, $0.due(offset: state.offset)) }.min()
    }
    guard let next, next <= end else {
      state.withLock { $0.time = max($0.time, end) }
      return false
    }
    state.withLock { $0.time = next }
    wake()
    return true
  }

  private func wake() {
    let woken = state.withLock { state in
      let due = state.sleepers.filter { $0.value.due(offset: state.offset) <= state.time }
        .sorted { $0.key < $1.key }
      for (id, _) in due { state.sleepers[id] = nil }
      return due.map(\.value.continuation)
    }
    for sleeper in woken { sleeper.resume() }
  }

  private func sleep(_ deadline: Int64, isOfWall: Bool) async {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let sleeper = Sleeper(
            deadline: deadline, isOfWall: isOfWall, continuation: continuation)
          if Task.isCancelled || sleeper.due(offset: state.offset) <= state.time { return true }
          state.sleepers[id] = sleeper
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
    }
  }
}

extension SimulationClock.Sleeper {
  /// In true time.
  fileprivate func due(offset: Int64) -> Int64 { isOfWall ? deadline - offset : deadline }
}
