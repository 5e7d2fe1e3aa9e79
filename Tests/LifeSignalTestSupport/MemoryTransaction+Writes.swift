import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  // MARK: People

  func insert(_ person: Person) -> Bool {
    guard self.person(phoneNumber: person.phoneNumber) == nil,
      self.person(qrCode: person.qrCode) == nil
    else { return false }
    tables.people[person.id] = person
    return true
  }

  func update(_ person: Person) -> Bool {
    guard tables.people[person.id]?.revision == person.revision else { return false }
    if let holder = self.person(qrCode: person.qrCode), holder.id != person.id { return false }
    if let holder = self.person(phoneNumber: person.phoneNumber), holder.id != person.id {
      return false
    }
    tables.people[person.id] = person
    tables.people[person.id]?.revision += 1
    return true
  }

  func insert(_ channel: Channel) -> Bool {
    let same = tables.channels.firstIndex {
      $0.person == channel.person && $0.kind == channel.kind && $0.address == channel.address
    }
    guard let same else {
      tables.channels.append(channel)
      return true
    }
    let former = tables.channels[same]
    guard !former.isOn, former.off == nil || former.off == .unverified else { return false }
    tables.channels[same].disabledAt = channel.disabledAt
    tables.channels[same].off = channel.off
    tables.channels[same].session = channel.session
    return false
  }

  func disable(_ channel: Channel.ID, address: String?, at: Date) -> Bool {
    change(
      &tables.channels,
      { $0.id == channel && $0.disabledAt == nil && $0.address == address ?? $0.address }
    ) { $0.disabledAt = at }
  }

  func setPreference(_ key: String, of person: Person.ID, to value: String?) {
    tables.preferences[person, default: [:]][key] = value
  }

  // MARK: Relations

  func insert(_ relation: Relation, mirror: Relation) -> Bool {
    let (one, two) = (pair(relation), pair(mirror))
    guard tables.relations[one] == nil, tables.relations[two] == nil else { return false }
    tables.relations[one] = relation
    tables.relations[two] = mirror
    return true
  }

  func update(_ relation: Relation, mirror: Relation) -> Bool {
    let (one, two) = (pair(relation), pair(mirror))
    guard tables.relations[one]?.revision == relation.revision,
      tables.relations[two]?.revision == mirror.revision
    else { return false }
    tables.relations[one] = relation
    tables.relations[two] = mirror
    tables.relations[one]?.revision += 1
    tables.relations[two]?.revision += 1
    return true
  }

  func deleteRelation(of owner: Person.ID, with peer: Person.ID) -> Bool {
    tables.relations[MemoryTables.Pair(owner: peer, peer: owner)] = nil
    return tables.relations.removeValue(forKey: MemoryTables.Pair(owner: owner, peer: peer)) != nil
  }

  func keep(_ history: RequestHistory) {
    tables.requestHistory[MemoryTables.Pair(owner: history.owner, peer: history.asker)] = history
  }

  func forgetRequestHistory(of owner: Person.ID, from asker: Person.ID) {
    tables.requestHistory[MemoryTables.Pair(owner: owner, peer: asker)] = nil
  }

  private func pair(_ relation: Relation) -> MemoryTables.Pair {
    MemoryTables.Pair(owner: relation.owner, peer: relation.peer)
  }

  // MARK: Check-ins

  func insert(_ checkIn: CheckIn) -> Bool {
    if let key = checkIn.clientKey, self.checkIn(of: checkIn.person, clientKey: key) != nil {
      return false
    }
    var row = checkIn
    // Told by the key, as in the database.
    if row.source == .printedCode { row.source = .manual }
    if row.source == .manual, row.isByCode { row.source = .printedCode }
    tables.checkIns.append(row)
    return true
  }

  func insert(_ watch: Watch) -> Bool {
    guard tables.watches[watch.person] == nil else { return false }
    tables.watches[watch.person] = watch
    return true
  }

  func update(_ watch: Watch, from old: Watch) -> Bool {
    if let rival, var row = tables.watches[watch.person] {
      rival(&row)
      tables.watches[watch.person] = row
      rivalCommitted = row
      self.rival = nil
    }
    guard let row = tables.watches[watch.person], row.gen == old.gen, row.stage == old.stage,
      row.nextFireAt?.milliseconds == old.nextFireAt?.milliseconds
    else { return false }
    tables.watches[watch.person] = watch
    return true
  }

  // MARK: Alerts

  func insert(_ alert: Alert) -> Bool {
    let isTaken = tables.alerts.contains {
      $0.person == alert.person && $0.kind == alert.kind
        && ($0.isOpen || (alert.gen != nil && $0.gen == alert.gen))
    }
    guard !isTaken else { return false }
    tables.alerts.append(alert)
    return true
  }

  func end(_ alert: AlertRecord.ID, at: Date, reason: Alert.EndReason) -> Bool {
    change(&tables.alerts, { $0.id == alert && $0.isOpen }) {
      $0.endedAt = at
      $0.endReason = reason
    }
  }

  // MARK: Pings

  func insert(_ ping: Ping) -> Bool {
    guard pendingPing(from: ping.sender, to: ping.recipient) == nil else { return false }
    tables.pings.append(ping)
    return true
  }

  func update(_ ping: Ping, from old: Ping) -> Bool {
    change(
      &tables.pings,
      {
        $0.id == old.id && $0.status == old.status
          && $0.sentAt.milliseconds == old.sentAt.milliseconds
          && $0.expiresAt.milliseconds == old.expiresAt.milliseconds
      }
    ) { $0 = ping }
  }

  // MARK: Notifications

  func insert(_ notification: NotificationRecord) -> Bool {
    guard !tables.notifications.contains(where: { $0.dedupeKey == notification.dedupeKey }) else {
      return false
    }
    tables.notifications.append(notification)
    return true
  }

  func markRead(_ id: NotificationData.ID, of person: Person.ID, at: Date) -> Bool {
    change(
      &tables.notifications, { $0.id == id && $0.person == person && $0.readAt == nil }
    ) { $0.readAt = at }
  }

  func markAllRead(of person: Person.ID, upTo: Date, at: Date) -> Int {
    let unread = notifications(of: person, limit: .max)
      .filter { $0.readAt == nil && $0.at <= upTo }
    return unread.filter { markRead($0.id, of: person, at: at) }.count
  }

  func clearNotification(_ id: NotificationData.ID, of person: Person.ID) -> Bool {
    guard notifications(of: person, limit: .max).contains(where: { $0.id == id }) else {
      return false
    }
    return tables.cleared.insert(id).inserted
  }

  func clearNotifications(of person: Person.ID, upTo: Date) -> Int {
    let visible = notifications(of: person, limit: .max).filter { $0.at <= upTo }
    return visible.filter { tables.cleared.insert($0.id).inserted }.count
  }

  // MARK: Signing in

  func insert(_ code: OneTimeCode) -> Bool {
    guard oneTimeCode(code.id) == nil else { return false }
    tables.codes.append(code)
    return true
  }

  func countAttempt(_ id: OneTimeCode.ID, from old: Int) -> Bool {
    change(&tables.codes, { $0.id == id && $0.attempts == old }) { $0.attempts += 1 }
  }

  func useOneTimeCode(_ id: OneTimeCode.ID, at: Date) -> Bool {
    change(&tables.codes, { $0.id == id && $0.usedAt == nil }) { $0.usedAt = at }
  }

  func insert(_ session: Session) -> Bool {
    guard self.session(tokenHash: session.tokenHash) == nil else { return false }
    tables.sessions.append(session)
    return true
  }

  func revokeSession(_ id: SessionID, of person: Person.ID, at: Date) -> Bool {
    change(
      &tables.sessions, { $0.id == id && $0.person == person && $0.revokedAt == nil }
    ) { $0.revokedAt = at }
  }

  func revokeSessions(of person: Person.ID, otherThan id: SessionID, at: Date) -> Int {
    var count = 0
    for index in tables.sessions.indices
    where tables.sessions[index].person == person && tables.sessions[index].id != id
      && tables.sessions[index].revokedAt == nil
    {
      tables.sessions[index].revokedAt = at
      count += 1
    }
    return count
  }

  func noteUse(ofSession id: SessionID, at: Date) -> Bool {
    change(&tables.sessions, { $0.id == id && $0.revokedAt == nil }) { $0.lastSeenAt = at }
  }

  func proveSession(_ id: SessionID, of person: Person.ID, at: Date) -> Bool {
    change(
      &tables.sessions, { $0.id == id && $0.person == person && $0.revokedAt == nil }
    ) { $0.provenAt = at }
  }

  // MARK: The server itself

  func setHeartbeat(_ heartbeat: Heartbeat) { tables.heartbeat = heartbeat }

  func sweep(before: Date, limit: Int) -> Int {
    let count =
      tables.notifications.count + tables.deliveries.count + tables.codes.count
      + tables.sessions.count + tables.accessTokens.count
    tables.notifications.removeAll { $0.at < before }
    tables.deliveries.removeAll {
      $0.createdAt < before && ($0.state == .done || $0.state == .dead)
    }
    tables.codes.removeAll { $0.expiresAt < before }
    tables.sessions.removeAll { $0.expiresAt < before }
    tables.accessTokens.removeAll {
      [$0.expiresAt, $0.revokedAt].contains { $0.map { $0 < before } ?? false }
    }
    return count - tables.notifications.count - tables.deliveries.count - tables.codes.count
      - tables.sessions.count - tables.accessTokens.count
      + sweepCheckInSheets(before: before, limit: limit)
  }

  /// Changes the first row that matches; false when none does.
  func change<Row>(
    _ rows: inout [Row], _ matches: (Row) -> Bool, _ change: (inout Row) -> Void
  ) -> Bool {
    guard let index = rows.firstIndex(where: matches) else { return false }
    change(&rows[index])
    return true
  }
}
