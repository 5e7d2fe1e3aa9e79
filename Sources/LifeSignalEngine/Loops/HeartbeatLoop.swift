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
  /// Writes the heartbeat row. A silence longer than the threshold is noted as the outage it was: at
  /// this engine's first beat, at the first after beats that failed, and when the machine itself was
  /// away. One that follows upon another before its courtesy was over is one with it: nobody had the
  /// time they were to have.
  ///
  /// The watch loop beats before it claims when nobody has for a while, so that no alarm fires before an
  /// outage is known, and none is taken for one because the heartbeat loop alone stands still. A wall
  /// clock that was merely set is no outage: people could check in all the while.
  func beat() async throws {
    let last = lastBeat.withLock { $0 }
    let (now, uptime) = (clock.now, clock.uptime)
    let (threshold, courtesy) = (configuration.outageThreshold, configuration.courtesyWindow)
    let (away, set) = Self.gap(since: last, now: now, uptime: uptime)
    let turns = pulse.turns
    do {
      try await ledger.write { tx in
        var heartbeat = try tx.heartbeat() ?? Heartbeat(beatAt: now)
        let silence = last == nil ? now.timeIntervalSince(heartbeat.beatAt) : away
        // Whoever beat first has noted it already.
        if silence > threshold, heartbeat.beatAt <= last?.at ?? .distantFuture {
          let before = heartbeat.outage.flatMap {
            $0.end + courtesy > heartbeat.beatAt ? $0 : nil
          }
          let start = min(before?.start ?? heartbeat.beatAt, heartbeat.beatAt, now)
          heartbeat.outage = DateInterval(start: start, end: now)
        }
        heartbeat.beatAt = now
        try tx.setHeartbeat(heartbeat)
        try tx.setLoopTurns(turns)
      }
    } catch {
      if !(error is CancellationError) { pulse.noteWrite(failure: "\(error)") }
      // Where no beat can be stored no check-in can be either: the next beat that is stored counts
      // from the last one, and the loop that turns first finds out how long it was.
      lastBeat.withLock { $0 = nil }
      throw error
    }
    pulse.noteWrite(failure: nil)
    lastBeat.withLock { $0 = Beat(at: now, uptime: uptime) }
    if last != nil, away > threshold {
      logger.warning("the machine was away", metadata: ["seconds": "\(Int(away))"])
    } else if last != nil, abs(set) > 60, uptime != nil {
      logger.warning("the clock was set", metadata: ["seconds": "\(Int(set))"])
    }
  }

  /// Whether the heart has stood still so long that the watch must not go on before it beats: far below
  /// the threshold, so that a watch that turns is never itself taken for an outage.
  var needsBeat: Bool {
    guard let last = lastBeat.withLock({ $0 }) else { return true }
    let (away, _) = Self.gap(since: last, now: clock.now, uptime: clock.uptime)
    return away >= min(EngineServices.patience, configuration.outageThreshold / 4)
  }

  /// Seconds this engine was away since its last beat, and by how many the wall clock was set. Without
  /// a clock that nobody can set, all of it is taken for setting.
  private static func gap(
    since last: Beat?, now: Date, uptime: Duration?
  ) -> (away: TimeInterval, set: TimeInterval) {
    guard let last else { return (0, 0) }
    let wall = now.timeIntervalSince(last.at)
    guard let then = last.uptime, let uptime else { return (0, wall) }
    let away = (uptime - then) / .seconds(1)
    return (away, wall - away)
  }
}

/// One beat of the heart, by both clocks.
struct Beat: Sendable {
  var at: Date
  var uptime: Duration?
}
