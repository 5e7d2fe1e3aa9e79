import Composable
import ComposableHTML
import Foundation
import Synchronization

/// A server's clock that stands still until a test moves it.
final class ManualLiveClock: Sendable {
  private struct Sleeper {
    let until: Date
    let wake: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Date(timeIntervalSince1970: 1_000_000)
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  var clock: LiveClock {
    LiveClock(now: { self.now }, sleep: { try await self.sleep(until: $0) })
  }

  var now: Date { state.withLock { $0.now } }

  func advance(by seconds: TimeInterval) {
    let due = state.withLock { state in
      state.now += seconds
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values
    }
    for sleeper in due { sleeper.wake.resume() }
  }

  /// Returns once a task sleeps on this clock, so what that task did before has finished.
  func untilSomebodySleeps() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isAsleep = state.withLock { state in
        guard state.sleepers.isEmpty else { return true }
        state.waiting.append(continuation)
        return false
      }
      if isAsleep { continuation.resume() }
    }
  }

  private func sleep(until instant: Date) async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiting = state.withLock { state in
          state.sleepers[number] = Sleeper(until: instant, wake: continuation)
          defer { state.waiting = [] }
          return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
    sleeper?.wake.resume(throwing: CancellationError())
  }
}
