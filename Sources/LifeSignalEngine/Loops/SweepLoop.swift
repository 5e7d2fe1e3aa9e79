import Foundation
import LifeSignalModel
import Logging
public import ServiceLifecycle

/// Removes, once an hour and in small steps, what is past its retention.
public struct SweepLoop: Service {
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
          engine.logger.error("sweep failed", metadata: ["error": "\(error)"])
        }
        let pause: TimeInterval = engine.believesTheClock ? 3_600 : 60
        try? await engine.clock.sleep(until: engine.clock.now + pause)
      }
    }
  }

  /// Sweeps until nothing is left; returns the number of deleted rows. Deletes nothing in the first ten
  /// minutes of the process or while the wall clock may be wrong: a deleted row cannot be restored.
  @discardableResult
  public func turn() async throws -> Int {
    guard engine.believesTheClock else { return 0 }
    let now = engine.clock.now
    try await endPushes(at: now)
    let before = now - engine.configuration.retention
    let activitiesBefore = now - engine.configuration.activityRetention
    let timelineBefore = now - engine.configuration.timelineRetention
    let requestsBefore = now - RepeatRules.life
    let codesBefore = now - RetiredQRCode.retention
    let checkInsBefore = now - CheckIn.automaticRetention
    let historyBefore = now - CheckIn.retention
    try await sweepCheckIns { try $0.sweepCheckIns(before: checkInsBefore, limit: 500) }
    try await sweepCheckIns { try $0.sweepAllCheckIns(before: historyBefore, limit: 500) }
    var swept = 0
    while !Task.isCancelled {
      let (rows, timelines) = try await engine.ledger.write(in: .background) { tx in
        let rows =
          try tx.sweep(before: before, limit: 500)
          + tx.sweepActivities(before: activitiesBefore, limit: 500)
          + tx.sweepRetiredQRCodes(before: codesBefore, limit: 500)
          + tx.sweepRequests(before: requestsBefore, limit: 500)
          + tx.sweepHistory(before: historyBefore, limit: 500)
        return (rows, try tx.sweepTimelines(before: timelineBefore, limit: 100))
      }
      swept += rows + timelines.removed
      if rows == 0, timelines.seen == 0 { break }
    }
    return swept
  }

  private func sweepCheckIns(
    _ step: @escaping @Sendable (any LedgerTransaction) throws -> Int
  ) async throws {
    do {
      while !Task.isCancelled {
        if try await engine.ledger.write(in: .background, step) == 0 { return }
      }
    } catch let error as LedgerError {
      // A row that cannot be read keeps nothing else from being swept.
      engine.logger.error("old check-ins were not swept", metadata: ["error": "\(error)"])
    }
  }

  /// Of sessions that have run out, or were ended beside the door: a backup that was restored, a release
  /// that did not know of this. Before they are swept themselves.
  private func endPushes(at now: Date) async throws {
    var last: SessionID?
    while !Task.isCancelled {
      let lapsed = try await engine.ledger.read { [last] in
        try $0.sessionsToForget(at: now, after: last, limit: 500)
      }
      for session in lapsed {
        do {
          try await engine.perform(.endPush(session.id, of: session.person), by: .system)
        } catch {
          // In an hour again; it keeps nothing else from being done.
          engine.logger.error("a lapsed session was not forgotten", metadata: ["error": "\(error)"])
        }
      }
      guard let end = lapsed.last else { return }
      last = end.id
    }
  }
}
