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

  func claimDeliveries(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority, owner: String, at now: Date,
    leaseUntil: Date, limit: Int
  ) -> [Delivery] {
    let claimable = tables.deliveries.indices.filter { index in
      let row = tables.deliveries[index]
      guard kinds.contains(row.kind), row.priority <= priority else { return false }
      return switch row.state {
      case .ready: row.nextAttemptAt <= now
      case .leased: row.leaseUntil.map { $0 <= now } ?? true
      case .done, .dead: false
      }
    }
    .sorted {
      let (one, two) = (tables.deliveries[$0], tables.deliveries[$1])
      return (one.priority, one.nextAttemptAt) < (two.priority, two.nextAttemptAt)
    }
    .prefix(max(0, limit))
    return claimable.map { index in
      tables.deliveries[index].state = .leased
      tables.deliveries[index].leaseOwner = owner
      tables.deliveries[index].leaseUntil = leaseUntil
      tables.deliveries[index].attempts += 1
      return tables.deliveries[index]
    }
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
    settle(id, owner, attempt, .dead) { $0.lastError = error }
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
