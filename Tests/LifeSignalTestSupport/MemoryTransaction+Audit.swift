import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func audit(_ kind: AuditFinding.Kind, _ scope: AuditScope) throws -> AuditPage {
    switch kind {
    case .missedWithoutAlarm:
      return page(tables.watches.values.filter { $0.stage == .missed }, scope, \.person.int64) {
        self.openAlert(of: $0.person, kind: .missedCheckIn) == nil
      }
    case .journeyWithoutAlarm:
      return page(tables.travels.filter(\.isOverdue), scope, \.id.int64) {
        self.openAlert(of: $0.person, kind: .travel) == nil
      }
    case .alarmUntold:
      return page(tables.alerts.filter(\.isOpen), scope, \.id.int64) { alert in
        alert.kind != .duress && alert.startedAt >= scope.entriesSince
          && !self.tables.notifications.contains {
            $0.relatedAlert == alert.id && $0.person == alert.person
              || alert.kind == .missedCheckIn
                && $0.dedupeKey
                  == "checkInExpired:\(alert.person):\(alert.gen ?? 0):\(alert.person)"
              || alert.kind == .travel
                && $0.dedupeKey == "travelOverdue:\(alert.gen ?? 0):\(alert.person)"
          }
      }
    case .alarmUncalled:
      return page(tables.alerts.filter(\.isOpen), scope, \.id.int64) { alert in
        self.escalation(alert.id)?.nextFireAt == nil
      }
    case .alarmUnheard:
      return try page(tables.alerts.filter(\.isOpen), scope, \.id.int64) { alert in
        guard let row = self.escalation(alert.id), row.holder == nil else { return false }
        let called = try self.responders(of: alert.person).filter {
          row.told.contains($0.person.id)
        }
        let isUnheard =
          alert.startedAt >= scope.entriesSince && !called.isEmpty
          && !self.tables.notifications.contains {
            $0.relatedAlert == alert.id && $0.person != alert.person
          }
        return isUnheard
          || self.isWithoutMessage(alert, scope)
            && called.contains { $0.channels.contains(where: \.isOn) }
      }
    case .alarmLate:
      return found(scope, tables.escalations, \.alert.int64) { row in
        let longest =
          row.stage == .broadcasting ? EscalationRules.longestPause : EscalationRules.holding
        return row.nextFireAt.map {
          $0 < scope.lateBefore || $0 > scope.now + AuditScope.slack + longest
        } ?? false
      }
    case .watchWithoutTimer:
      return found(scope, tables.watches.values, \.person.int64) {
        $0.nextFireAt == nil && $0.stage != .missed && $0.deadline != nil
      }
    case .journeyWithoutTimer:
      return found(scope, tables.travels, \.id.int64) {
        $0.nextFireAt == nil && $0.isOpen && !$0.isOverdue
      }
    case .watchLate:
      return found(scope, tables.watches.values, \.person.int64) { watch in
        guard let next = watch.nextFireAt else { return false }
        let alarm = watch.deadline.map { $0 + watch.grace } ?? .distantFuture
        return next < scope.lateBefore
          || next < scope.soon && watch.stage.rawValue <= 3 && !watch.isPaused
            && alarm < scope.lateBefore
      }
    case .journeyLate:
      return found(scope, tables.travels, \.id.int64) { travel in
        guard let next = travel.nextFireAt else { return false }
        return next < scope.lateBefore
          || next < scope.soon && travel.stage.rawValue <= 2 && travel.alarmAt < scope.lateBefore
      }
    case .pingLate:
      return found(scope, tables.pings, \.id.int64) {
        $0.status == .pending && $0.expiresAt < scope.lateBefore
      }
    case .deliveryLate:
      return found(scope, tables.deliveries, \.id.int64) {
        $0.state == .ready && $0.nextAttemptAt < scope.lateBefore
          || $0.state == .leased && $0.leaseUntil.map { $0 < scope.lateBefore } ?? true
      }
    case .watchMissing:
      return page(tables.people.values, scope, \.id.int64) { self.tables.watches[$0.id] == nil }
    case .relationBroken:
      return page(tables.relations.values, scope, \.owner.int64) { side in
        let other = self.tables.relations[MemoryTables.Pair(owner: side.peer, peer: side.owner)]
        return other?.status != side.status.mirrored || other?.isResponder != side.isDependent
          || other?.isDependent != side.isResponder
      }
    case .alarmStuck:
      return page(tables.alerts.filter(\.isOpen), scope, \.id.int64) { alert in
        guard let row = self.escalation(alert.id), row.holder == nil, !row.told.isEmpty else {
          return false
        }
        let calls = self.tables.notifications.filter {
          $0.relatedAlert == alert.id && $0.person != alert.person
        }
        return (calls.map(\.at).max() ?? alert.startedAt) < scope.lateBefore - 21_630
      }
    case .codeLate:
      return found(scope, tables.checkInCodes, \.id.int64) { code in
        code.dueAt != nil && (code.usedAt.map { $0 < scope.lateBefore - 30 } ?? true)
      }
    case .messageGivenUp:
      var given = found(scope, tables.deliveries, \.id.int64) { row in
        row.state == .dead && row.lastError == Delivery.endedProcess
          && (self.tables.buriedAt[row.id] ?? scope.now) >= scope.now - 86_400
      }
      for id in given.subjects {
        given.since[id] = min(tables.buriedAt[Delivery.ID(id)] ?? scope.now, scope.now)
      }
      return given
    // No row here is unreadable, and none holds what another release has stored.
    case .messageUnreadable, .relationUnknown, .channelDamaged: return AuditPage()
    case .alarmUnreached:
      return page(tables.alerts.filter(\.isOpen), scope, \.id.int64) { alert in
        let calls = self.tables.deliveries.filter {
          $0.alert == alert.id && $0.person != alert.person
        }
        return self.escalation(alert.id)?.holder == nil
          && calls.contains { $0.createdAt < scope.lateBefore - 90 && !$0.isWithdrawn }
          && !calls.contains { $0.acceptedAt != nil }
      }
    case .alarmWithoutMessage:
      return try page(tables.alerts.filter(\.isOpen), scope, \.id.int64) { alert in
        guard let row = self.escalation(alert.id), row.holder == nil,
          self.isWithoutMessage(alert, scope)
        else { return false }
        let called = try self.responders(of: alert.person).filter {
          row.told.contains($0.person.id)
        }
        return !called.isEmpty && !called.contains { $0.channels.contains(where: \.isOn) }
      }
    case .deliveryStranded:
      return found(scope, tables.deliveries, \.id.int64) {
        $0.state == .ready && $0.nextAttemptAt > scope.strandedAfter
          || $0.state == .ready && $0.rank == 0 && $0.priority.climbs
            && $0.nextAttemptAt > scope.alarmStrandedAfter
          || $0.state == .leased && $0.leaseUntil.map { $0 > scope.leasedAfter } ?? false
      }
    }
  }

  func requeueWatch(of person: Person.ID, at: Date) -> Bool {
    guard var watch = tables.watches[person] else { return false }
    watch.stage = .alarm
    watch.nextFireAt = at
    watch.deadline = watch.deadline ?? at
    tables.watches[person] = watch
    return true
  }

  func requeueTravel(_ id: TravelData.ID, at: Date) -> Bool {
    change(&tables.travels, { $0.id == id && $0.isOpen }) {
      $0.stage = .alarm
      $0.nextFireAt = at
    }
  }

  func restoreRelations(of person: Person.ID) -> Bool {
    var isChanged = false
    for side in tables.relations.values where side.owner == person {
      let pair = MemoryTables.Pair(owner: side.peer, peer: side.owner)
      guard tables.relations[pair] == nil else { continue }
      tables.relations[pair] = Relation(
        owner: side.peer, peer: side.owner, isResponder: side.isDependent,
        isDependent: side.isResponder, status: side.status.mirrored, addedAt: side.addedAt,
        updatedAt: side.updatedAt, revision: side.revision,
        responderRequest: side.responderRequest?.mirrored)
      isChanged = true
    }
    return isChanged
  }

  func requeueEscalation(
    _ alert: AlertRecord.ID, steps: [EscalationPlan.Step], at: Date
  ) -> Bool {
    guard let record = self.alert(alert), record.isOpen else { return false }
    let old = escalation(alert)
    tables.escalations.removeAll { $0.alert == alert }
    tables.escalations.append(
      Escalation(
        alert: alert, person: record.person,
        // Of a silent alarm they say who may know of it.
        steps: record.kind == .duress && steps.isEmpty ? old?.steps ?? [] : steps,
        stage: .broadcasting,
        calls: old?.calls ?? 1_000, nextFireAt: at, gen: (old?.gen ?? 0) + 1,
        told: old?.told ?? []))
    return true
  }

  func requeueDelivery(_ id: Delivery.ID, at: Date) -> Bool {
    change(&tables.deliveries, { $0.id == id && ($0.state == .ready || $0.state == .leased) }) {
      $0.state = .ready
      $0.nextAttemptAt = at
      $0.leaseOwner = nil
      $0.leaseUntil = nil
    }
  }

  func abandonDelivery(_ id: Delivery.ID, reason: String, at: Date) -> Bool {
    change(&tables.deliveries, { $0.id == id && $0.state == .ready }) {
      $0.state = .dead
      $0.lastError = reason
    }
  }

  func reviveDelivery(_ id: Delivery.ID, at: Date, giveUpAt: Date) -> Bool {
    change(&tables.deliveries, { $0.id == id && $0.state == .dead }) {
      $0.state = .ready
      $0.nextAttemptAt = at
      $0.giveUpAt = giveUpAt
    }
  }

  func auditSightings() -> [AuditSighting] { tables.auditSightings }
  func replaceAuditSightings(_ sightings: [AuditSighting]) { tables.auditSightings = sightings }
  func loopTurns() -> [LoopName: Date] { tables.loopTurns }
  func setLoopTurns(_ turns: [LoopName: Date]) { tables.loopTurns.merge(turns) { $1 } }

  func secret(_ name: String) -> Data? { tables.secrets[name] }

  func insertSecret(_ name: String, _ value: Data) -> Bool {
    guard tables.secrets[name] == nil else { return false }
    tables.secrets[name] = value
    return true
  }

  func replaceSecret(_ name: String, _ value: Data) { tables.secrets[name] = value }

  func outboxFigures() -> [OutboxFigure] {
    [Delivery.State.ready, .leased, .dead].flatMap { state in
      Dictionary(grouping: tables.deliveries.filter { $0.state == state }, by: \.kind)
        .sorted { $0.key.rawValue < $1.key.rawValue }
        .map { kind, rows in
          let dates = rows.map {
            state == .leased ? $0.leaseUntil ?? $0.createdAt : $0.nextAttemptAt
          }
          return OutboxFigure(kind: kind, state: state, count: rows.count, oldest: dates.min())
        }
    }
  }

  func deadLetters(limit: Int) -> [DeadLetter] {
    tables.deliveries.filter { $0.state == .dead && $0.lastError != Delivery.withdrawn }.sorted {
      $0.id > $1.id
    }.prefix(limit)
      .map(DeadLetter.init)
  }

  func deadLetter(_ id: Delivery.ID) -> DeadLetter? {
    tables.deliveries.first { $0.id == id && $0.state == .dead }.map(DeadLetter.init)
  }

  private func isWithoutMessage(_ alert: Alert, _ scope: AuditScope) -> Bool {
    alert.startedAt < scope.lateBefore - 90
      && !tables.deliveries.contains { $0.alert == alert.id && $0.person != alert.person }
  }

  private func page<Row>(
    _ rows: some Sequence<Row>, _ scope: AuditScope, _ id: KeyPath<Row, Int64?>,
    isBroken: (Row) throws -> Bool
  ) rethrows -> AuditPage {
    let page = rows.filter { ($0[keyPath: id] ?? 0) > scope.after }
      .sorted { ($0[keyPath: id] ?? 0) < ($1[keyPath: id] ?? 0) }.prefix(scope.rows)
    return AuditPage(
      subjects: try page.filter(isBroken).prefix(scope.findings).map { $0[keyPath: id] ?? 0 },
      end: page.count < scope.rows ? nil : page.last?[keyPath: id])
  }

  private func found<Row>(
    _ scope: AuditScope, _ rows: some Sequence<Row>, _ id: KeyPath<Row, Int64?>,
    isBroken: (Row) -> Bool
  ) -> AuditPage {
    AuditPage(
      subjects: rows.filter(isBroken).map { $0[keyPath: id] ?? 0 }.sorted().prefix(scope.findings)
        .map { $0 })
  }
}

extension DeadLetter {
  fileprivate init(_ delivery: Delivery) {
    self.init(
      id: delivery.id, kind: delivery.kind, priority: delivery.priority,
      attempts: delivery.attempts, createdAt: delivery.createdAt, diedAt: delivery.nextAttemptAt,
      reason: delivery.lastError ?? "")
  }
}
