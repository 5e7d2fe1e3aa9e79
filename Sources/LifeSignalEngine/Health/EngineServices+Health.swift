public import Foundation
import LifeSignalModel

extension EngineServices {
  /// Seconds without a turn after which a loop counts as stalled; it turns at least once a second
  /// when all is well.
  public static let patience: TimeInterval = 10

  public func health() -> HealthReport {
    let (pulse, clock) = (auditor.pulse, auditor.clock)
    var report = HealthReport()
    for loop in LoopName.allCases {
      let age = pulse.age(of: loop, on: clock)
      report.loops[loop.rawValue] = age.map { ($0 * 1_000).rounded() / 1_000 }
      if pulse.stillness(of: loop, on: clock) >= Self.patience {
        report.causes.append(.loopStalled(loop))
      } else if pulse.failures(of: loop) >= Pulse.fewFailures {
        report.causes.append(.loopFailing(loop))
      } else if age == nil {
        report.causes.append(.loopStarting(loop))
      }
    }
    let audit = auditor.report
    // Below by their tables.
    for sighting in audit.sightings where sighting.finding.kind != .rowUnreadable {
      report.findings[sighting.finding.kind.rawValue, default: 0] += 1
    }
    for finding in auditor.ledgerCondition.findings {
      report.findings[finding.rawValue] = 1
      if finding == .commitsLost { report.causes.append(.commitsLost) }
    }
    for loop in pulse.failingUpkeep { report.findings[loop.finding] = 1 }
    for (table, count) in auditor.unreadableRows {
      report.findings["rows-unreadable:\(table)"] = count
    }
    let lostAnswers = auditor.damage.lostAnswers(at: clock.now)
    if lostAnswers > 0 { report.findings["rows-unreadable:requests", default: 0] += lostAnswers }
    if audit.unrepaired > 0 { report.causes.append(.promisesBroken(audit.unrepaired)) }
    report.causes += damage(at: clock.now)
    if audit.unreached > 0 { report.causes.append(.alarmsUnreached(audit.unreached)) }
    for kind in auditor.carriers.failing(at: clock.now) {
      report.causes.append(.channelFailing(kind))
    }
    if let failure = pulse.writeFailure { report.causes.append(.ledgerRefuses(failure)) }
    if pulse.isClockDoubted { report.causes.append(.clockDoubted) }
    return report
  }

  /// Tables in which an unreadable row may cost a person an alert. Unreadable rows of the other tables
  /// appear only among the findings: a damaged row about the past must not hide the next failure.
  private static let promising: Set<String> = [
    "people", "relations", "channels", "watches", "travels", "alerts", "escalations",
    "check_in_codes", "check_in_sheets", "sessions", "access_tokens",
  ]

  private func damage(at now: Date) -> [HealthReport.Cause] {
    let damage = auditor.damage
    var causes = damage.unreadableKinds(at: now).map { HealthReport.Cause.tableUnreadable($0) }
    if damage.schemaProblems > 0 { causes.append(.schemaDamaged(damage.schemaProblems)) }
    let lost = damage.lostRequests(at: now)
    if lost > 0 { causes.append(.requestsLost(lost)) }
    let (failing, aside) = (damage.failingRows(at: now), damage.rowsAside(at: now))
    if failing > 0 { causes.append(.rowsFailing(failing)) }
    if aside > 0 { causes.append(.rowsAside(aside)) }
    for (table, count) in auditor.unreadableRows.sorted(by: { $0.key < $1.key })
    where Self.promising.contains(table) {
      causes.append(.rowsUnreadable(table: table, count))
    }
    return causes
  }
}
