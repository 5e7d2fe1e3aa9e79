public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: ServerClock {
  private struct Sleeper {
    var deadline: Date
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: Date
    /// Moves with ``suspend(for:)`` and with nothing else.
    var uptime: Duration = .seconds(86_400)
    var isSynchronised: Bool? = true
    var sleepers: [UInt64: Sleeper] = [:]
    var nextID: UInt64 = 0
  }

  private let state: Mutex<State>

  /// Starts on 2026-01-05 08:00 UTC unless told otherwise.
  public init(_ now: Date = Date(milliseconds: 1_767_600_000_000)) {
    state = Mutex(State(now: now.storable))
  }

  public var now: Date { state.withLock { $0.now } }

  /// Moves on and wakes everybody whose time has come.
  public func advance(by seconds: TimeInterval) {
    let woken = state.withLock { state in
      state.now = (state.now + seconds).storable
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Stands still until ``suspend(for:)``: time that a test passes over is no time away.
  public var uptime: Duration? { state.withLock { $0.uptime } }

  /// True until a test says otherwise.
  public var isSynchronised: Bool? { state.withLock { $0.isSynchronised } }

  /// The machine starts: the process is new, and the kernel says this of the wall clock.
  public func boot(isSynchronised: Bool?) {
    state.withLock { state in
      state.uptime = .zero
      state.isSynchronised = isSynchronised
    }
  }

  /// What the kernel says of the wall clock from now on.
  public func synchronise(_ isSynchronised: Bool? = true) {
    state.withLock { $0.isSynchronised = isSynchronised }
  }

  /// The machine sleeps: both clocks advance, and no task notices.
  public func suspend(for seconds: TimeInterval) {
    state.withLock { $0.uptime += .seconds(seconds) }
    advance(by: seconds)
  }

  /// The wall clock is set, forward or back.
  public func set(by seconds: TimeInterval) { advance(by: seconds) }

  public func advance(to date: Date) {
    advance(by: max(0, date.timeIntervalSince(now)))
  }

  public func sleep(until deadline: Date) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.now >= deadline || Task.isCancelled { return true }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
    }
    try Task.checkCancellation()
  }
}
