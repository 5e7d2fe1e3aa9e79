import Foundation
import Synchronization

/// A sleep that ends early when something comes due before its end. For one sleeper at a time.
final class Nudge: Sendable {
  private struct State {
    /// The earliest instant noted while there was no sleeper.
    var noted: Date?
    var sleepsUntil: Date?
    var sleeper: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Something comes due at `instant`: wakes the sleeper if it would sleep longer.
  func note(_ instant: Date) {
    let sleeper = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if let until = state.sleepsUntil, until <= instant { return nil }
      state.noted = min(state.noted ?? instant, instant)
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Returns at `deadline`, when nudged, or when the task is cancelled.
  func sleep(until deadline: Date, on clock: any ServerClock) async {
    let isNudged = state.withLock { state in
      defer { state.noted = nil }
      if let noted = state.noted, noted < deadline { return true }
      state.sleepsUntil = deadline
      return false
    }
    guard !isNudged else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await clock.sleep(until: deadline) }
      group.addTask { await self.nudged() }
      await group.next()
      group.cancelAll()
    }
    state.withLock { state in
      state.sleepsUntil = nil
      state.noted = nil
    }
  }

  private func nudged() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.noted != nil || Task.isCancelled { return true }
          state.sleeper = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        defer { state.sleeper = nil }
        return state.sleeper
      }
      sleeper?.resume()
    }
  }
}
