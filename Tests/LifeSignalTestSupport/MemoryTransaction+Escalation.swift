import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func alert(_ id: AlertRecord.ID) -> Alert? { tables.alerts.first { $0.id == id } }

  func alert(of person: Person.ID, key: String) -> Alert? {
    tables.alertKeys[[person.rawValue, key]].flatMap { alert($0) }
  }

  func keepAlertKey(_ key: String, of person: Person.ID, alert: AlertRecord.ID) -> Bool {
    guard tables.alertKeys[[person.rawValue, key]] == nil else { return false }
    tables.alertKeys[[person.rawValue, key]] = alert
    return true
  }

  func openAlerts(of person: Person.ID) -> [Alert] {
    tables.alerts.filter { $0.person == person && $0.isOpen }
      .sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
  }

  // MARK: Escalation

  func escalationPlan(of person: Person.ID) -> EscalationPlan? { tables.escalationPlans[person] }

  func setEscalationPlan(_ plan: EscalationPlan?, of person: Person.ID) {
    tables.escalationPlans[person] = plan
  }

  func escalation(_ alert: AlertRecord.ID) -> Escalation? {
    tables.escalations.first { $0.alert == alert }
  }

  func dueEscalations(at now: Date, limit: Int) -> [Escalation] {
    let due = tables.escalations.filter { $0.nextFireAt.map { $0 <= now } ?? false }
    return Array(due.sorted { $0.nextFireAt! < $1.nextFireAt! }.prefix(limit))
  }

  func earliestEscalation() -> Date? { tables.escalations.compactMap(\.nextFireAt).min() }

  func escalations(heldBy person: Person.ID) -> [Escalation] {
    tables.escalations.filter { $0.holder == person && $0.isOpen }
  }

  func insert(_ escalation: Escalation) -> Bool {
    guard self.escalation(escalation.alert) == nil else { return false }
    tables.escalations.append(escalation)
    return true
  }

  func update(_ escalation: Escalation, from old: Escalation) -> Bool {
    change(
      &tables.escalations, { $0.alert == old.alert && $0.gen == old.gen && $0.isOpen }
    ) { $0 = escalation }
  }

  // MARK: Ladder

  func deliveries(about alert: AlertRecord.ID) -> [Delivery] {
    tables.deliveries.filter { $0.alert == alert }
  }

  func deliveries(of notification: NotificationData.ID) -> [Delivery] {
    tables.deliveries.filter { $0.notification == notification }
  }

  func delivery(receiptToken: String) -> Delivery? {
    tables.deliveries.first { $0.receiptToken == receiptToken }
  }

  func delivery(_ id: Delivery.ID) -> Delivery? {
    tables.deliveries.first { $0.id == id }
  }

  func note(_ rung: Rung, of delivery: Delivery.ID, at: Date) -> Bool {
    change(&tables.deliveries, { $0.id == delivery && $0.rung < rung }) { row in
      if rung >= .accepted { row.acceptedAt = row.acceptedAt ?? at }
      if rung >= .shown { row.shownAt = row.shownAt ?? at }
      if rung >= .opened { row.openedAt = row.openedAt ?? at }
    }
  }

  func postponeDeliveries(
    of notification: NotificationData.ID, above rank: Int, until: Date
  ) -> Int {
    waiting(of: notification, above: rank).filter { index in
      let row = tables.deliveries[index]
      guard row.attempts == 0, row.nextAttemptAt < until else { return false }
      tables.deliveries[index].nextAttemptAt = until
      return true
    }
    .count
  }

  func withdrawDeliveries(
    of notification: NotificationData.ID, above rank: Int?, at: Date
  ) -> Int {
    let waiting = waiting(of: notification, above: rank)
    for index in waiting {
      tables.deliveries[index].state = .dead
      tables.deliveries[index].lastError = Delivery.withdrawn
    }
    return waiting.count
  }

  func advanceDelivery(of notification: NotificationData.ID, to at: Date) -> Bool {
    let next = waiting(of: notification).filter { tables.deliveries[$0].attempts == 0 }
      .min { tables.deliveries[$0].rank < tables.deliveries[$1].rank }
    guard let next, tables.deliveries[next].nextAttemptAt > at else { return false }
    tables.deliveries[next].nextAttemptAt = at
    return true
  }

  func bounceDelivery(_ id: Delivery.ID, reason: String, at: Date) -> Bool {
    change(&tables.deliveries, { $0.id == id && ($0.state == .done || $0.state == .leased) }) {
      $0.state = .dead
      $0.lastError = reason
      $0.acceptedAt = nil
      $0.leaseOwner = nil
      $0.leaseUntil = nil
    }
  }

  // MARK: Replies

  func hasReply(_ id: Reply.ID) -> Bool { tables.replies[id] != nil }

  func insertReply(_ id: Reply.ID, at: Date) -> Bool {
    guard tables.replies[id] == nil else { return false }
    tables.replies[id] = at
    return true
  }

  private func waiting(of notification: NotificationData.ID, above rank: Int? = nil) -> [Int] {
    tables.deliveries.indices.filter {
      let row = tables.deliveries[$0]
      return row.notification == notification && row.state == .ready
        && (row.rank > rank ?? -1 || row.shownAt != nil)
    }
  }
}
