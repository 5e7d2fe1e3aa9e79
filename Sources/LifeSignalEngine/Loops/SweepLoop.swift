import Foundation
import LifeSignalModel
import Logging
public import ServiceLifecycle

/// Deletes, once an hour and in small steps, rows that are past their retention.
public struct SweepLoop: Service {
  /// Seconds until a sweep that failed is tried again.
  private static let soon: TimeInterval = 600

  private let engine: Engine

  public init(engine: Engine) {
    self.engine = engine
  }

  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        var pause: TimeInterval = engine.believesTheClock ? 3_600 : 60
        do {
          try await turn()
        } catch {
          engine.logger.error("sweep failed", metadata: ["error": "\(error)"])
          pause = min(pause, Self.soon)
        }
        try? await engine.clock.sleep(until: engine.clock.now + pause)
      }
    }
  }

  /// Sweeps until nothing is left; returns the number of deleted rows. Deletes nothing in the first ten
  /// minutes of the process or while the wall clock may be wrong: a deleted row cannot be restored.
  /// - Throws: a ledger's error immediately, except for old check-ins. That one, and the error of a
  ///   session that cannot be forgotten, follow after the rest has been swept; only the first of
  ///   them is thrown.
  @discardableResult
  public func turn() async throws -> Int {
    guard engine.believesTheClock else { return 0 }
    return try await engine.pulse.noting(.sweep) { try await sweep() }
  }

  private func sweep() async throws -> Int {
    let now = engine.clock.now
    var failures = [try await endPushes(at: now), try await warnOfEnds(at: now)]
    let before = now - engine.configuration.retention
    let activitiesBefore = now - engine.configuration.activityRetention
    let timelineBefore = now - engine.configuration.timelineRetention
    let requestsBefore = now - RepeatRules.life
    let codesBefore = now - RetiredQRCode.retention
    let checkInsBefore = now - CheckIn.automaticRetention
    let historyBefore = now - CheckIn.retention
    failures += [
      try await sweepCheckIns {
        try $0.sweep(.automaticCheckIns, before: checkInsBefore, limit: 500)
      },
      try await sweepCheckIns { try $0.sweep(.checkIns, before: historyBefore, limit: 500) },
    ]
    var swept = 0
    while !Task.isCancelled {
      let (rows, timelines) = try await engine.ledger.write(in: .background) { tx in
        let rows =
          try tx.sweep(.leftovers, before: before, limit: 500)
          + tx.sweep(.activities, before: activitiesBefore, limit: 500)
          + tx.sweep(.retiredQRCodes, before: codesBefore, limit: 500)
          + tx.sweep(.requests, before: requestsBefore, limit: 500)
          + tx.sweep(.history, before: historyBefore, limit: 500)
        return (rows, try tx.sweepTimelines(before: timelineBefore, limit: 100))
      }
      swept += rows + timelines.removed
      if rows == 0, timelines.seen == 0 { break }
    }
    if let failure = failures.compactMap(\.self).first { throw failure }
    return swept
  }

  /// - Returns: the ledger's error, if any: a row that cannot be read must not keep the rest from
  ///   being swept.
  private func sweepCheckIns(
    _ step: @escaping @Sendable (any LedgerTransaction) throws -> Int
  ) async throws -> (any Error)? {
    do {
      while !Task.isCancelled {
        if try await engine.ledger.write(in: .background, step) == 0 { return nil }
      }
      return nil
    } catch let error as LedgerError {
      engine.logger.error("old check-ins were not swept", metadata: ["error": "\(error)"])
      return error
    }
  }

  /// Ends the push messages of sessions that have expired, or that ended without a command: in a
  /// restored backup, or under a release without this rule. Must run before the sessions themselves
  /// are swept.
  /// - Throws: the ledger's error when it is asked for these sessions.
  /// - Returns: why one of them could not be forgotten; the next sweep tries it again.
  private func endPushes(at now: Date) async throws -> (any Error)? {
    try await forEach {
      try $0.sessionsToForget(at: now, after: $1, limit: 500)
    } perform: { [engine] session in
      try await engine.perform(
        EndPush(session: session.id, person: session.person), by: System())
    } failure: {
      "a lapsed session was not forgotten"
    }
  }

  /// Warns people under watch whose last session ends soon: none of them is signed out unannounced.
  /// - Throws: the ledger's error when it is asked for these sessions.
  /// - Returns: why one of them could not be warned; the next sweep tries it again.
  private func warnOfEnds(at now: Date) async throws -> (any Error)? {
    try await forEach {
      try $0.lastSessions(
        endingAfter: now, by: now + SessionRules.warning, after: $1, limit: 500)
    } perform: { [engine] session in
      try await engine.perform(WarnOfSessionEnd(session: session.id), by: System())
    } failure: {
      "the end of a session was not announced"
    }
  }

  /// - Parameters:
  ///   - find: the sessions after the given one, in the order of their ids.
  ///   - failure: the log's words for one that could not be dealt with.
  private func forEach(
    _ find: @escaping @Sendable (any LedgerSnapshot, SessionID?) throws -> [LapsedSession],
    perform: (LapsedSession) async throws -> Void, failure words: () -> Logger.Message
  ) async throws -> (any Error)? {
    var last: SessionID?
    var failure: (any Error)?
    while !Task.isCancelled {
      let found = try await engine.ledger.read(for: .promise) { [last] in try find($0, last) }
      for session in found {
        do {
          try await perform(session)
        } catch {
          engine.logger.error(words(), metadata: ["error": "\(error)"])
          failure = error
        }
      }
      guard let end = found.last else { return failure }
      last = end.id
    }
    return failure
  }
}
