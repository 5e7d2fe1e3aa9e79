import Foundation
import LifeSignalModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Notes every second that the server is alive, so that the next start knows how long it was not.
public struct HeartbeatLoop: Service {
  private let engine: Engine

  public init(engine: Engine) {
    self.engine = engine
  }

  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await turn()
        } catch {
          engine.pulse.failed(.heartbeat, on: engine.clock)
          engine.logger.error("heartbeat failed", metadata: ["error": "\(error)"])
        }
        try? await engine.clock.sleep(until: engine.clock.now + 1)
      }
    }
  }
}

extension HeartbeatLoop {
  /// One beat.
  public func turn() async throws {
    try await engine.beat()
    // Here, as the watch loop beats too: its beats must not hide that this loop stands still.
    engine.pulse.turned(.heartbeat, on: engine.clock)
  }
}

extension Engine {
  /// Writes the heartbeat row and records an outage that has ended; ``ClockReading`` decides what counts
  /// as one. An outage that begins before the courtesy window of the last one has ended extends that one:
  /// people did not get the full window.
  ///
  /// The watch loop beats before it claims when there has been no beat for a while. So no alert
  /// fires before an outage is known, and a heartbeat loop that alone stands still does not count
  /// as an outage. A wall clock that was merely set is no outage: people could check in all the
  /// time.
  func beat() async throws {
    let reading = clockReading
    let turns = pulse.turns
    let before: Heartbeat?
    let after: Heartbeat
    do {
      (before, after) = try await ledger.write { tx in
        let before = try tx.heartbeat()
        let after = reading.heartbeat(after: before)
        _ = try tx.insert(after)
        try tx.setLoopTurns(turns)
        return (before, after)
      }
    } catch {
      if !(error is CancellationError) { pulse.noteWrite(failure: "\(error)") }
      // Where no beat can be stored no check-in can be either: the next stored beat counts from the
      // last one, and the first loop that turns finds out how long the gap was.
      lastBeat.withLock { $0 = nil }
      throw error
    }
    pulse.noteWrite(failure: nil)
    let beat = Beat(
      at: reading.now, uptime: reading.uptime, stored: after.beatAt,
      doubtedSince: before.flatMap { reading.doubtedSince(after: $0.beatAt) })
    lastBeat.withLock { $0 = beat }
    pulse.noteClock(isDoubted: beat.doubtedSince != nil)
    tell(of: reading, beat)
    // Seen by this process, or in the row that an earlier process left.
    let back = max(
      -reading.gap.set, before?.beatAt.timeIntervalSince(after.beatAt) ?? 0)
    let unfinished = unfinishedSetBack.withLock { $0 }
    if back > ClockReading.slack || unfinished > 0 {
      await bringForward(by: max(back, unfinished), at: reading.now)
    }
  }

  private func tell(of reading: ClockReading, _ beat: Beat) {
    guard let last = reading.last else { return }
    let (away, set) = reading.gap
    if beat.doubtedSince != nil, last.doubtedSince == nil {
      logger.error("the clock is doubted", metadata: ["seconds-ahead": "\(Int(clamping: set))"])
    } else if away > reading.threshold {
      logger.warning("the machine was away", metadata: ["seconds": "\(Int(clamping: away))"])
    } else if abs(set) > ClockReading.slack, reading.uptime != nil {
      logger.warning("the clock was set", metadata: ["seconds": "\(Int(clamping: set))"])
    }
  }

  private var clockReading: ClockReading {
    ClockReading(
      now: clock.now, uptime: clock.uptime, isSynchronised: clock.isSynchronised,
      last: lastBeat.withLock { $0 }, threshold: configuration.outageThreshold,
      courtesy: configuration.courtesyWindow)
  }

  /// Whether the last heartbeat is so old that the watch loop must write one before it continues. The
  /// limit is far below the outage threshold, so that a watch loop that runs is never taken for an outage.
  var needsBeat: Bool {
    let reading = clockReading
    guard reading.last != nil else { return true }
    // A clock that was set may have been set right; then the outage must be recorded first.
    return reading.gap.away >= min(EngineServices.patience, configuration.outageThreshold / 4)
      || reading.isSetRight
  }

  /// Whether missed deadlines wait a little: because the process was away and has not read the requests
  /// that arrived meanwhile, or because a wrong wall clock is more likely than that every member missed
  /// theirs. Alerts raised by hand and escalations under way never wait for this.
  var holdsMissedDeadlines: Bool {
    let reading = clockReading
    if let last = reading.last,
      reading.isSetRight || reading.doubtedSince(after: last.stored) != nil
    {
      return true
    }
    return pulse.isBackFromPause(on: clock)
  }

  /// Whether the wall clock is reliable enough for irreversible work: the process is ten minutes old, and
  /// the clock is neither behind the latest beat nor far ahead of it.
  var believesTheClock: Bool {
    let reading = clockReading
    guard let last = reading.last else { return false }
    return !reading.isYoung && reading.now >= last.stored - ClockReading.slack
      && reading.doubtedSince(after: last.stored) == nil
  }

  /// The wall clock, or while it is doubted the latest instant that was believed: sessions and tokens end
  /// by it, so that a clock far ahead signs no one out.
  var believedNow: Date {
    let reading = clockReading
    guard let last = reading.last else { return reading.now }
    return reading.doubtedSince(after: last.stored) == nil ? reading.now : last.stored
  }
}
