import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func insert(_ delivery: Delivery) -> Bool {
    guard !tables.deliveries.contains(where: { $0.dedupeKey == delivery.dedupeKey }) else {
      return false
    }
    tables.deliveries.append(delivery)
    return true
  }

  func claimableDeliveries(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority, at now: Date, limit: Int,
    sparing held: Set<Delivery.ID>
  ) -> [Delivery.ID] {
    tables.deliveries.filter { row in
      kinds.contains(row.kind) && row.priority <= priority && !held.contains(row.id)
        && isClaimable(row, at: now) && !isSuspect(row)
    }
    .sorted { ($0.priority, $0.nextAttemptAt) < ($1.priority, $1.nextAttemptAt) }
    .prefix(max(0, limit)).map(\.id)
  }

  func suspectDelivery(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority, at now: Date,
    sparing held: Set<Delivery.ID>
  ) -> Delivery.ID? {
    tables.deliveries.filter {
      kinds.contains($0.kind) && $0.priority <= priority && !held.contains($0.id)
        && isClaimable($0, at: now) && isSuspect($0)
    }.min { ($0.priority, $0.nextAttemptAt) < ($1.priority, $1.nextAttemptAt) }?.id
  }

  func claimDelivery(
    _ id: Delivery.ID, owner: String, at now: Date, leaseUntil: Date
  ) -> Delivery? {
    guard
      let index = tables.deliveries.firstIndex(where: {
        $0.id == id && isClaimable($0, at: now)
      })
    else { return nil }
    let row = tables.deliveries[index]
    if row.state == .leased {
      tables.deliveries[index].lastError = Delivery.noResult(
        min(row.unanswered + 1, Delivery.mostUnanswered))
    }
    tables.deliveries[index].state = .leased
    tables.deliveries[index].leaseOwner = owner
    tables.deliveries[index].leaseUntil = leaseUntil
    tables.deliveries[index].attempts += 1
    return tables.deliveries[index]
  }

  private func isClaimable(_ row: Delivery, at now: Date) -> Bool {
    switch row.state {
    case .ready: row.nextAttemptAt <= now
    case .leased: row.leaseUntil.map { $0 <= now } ?? true
    case .done, .dead: false
    }
  }

  private func isSuspect(_ row: Delivery) -> Bool {
    row.unanswered + (row.state == .leased ? 1 : 0) >= Delivery.suspectFrom
  }

  func completeDelivery(_ id: Delivery.ID, owner: String, attempt: Int, at now: Date) -> Bool {
    settle(id, owner, attempt, .done) { $0.acceptedAt = $0.acceptedAt ?? now }
  }

  func deferDelivery(_ id: Delivery.ID, owner: String, attempt: Int, until: Date) -> Bool {
    settle(id, owner, attempt, .ready) {
      $0.nextAttemptAt = until
      $0.attempts -= 1
    }
  }

  func retryDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, nextAttemptAt: Date, error: String
  ) -> Bool {
    settle(id, owner, attempt, .ready) {
      $0.nextAttemptAt = nextAttemptAt
      $0.lastError = error
    }
  }

  func buryDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, at now: Date, error: String
  ) -> Bool {
    let isBuried = settle(id, owner, attempt, .dead) { $0.lastError = error }
    if isBuried { tables.buriedAt[id] = now }
    return isBuried
  }

  func releaseDeliveries(owner: String) -> Int {
    var count = 0
    for index in tables.deliveries.indices
    where tables.deliveries[index].state == .leased
      && tables.deliveries[index].leaseOwner == owner
    {
      tables.deliveries[index].state = .ready
      tables.deliveries[index].leaseOwner = nil
      tables.deliveries[index].leaseUntil = nil
      count += 1
    }
    return count
  }

  func endLeases(at now: Date) -> Int {
    var count = 0
    for (index, row) in tables.deliveries.enumerated()
    where row.state == .leased && row.unanswered == 0 && row.leaseUntil.map({ $0 > now }) ?? false {
      tables.deliveries[index].leaseUntil = now
      count += 1
    }
    return count
  }

  private func settle(
    _ id: Delivery.ID, _ owner: String, _ attempt: Int, _ state: Delivery.State,
    _ note: (inout Delivery) -> Void = { _ in }
  ) -> Bool {
    change(
      &tables.deliveries,
      {
        $0.id == id && $0.state == .leased && $0.leaseOwner == owner && $0.attempts == attempt
      }
    ) {
      $0.state = state
      $0.leaseOwner = nil
      $0.leaseUntil = nil
      note(&$0)
    }
  }
}
