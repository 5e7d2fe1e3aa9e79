public import Foundation
import LifeSignalModel

extension EngineServices {
  /// Seconds a loop may be silent; it turns at least once a second when all is well.
  public static let patience: TimeInterval = 10

  public func health() -> HealthReport {
    let (pulse, clock) = (auditor.pulse, auditor.clock)
    var report = HealthReport()
    for loop in LoopName.allCases {
      let age = pulse.age(of: loop, on: clock)
      report.loops[loop.rawValue] = age.map { ($0 * 1_000).rounded() / 1_000 }
      if age.map({ $0 >= Self.patience }) ?? true { report.causes.append(.loopStalled(loop)) }
    }
    let audit = auditor.report
    for sighting in audit.sightings {
      report.findings[sighting.finding.kind.rawValue, default: 0] += 1
    }
    if audit.unrepaired > 0 { report.causes.append(.promisesBroken(audit.unrepaired)) }
    if let failure = pulse.writeFailure { report.causes.append(.ledgerRefuses(failure)) }
    return report
  }
}
