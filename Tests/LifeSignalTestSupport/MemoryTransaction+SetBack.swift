import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func watches(ahead now: Date, courtesy: TimeInterval, after: Int64, limit: Int) -> [Watch] {
    let ahead = tables.watches.values.filter { watch in
      !watch.isPaused && watch.stage != .missed
        && (watch.lastCheckIn ?? now > now || watch.resumedAt ?? now > now
          || watch.stage == .courtesy && watch.nextFireAt ?? now > now + courtesy)
    }
    return page(Array(ahead), \.person.int64, after, limit)
  }

  func travels(ahead end: Date, after: Int64, limit: Int) -> [Travel] {
    let ahead = tables.travels.filter {
      $0.isOpen && $0.stage == .courtesy && $0.nextFireAt ?? end > end
    }
    return page(ahead, \.id.int64, after, limit)
  }

  func escalations(ahead now: Date, after: Int64, limit: Int) -> [Escalation] {
    page(tables.escalations.filter { $0.nextFireAt ?? now > now }, \.alert.int64, after, limit)
  }

  func bringForwardAlarms(by seconds: TimeInterval, at now: Date) {
    let latest = now + RetryRules.cap
    for index in tables.deliveries.indices {
      let row = tables.deliveries[index]
      guard row.state == .ready, row.priority.climbs else { continue }
      if row.rank == 0 || row.attempts > 0 {
        tables.deliveries[index].nextAttemptAt = min(row.nextAttemptAt, latest)
      } else if row.createdAt > now, row.nextAttemptAt > now {
        tables.deliveries[index].nextAttemptAt = max(now, row.nextAttemptAt - seconds)
      }
    }
  }

  func bringForwardCheckInCodes(to now: Date) {
    for index in tables.checkInCodes.indices {
      tables.checkInCodes[index].dueAt = tables.checkInCodes[index].dueAt.map { min($0, now) }
    }
  }

  private func page<Row>(
    _ rows: [Row], _ number: KeyPath<Row, Int64?>, _ after: Int64, _ limit: Int
  ) -> [Row] {
    let sorted = rows.map { ($0[keyPath: number] ?? 0, $0) }.sorted { $0.0 < $1.0 }
    return sorted.filter { $0.0 > after }.prefix(limit).map(\.1)
  }
}
