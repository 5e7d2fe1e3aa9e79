public import Foundation
import LifeSignalModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Sends deadlines that have passed, of check-ins and of trips, and unanswered pings, through the
/// door.
///
/// The rows are the queue: after any crash it continues from them alone. Several loops on one
/// ledger do no harm, since only one of them wins each step of a deadline.
public final class WatchLoop: Service {
  /// Rows fired together; the ledger commits them in such small parts that a check-in never waits
  /// long.
  private let batch: Int
  private let engine: Engine
  private let turnedAt = Mutex<Date?>(nil)

  public init(engine: Engine, batch: Int = 1_024) {
    self.engine = engine
    self.batch = batch
  }

  /// When the loop last looked at the ledger; nil before the first time. More than a few seconds
  /// ago means that it has stalled.
  public var lastTurn: Date? { turnedAt.withLock { $0 } }

  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        let now = engine.clock.now
        let next: Date
        do {
          next = try await turn()
        } catch is CancellationError {
          return
        } catch {
          engine.pulse.failed(.watch, on: engine.clock)
          engine.logger.error("watch loop failed", metadata: ["error": "\(error)"])
          next = now + 1
        }
        // Not before 20 ms, so that rows due together are committed together; not after 1 s, in
        // case another process or a clock that was set brought something forward.
        let wakeAt = min(max(next, engine.clock.now + 0.02), engine.clock.now + 1)
        await engine.watchNudge.sleep(until: wakeAt, on: engine.clock)
      }
    }
  }

  /// Fires everything that is due and returns when to look again.
  /// - Throws: ``LedgerError`` when the ledger itself fails; rows that fail alone are postponed.
  @discardableResult
  public func turn() async throws -> Date {
    var overdue: ArraySlice<Watch> = []
    // All batches of rows that were due at the same reading.
    var attempts: [Attempt] = []
    while true {
      try Task.checkCancellation()
      // At each batch: after an outage a turn may take longer than the threshold.
      if engine.needsBeat { try await engine.beat() }
      let now = engine.clock.now
      let isHeld = engine.holdsMissedDeadlines
      if isHeld { overdue = [] }
      var due = try await due(
        at: now, watches: isHeld || !overdue.isEmpty ? 0 : batch * Self.lookAhead,
        travels: isHeld ? 0 : batch)
      turnedAt.withLock { $0 = now }
      engine.pulse.turned(.watch, on: engine.clock)
      if overdue.isEmpty {
        (overdue, attempts) = (due.watches[...], [])
        // Many rows, as after an outage: neighbors share pages of the indexes that name a person.
        if overdue.count > batch { overdue.sort { $0.person < $1.person } }
      }
      due.watches = Array(overdue.prefix(batch))
      overdue = overdue.dropFirst(batch)
      if due.isEmpty { return isHeld ? now + 1 : due.next ?? .distantFuture }
      attempts += try await fire(due, at: now)
      guard overdue.isEmpty else { continue }
      try noteFailures(of: attempts, at: now)
      // Rows that neither fire nor can be postponed must not spin the loop.
      if !attempts.contains(.moved) { return now + 1 }
      if due.longest < batch { return now }
    }
  }

  /// Batches of overdue people that are read and sorted together.
  private static let lookAhead = 16

  /// Each kind separately: an unreadable table delays nothing of the others.
  private func due(at now: Date, watches: Int, travels: Int) async throws -> Due {
    let readings = try await engine.ledger.read(for: .promise) { [batch] tx in
      [
        Due.read("watches") {
          Due(watches: try tx.dueWatches(at: now, limit: watches), next: try tx.earliestWatch())
        },
        Due.read("travels") {
          Due(travels: try tx.due(at: now, limit: travels), next: try tx.earliest(Travel.self))
        },
        Due.read("pings") {
          Due(pings: try tx.due(at: now, limit: batch), next: try tx.earliest(Ping.self))
        },
        Due.read("escalations") {
          Due(
            escalations: try tx.due(at: now, limit: batch),
            next: try tx.earliest(Escalation.self))
        },
        Due.read("check-in codes") {
          Due(
            codes: try tx.due(at: now, limit: batch),
            next: try tx.earliest(CheckInCode.self))
        },
      ]
    }
    return try engine.readable(readings, at: now).reduce(Due()) { $0.merging($1) }
  }

  private struct Due: Sendable {
    var watches: [Watch] = []
    var travels: [Travel] = []
    var pings: [Ping] = []
    var escalations: [Escalation] = []
    var codes: [CheckInCode] = []
    var next: Date?

    var longest: Int {
      max(watches.count, travels.count, pings.count, escalations.count, codes.count)
    }
    var isEmpty: Bool { longest == 0 }

    static func read(
      _ kind: String, _ read: () throws -> Due
    ) -> (kind: String, result: Result<Due, LedgerError>) {
      (kind, Result(of: LedgerError.self, read))
    }

    func merging(_ other: Due) -> Due {
      Due(
        watches: watches + other.watches, travels: travels + other.travels,
        pings: pings + other.pings, escalations: escalations + other.escalations,
        codes: codes + other.codes, next: [next, other.next].compactMap { $0 }.min())
    }
  }

  /// Each row is a command of its own: a poisoned one fails alone, and the ledger commits the
  /// others together.
  private func fire(_ due: Due, at now: Date) async throws -> [Attempt] {
    try await withThrowingTaskGroup(of: Attempt.self) { group in
      for watch in due.watches {
        group.addTask { [self] in
          try await attempt("watch", id: "\(watch.person)", due: watch.nextFireAt) {
            try await engine.perform(FireDeadline(claimed: watch), by: System())
          } pushForward: { tx in
            var later = watch
            later.nextFireAt = (now + Self.pause).storable
            return try tx.apply(.updateWatch(later, from: watch)) > 0
          }
        }
      }
      for travel in due.travels {
        group.addTask { [self] in
          try await attempt("travel", id: "\(travel.id)", due: travel.nextFireAt) {
            try await engine.perform(FireTravel(claimed: travel), by: System())
          } pushForward: { tx in
            var later = travel
            later.nextFireAt = (now + Self.pause).storable
            return try tx.update(later, from: travel)
          }
        }
      }
      for escalation in due.escalations {
        group.addTask { [self] in
          try await attempt("escalation", id: "\(escalation.alert)", due: escalation.nextFireAt) {
            try await engine.perform(FireEscalation(claimed: escalation), by: System())
          } pushForward: { tx in
            var later = escalation
            later.nextFireAt = (now + Self.pause).storable
            later.gen += 1
            return try tx.update(later, from: escalation)
          }
        }
      }
      for code in due.codes {
        group.addTask { [self] in
          try await attempt("check-in code", id: "\(code.id)", due: code.dueAt) {
            try await engine.perform(SettleCheckInCode(claimed: code), by: System())
          } pushForward: { tx in
            var later = code
            later.dueAt = (now + Self.pause).storable
            return try tx.update(later, from: code)
          }
        }
      }
      for ping in due.pings {
        group.addTask { [self] in
          try await attempt("ping", id: "\(ping.id)", due: ping.expiresAt) {
            try await engine.perform(ExpirePing(claimed: ping), by: System())
          } pushForward: { tx in
            var later = ping
            later.expiresAt = (now + Self.pause).storable
            return try tx.update(later, from: ping)
          }
        }
      }
      return try await group.reduce(into: [Attempt]()) { $0.append($1) }
    }
  }

  /// If no row of any batch succeeded, the ledger itself has failed; otherwise the rows have, and
  /// are still due.
  private func noteFailures(of attempts: [Attempt], at now: Date) throws {
    let failures = attempts.compactMap(\.failure)
    if let first = failures.first, failures.count == attempts.count { throw first.error }
    for failure in failures {
      engine.damage.failed(failure.row, at: now)
      engine.logger.error(
        "a due row failed beside others that did not",
        metadata: ["row": "\(failure.row)", "error": "\(failure.error)"])
    }
  }

  private enum Attempt: Equatable {
    /// The row has moved on.
    case moved
    case unmoved
    /// Failed in a way in which every other row may fail too.
    case failed(row: String, LedgerError)

    var failure: (row: String, error: LedgerError)? {
      if case .failed(let row, let error) = self { (row, error) } else { nil }
    }
  }

  /// Seconds until a row that failed is tried again.
  private static let pause: TimeInterval = 10

  private func attempt(
    _ kind: String, id: String, due: Date?, _ fire: @Sendable () async throws -> Outcome,
    pushForward: @escaping @Sendable (any LedgerTransaction) throws -> Bool
  ) async throws -> Attempt {
    do {
      let outcome = try await fire()
      engine.damage.succeeded("\(kind) \(id)")
      guard outcome != .unchanged else { return .unmoved }
      // On a slow disk a batch takes longer than a supervisor waits for a sign of life.
      engine.pulse.turned(.watch, on: engine.clock)
      if let due { engine.tally.note(.stored, engine.clock.now.timeIntervalSince(due)) }
      return .moved
    } catch let error as LedgerError where error.isOfTheLedger {
      return .failed(row: "\(kind) \(id)", error)
    } catch LedgerError.conflict(_) {
      // Another writer was faster, or holds the file: the row is fine, and still due.
      return .unmoved
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      engine.damage.failed("\(kind) \(id)", at: engine.clock.now)
      engine.logger.error(
        "a due row failed and is pushed forward",
        metadata: ["kind": "\(kind)", "id": "\(id)", "error": "\(error)"])
      return (try? await engine.ledger.write(pushForward)) ?? false ? .moved : .unmoved
    }
  }
}

extension LedgerError {
  /// Whether every other row would meet the same failure.
  fileprivate var isOfTheLedger: Bool {
    switch self {
    case .unavailable, .unknown: true
    case .conflict, .corrupt: false
    }
  }
}
