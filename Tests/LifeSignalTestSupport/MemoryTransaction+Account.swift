import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  // MARK: Pictures

  func picture(_ id: Picture.ID) -> Picture? { tables.pictures.first { $0.id == id } }

  func insert(_ picture: Picture) -> Bool {
    guard self.picture(picture.id) == nil else { return false }
    tables.pictures.append(picture)
    return true
  }

  func removePictures(of person: Person.ID) -> Int {
    let count = tables.pictures.count
    tables.pictures.removeAll { $0.person == person }
    return count - tables.pictures.count
  }

  // MARK: Retired codes

  func isRetired(_ code: QRCodeID) -> Bool { tables.retiredQRCodes.contains { $0.id == code } }

  func retiredQRCodes(of person: Person.ID, limit: Int) -> [RetiredQRCode] {
    let theirs = tables.retiredQRCodes.filter { $0.person == person }
    return Array(
      theirs.sorted { ($1.retiredAt, $0.id.rawValue) < ($0.retiredAt, $1.id.rawValue) }
        .prefix(limit))
  }

  func insert(_ code: RetiredQRCode) -> Bool {
    guard !isRetired(code.id) else { return false }
    tables.retiredQRCodes.append(code)
    return true
  }

  func sweepRetiredQRCodes(before: Date, limit: Int) -> Int {
    let old = tables.retiredQRCodes.filter { $0.retiredAt < before }
      .sorted { $0.retiredAt < $1.retiredAt }.prefix(limit).map(\.id)
    tables.retiredQRCodes.removeAll { old.contains($0.id) }
    return old.count
  }

  // MARK: Activity

  func activities(of person: Person.ID, before: Activity.ID?, limit: Int) -> [Activity] {
    let mine = tables.activities.filter { activity in
      activity.person == person && before.map { activity.id < $0 } ?? true
    }
    return Array(mine.sorted { $0.id > $1.id }.prefix(limit))
  }

  func sweepCheckIns(before: Date, limit: Int) -> Int {
    sweepCheckIns(after: \.checkInsSweptUpTo, before, limit) { $0.source == .automatic }
  }

  func sweepAllCheckIns(before: Date, limit: Int) -> Int {
    sweepCheckIns(after: \.allCheckInsSweptUpTo, before, limit) { _ in true }
  }

  private func sweepCheckIns(
    after mark: WritableKeyPath<MemoryTables, Int64>, _ before: Date, _ limit: Int,
    where mayGo: (CheckIn) -> Bool
  ) -> Int {
    let all = tables.checkIns
    let swept = tables[keyPath: mark]
    let next = all.filter { $0.id.int64 ?? 0 > swept }
      .sorted { $0.id.int64 ?? 0 < $1.id.int64 ?? 0 }.prefix(limit)
    let old = next.prefix { $0.recordedAt < before }
    guard let last = old.last?.id.int64 else { return 0 }
    let seen = Set(old.map(\.id))
    tables.checkIns.removeAll { row in
      guard mayGo(row), seen.contains(row.id) else { return false }
      let day = Zone.utc.date(at: row.at)
      let others = all.filter { $0.person == row.person && Zone.utc.date(at: $0.at) == day }
      return others.contains { $0.at < row.at } && others.contains { $0.at > row.at }
    }
    tables[keyPath: mark] = last
    return old.count
  }

  func sweepHistory(before: Date, limit: Int) -> Int {
    func isOver(_ end: Date?) -> Bool { end.map { $0 < before } ?? false }
    let alerts = tables.alerts.filter { alert in
      isOver(alert.endedAt)
        && (alert.gen == nil || tables.watches[alert.person]?.gen != alert.gen)
    }.map(\.id)
    let count = tables.pings.count + tables.travels.count + tables.pauses.count
    tables.pings.removeAll { isOver($0.closedAt) }
    tables.travels.removeAll { isOver($0.endedAt) }
    tables.pauses.removeAll { $0.until < before }
    tables.alerts.removeAll { alerts.contains($0.id) }
    tables.escalations.removeAll { alerts.contains($0.alert) }
    return count - tables.pings.count - tables.travels.count - tables.pauses.count + alerts.count
  }

  func lastActivity(
    of person: Person.ID, by contact: Person.ID, _ kind: Activity.Kind
  ) -> Activity? {
    activities(of: person, before: nil, limit: .max)
      .first { $0.contact == contact && $0.kind == kind }
  }

  func insert(_ activity: Activity) -> Bool {
    tables.activities.append(activity)
    return true
  }

  func sweepActivities(before: Date, limit: Int) -> Int {
    let count = tables.activities.count
    tables.activities.removeAll { $0.at < before }
    return count - tables.activities.count
  }

  // MARK: Accounts

  func moveChannels(of person: Person.ID, from old: String, to new: String) -> Int {
    let moving = tables.channels.filter { $0.person == person && $0.address == old }
    tables.channels.removeAll { channel in
      channel.person == person && channel.address == new
        && moving.contains { $0.kind == channel.kind }
    }
    for index in tables.channels.indices
    where tables.channels[index].person == person && tables.channels[index].address == old {
      tables.channels[index].address = new
      let channel = tables.channels[index]
      if channel.kind != .sms, [.byPerson, .removed].contains(channel.off) { continue }
      tables.channels[index].disabledAt = nil
      tables.channels[index].off = nil
    }
    for index in tables.deliveries.indices
    where tables.deliveries[index].person == person && tables.deliveries[index].address == old
      && [.ready, .leased].contains(tables.deliveries[index].state)
    {
      tables.deliveries[index].address = new
    }
    return moving.count
  }

  func delete(_ person: Person) -> Bool {
    let id = person.id
    let peers = tables.relations.values.filter { $0.owner == id }.map(\.peer)
    let said = tables.notifications.filter { entry in
      entry.person != id
        && (entry.relatedContact == id
          || peers.contains(entry.person)
            && entry.names(person.name))
    }
    .map(\.id)
    tables.deliveries.removeAll { delivery in
      delivery.person == id || delivery.notification.map { said.contains($0) } ?? false
    }
    tables.escalations.removeAll { $0.person == id }
    tables.escalationPlans[id] = nil
    tables.notifications.removeAll { $0.person == id || said.contains($0.id) }
    tables.codes.removeAll { $0.phoneNumber == person.phoneNumber || $0.purpose.person == id }
    tables.channels.removeAll { $0.person == id }
    tables.checkIns.removeAll { $0.person == id }
    tables.pauses.removeAll { $0.person == id }
    tables.travels.removeAll { $0.person == id }
    tables.things.removeAll { $0.person == id }
    tables.evidenceRules[id] = nil
    tables.checkInSheets.removeAll { $0.person == id }
    tables.checkInCodes.removeAll { $0.person == id }
    for alert in tables.alerts where alert.person == id { tables.sealedEntries[alert.id] = nil }
    tables.drills[id] = nil
    tables.alerts.removeAll { $0.person == id }
    tables.alertKeys = tables.alertKeys.filter { $0.key.first != id.rawValue }
    tables.pings.removeAll { $0.sender == id || $0.recipient == id }
    tables.sessions.removeAll { $0.person == id }
    tables.accessTokens.removeAll { $0.person == id }
    tables.requests.removeAll { $0.person == id }
    tables.passkeys.removeAll { $0.person == id }
    tables.pictures.removeAll { $0.person == id }
    tables.retiredQRCodes.removeAll { $0.person == id }
    tables.activities.removeAll { $0.person == id || $0.contact == id }
    tables.relations = tables.relations.filter { $0.key.owner != id && $0.key.peer != id }
    tables.requestHistory = tables.requestHistory.filter {
      $0.key.owner != id && $0.key.peer != id
    }
    tables.preferences[id] = nil
    tables.watches[id] = nil
    tables.timelines[id] = nil
    tables.timelineHeads[id] = nil
    return tables.people.removeValue(forKey: id) != nil
  }
}

extension NotificationRecord {
  fileprivate func names(_ name: String) -> Bool {
    title.english.contains(name) || message.english.contains(name)
  }
}

extension OneTimeCode.Purpose {
  fileprivate var person: Person.ID? {
    switch self {
    case .signIn: nil
    case .numberChange(let person), .deletion(let person), .proof(let person),
      .channel(let person, _):
      person
    }
  }
}
