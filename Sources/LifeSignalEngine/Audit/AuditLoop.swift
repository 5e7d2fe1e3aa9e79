public import Foundation
public import LifeSignalModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Reconciles the promises with the stored rows every second, independently of the other loops.
///
/// It trusts none of them: it reads with statements of its own, counts unreadable rows instead of
/// skipping them, and repairs its findings through the door.
public final class AuditLoop: Service {
  public struct Limits: Sendable {
    /// Seconds after which a due row that no loop has taken is late.
    public var lateness: TimeInterval
    /// Seconds after which a finding that still exists counts as not repaired.
    public var patience: TimeInterval
    /// Rows of each kind examined in a turn; where there are more, the next turn continues.
    public var rows: Int
    /// Findings of each kind handled in a turn.
    public var findings: Int

    public init(
      lateness: TimeInterval = 30, patience: TimeInterval = 5, rows: Int = 2_000,
      findings: Int = 100
    ) {
      self.lateness = lateness
      self.patience = patience
      self.rows = rows
      self.findings = findings
    }
  }

  /// Escalation plans read in a turn, only to find unreadable ones.
  private static let plans = 100

  private let engine: Engine
  private let limits: Limits
  private let state = Mutex(AuditState())

  public init(engine: Engine, limits: Limits = Limits()) {
    self.engine = engine
    self.limits = limits
  }

  /// The findings up to the last turn.
  public var report: AuditReport {
    state.withLock { $0.report(patience: limits.patience, at: engine.clock.now) }
  }

  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        do {
          try await turn()
        } catch {
          engine.pulse.failed(.auditor, on: engine.clock)
          engine.logger.error("audit failed", metadata: ["error": "\(error)"])
        }
        try? await engine.clock.sleep(until: engine.clock.now + 1)
      }
    }
  }

  /// Examines everything once, and tries each repair that is due once.
  /// - Returns: the current findings, without unreadable rows.
  @discardableResult
  public func turn() async throws -> [AuditFinding] {
    let now = engine.clock.now
    let (plan, lastPlan) = state.withLock { ($0.plan(at: now), $0.lastPlan) }
    let scope = scope(at: now, startedAt: plan.startedAt)
    let (looks, newPlan) = try await engine.ledger.read(for: .promise) { tx in
      // A query that fails leaves its findings counted.
      try? tx.readDamagedRowsAgain()
      let newPlan = try? tx.examineEscalationPlans(after: lastPlan, limit: AuditLoop.plans)
      let looks = plan.kinds.map { kind, cursor in
        var scope = scope
        scope.after = cursor
        let page = Result(of: LedgerError.self) { try tx.audit(kind, scope) }
        return (kind, page.map { AuditLook(kind: kind, after: cursor, page: $0) })
      }
      return (looks, newPlan)
    }
    state.withLock { $0.lastPlan = newPlan ?? .min }
    let pages = try engine.readable(looks.map { ("audit \($0.rawValue)", $1) }, at: now)
    let news = state.withLock { $0.note(pages, at: now) }
    for sighting in news.new {
      let finding: Logger.Metadata = ["finding": "\(sighting.finding)"]
      if sighting.finding.kind.fault == nil {
        engine.logger.warning("the auditor has found something", metadata: finding)
      } else {
        engine.logger.error("a promise is broken", metadata: finding)
      }
    }
    for sighting in news.gone {
      engine.logger.notice(
        "a promise is kept again",
        metadata: ["finding": "\(sighting.finding)", "repairs": "\(sighting.repairs)"])
    }
    for finding in news.toRepair { await repair(finding) }
    if news.hasChanged {
      let sightings = state.withLock { $0.sightings }
      try await engine.ledger.write { try $0.replaceAuditSightings(sightings) }
    }
    engine.pulse.turned(.auditor, on: engine.clock)
    // The first comparison takes a moment, in which the server is ready already.
    await examineSchema()
    return state.withLock { $0.findings }
  }

  var pulse: Pulse { engine.pulse }
  var carriers: CarrierRecord { engine.carriers }
  var damage: Damage { engine.damage }
  var unreadableRows: [String: Int] { engine.ledger.unreadableRows }
  var clock: any ServerClock { engine.clock }
  var ledgerCondition: LedgerCondition { engine.ledger.condition }

  /// A lost table or a foreign trigger may keep an alert from being stored, and no row shows it.
  private func examineSchema() async {
    guard let problems = try? await engine.ledger.schemaProblems() else { return }
    if engine.damage.noteSchema(problems) {
      engine.logger.error(
        "the schema is damaged", metadata: ["problems": "\(problems.joined(separator: "; "))"])
    }
  }

  private func repair(_ finding: AuditFinding) async {
    // On a slow disk a hundred repairs take longer than the auditor may be silent.
    defer { engine.pulse.turned(.auditor, on: engine.clock) }
    do {
      // Nothing is left to do, or only time or a person can help.
      if try await engine.perform(Repair(finding: finding), by: System()) == .done {
        state.withLock { $0.noteRepair(of: finding) }
      }
    } catch {
      engine.logger.error(
        "a broken promise could not be repaired",
        metadata: ["finding": "\(finding)", "error": "\(error)"])
    }
    // A watch loop that has overslept should run now.
    engine.watchNudge.note(engine.clock.now)
    engine.dispatchNudge.note(engine.clock.now)
  }

  private func scope(at now: Date, startedAt: Date) -> AuditScope {
    // A row that came due before the start is late only after the loops have had time to handle it.
    let hasSettled = now.timeIntervalSince(startedAt) >= limits.lateness
    return AuditScope(
      now: now, lateBefore: hasSettled ? now - limits.lateness : .distantPast,
      // A day of retries is the longest wait of all; one more hour allows for clocks that are being
      // set.
      strandedAfter: now + 90_000, leasedAfter: now + 600,
      entriesSince: now - max(0, engine.configuration.retention - 86_400), rows: limits.rows,
      findings: limits.findings)
  }
}
