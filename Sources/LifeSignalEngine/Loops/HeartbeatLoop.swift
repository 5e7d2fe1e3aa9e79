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
    do {
      try await engine.beat()
    } catch {
      // Where no beat can be stored no check-in can be either: until one is, this is an outage, and
      // the next loop that turns finds out how long it was.
      engine.hasBeaten.store(false, ordering: .releasing)
      throw error
    }
  }
}

extension Engine {
  /// Writes the heartbeat row; at this engine's first beat, and at the first after beats that failed, a
  /// silence longer than the threshold is noted as the outage it was. One that follows upon another
  /// before its courtesy was over is one with it: nobody had the time they were to have.
  ///
  /// The watch loop beats before its first claim too, so that no alarm fires before an outage is
  /// known. Later a gap means that the clock was moved, not that nobody could check in.
  func beat() async throws {
    let isStart = !hasBeaten.load(ordering: .acquiring)
    let now = clock.now
    let (threshold, courtesy) = (configuration.outageThreshold, configuration.courtesyWindow)
    try await ledger.write { tx in
      var heartbeat = try tx.heartbeat() ?? Heartbeat(beatAt: now)
      if isStart, now.timeIntervalSince(heartbeat.beatAt) > threshold {
        let last = heartbeat.outage.flatMap { $0.end + courtesy > heartbeat.beatAt ? $0 : nil }
        let start = min(last?.start ?? heartbeat.beatAt, heartbeat.beatAt)
        heartbeat.outage = DateInterval(start: start, end: now)
      }
      heartbeat.beatAt = now
      try tx.setHeartbeat(heartbeat)
    }
    hasBeaten.store(true, ordering: .releasing)
  }
}
