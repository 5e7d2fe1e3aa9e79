import Foundation
public import LifeSignalModel

/// The search for one kind in one turn.
struct AuditLook: Sendable {
  var kind: AuditFinding.Kind
  var after: Int64
  var page: AuditPage
}

/// The auditor's memory between two turns.
struct AuditState: Sendable {
  private(set) var open: [AuditFinding: AuditSighting] = [:]
  private var cursors: [AuditFinding.Kind: Int64] = [:]
  /// How often the repair of a finding was tried, and when it is tried next.
  private var tries: [AuditFinding: (count: Int, next: Date)] = [:]
  private var startedAt: Date?
  /// The last person whose escalation plan has been read.
  var lastPlan: Int64 = .min
  private var found: [AuditFinding.Kind: Int] = [:]
  private var repaired: [AuditFinding.Kind: Int] = [:]

  struct News {
    var new: [AuditSighting] = []
    var gone: [AuditSighting] = []
    var toRepair: [AuditFinding] = []
    var hasChanged: Bool { !new.isEmpty || !gone.isEmpty }
  }

  /// Without unreadable rows, which the ledger counts and the auditor cannot repair.
  var findings: [AuditFinding] {
    sightings.map(\.finding).filter { $0.kind != .rowUnreadable }
  }

  var sightings: [AuditSighting] {
    open.values.sorted {
      ($0.foundAt, $0.finding.kind.rawValue, $0.finding.subject)
        < ($1.foundAt, $1.finding.kind.rawValue, $1.finding.subject)
    }
  }

  /// The kinds to search for, and the row to start from.
  mutating func plan(at now: Date) -> (kinds: [(AuditFinding.Kind, Int64)], startedAt: Date) {
    // A clock that was set back behind the start restarts the count.
    let startedAt = min(self.startedAt ?? now, now)
    self.startedAt = startedAt
    return (AuditFinding.Kind.allCases.map { ($0, cursors[$0] ?? .min) }, startedAt)
  }

  /// Seconds between two attempts at the same repair.
  private static let longestPause: TimeInterval = 64

  mutating func note(_ looks: [AuditLook], at now: Date) -> News {
    var news = News()
    for look in looks {
      let page = look.page
      cursors[look.kind] = page.end ?? .min
      let seen = Set(page.subjects.map { AuditFinding(look.kind, $0) })
      // A finding is gone only if this search covered its row and did not find it again.
      for (finding, sighting) in open
      where finding.kind == look.kind && finding.subject > look.after
        && finding.subject <= page.end ?? .max && !seen.contains(finding)
      {
        open[finding] = nil
        tries[finding] = nil
        if sighting.repairs > 0 { repaired[look.kind, default: 0] += 1 }
        news.gone.append(sighting)
      }
      for finding in page.subjects.map({ AuditFinding(look.kind, $0) }) {
        if open[finding] == nil {
          let sighting = AuditSighting(finding, foundAt: page.since[finding.subject] ?? now)
          open[finding] = sighting
          found[look.kind, default: 0] += 1
          news.new.append(sighting)
        }
        let (count, next) = tries[finding] ?? (0, now)
        // Further away than any pause: the clock was set back.
        guard next <= now || next > now + Self.longestPause else { continue }
        // 1, 2, 4 … seconds.
        let pause = min(pow(2, Double(min(count, 6))), Self.longestPause)
        tries[finding] = (count + 1, now + pause)
        news.toRepair.append(finding)
      }
    }
    return news
  }

  /// A repair of this finding has changed a row.
  mutating func noteRepair(of finding: AuditFinding) { open[finding]?.repairs += 1 }

  func report(patience: TimeInterval, at now: Date) -> AuditReport {
    AuditReport(
      sightings: sightings,
      // A finding in the future means that the clock was set back; how long it has existed is then
      // unknown.
      unrepaired: count(of: .promise, patience, now), unreached: count(of: .carrier, patience, now),
      found: found, repaired: repaired)
  }
}

extension AuditState {
  fileprivate func count(
    of fault: AuditFinding.Fault, _ patience: TimeInterval, _ now: Date
  ) -> Int {
    open.values.count {
      $0.fault(at: now) == fault && ($0.foundAt > now || $0.foundAt + patience <= now)
    }
  }
}

/// The auditor's findings.
public struct AuditReport: Equatable, Sendable {
  /// The current findings, the oldest first.
  public var sightings: [AuditSighting]
  /// How many promises were not repaired in time.
  public var unrepaired: Int
  /// How many alerts have had no message accepted by any carrier.
  public var unreached: Int
  /// Since the process started.
  public var found: [AuditFinding.Kind: Int]
  /// Those that were gone after a repair, since the process started.
  public var repaired: [AuditFinding.Kind: Int]
}
