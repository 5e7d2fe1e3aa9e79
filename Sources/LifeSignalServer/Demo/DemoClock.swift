import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// The machine's clock plus an offset that can be advanced, for showing a day in a minute.
///
/// Advancing wakes every sleeper whose instant has come.
final class DemoClock: ServerClock {
  private struct State {
    var offset: TimeInterval = 0
    var sleepers: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextSleeper: UInt64 = 0
  }

  private let system: any ServerClock
  private let state = Mutex(State())

  /// - Parameter system: the clock to which the offset is added.
  init(on system: any ServerClock = SystemClock()) {
    self.system = system
  }

  var now: Date {
    system.now.addingTimeInterval(state.withLock { $0.offset }).storable
  }

  /// Not affected when this clock is moved.
  var uptime: Duration? { system.uptime }

  /// Always right: a demo moves this clock on purpose.
  var isSynchronised: Bool? { true }

  /// Moves this clock forward by `duration`; negative durations are ignored.
  func advance(by duration: Duration) {
    let seconds = duration / .seconds(1)
    guard seconds > 0 else { return }
    let woken = state.withLock { state in
      state.offset += seconds
      defer { state.sleepers = [:] }
      return state.sleepers.values.map { $0 }
    }
    // All sleepers look at the clock again; those that are early go back to sleep.
    for sleeper in woken { sleeper.resume() }
  }

  func sleep(until deadline: Date) async throws {
    while true {
      try Task.checkCancellation()
      let offset = state.withLock { $0.offset }
      let wait = deadline.addingTimeInterval(-offset)
      guard wait > system.now else { return }
      let isOver = await withTaskGroup(of: Bool.self) { group in
        group.addTask { (try? await self.system.sleep(until: wait)) != nil }
        group.addTask {
          await self.nextAdvance(after: offset)
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? false
      }
      // Also where the machine's clock was set back: looking at it again would restart the wait.
      if isOver { return }
    }
  }

  private func nextAdvance(after offset: TimeInterval) async {
    let id = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.offset != offset || Task.isCancelled { return true }
          state.sleepers[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
    }
  }
}
