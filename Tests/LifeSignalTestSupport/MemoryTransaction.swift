import Foundation
import LifeSignalEngine
import LifeSignalModel

/// Reads of one state of the tables.
final class MemoryTransaction: LedgerTransaction {
  var tables: MemoryTables
  var rival: (@Sendable (inout Watch) -> Void)?
  /// What the rival wrote; it stays although this transaction may be undone.
  var rivalCommitted: Watch?
  private let poisoned: Set<Person.ID>

  init(_ tables: MemoryTables, poisoned: Set<Person.ID>) {
    self.tables = tables
    self.poisoned = poisoned
  }

  // MARK: People

  func person(_ id: Person.ID) throws -> Person? {
    if poisoned.contains(id) { throw LedgerError.corrupt("a person's row cannot be read") }
    return tables.people[id]
  }

  func person(phoneNumber: String) -> Person? {
    tables.people.values.first { $0.phoneNumber == phoneNumber }
  }

  func person(qrCode: QRCodeID) -> Person? {
    tables.people.values.first { $0.qrCode == qrCode }
  }

  func owners(of kind: ChannelKind, at address: String) -> [Person.ID] {
    let found = tables.channels.filter {
      $0.kind == kind && $0.address == address && $0.disabledAt == nil
    }
    return Array(Set(found.map(\.person)).sorted().prefix(2))
  }

  func channels(of person: Person.ID) -> [Channel] {
    tables.channels.filter { $0.person == person && $0.disabledAt == nil }
  }

  func allChannels(of person: Person.ID) -> [Channel] {
    tables.channels.filter { $0.person == person }
      .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  func channel(of person: Person.ID, _ kind: ChannelKind, at address: String) -> Channel? {
    tables.channels.first { $0.person == person && $0.kind == kind && $0.address == address }
  }

  func preferences(of person: Person.ID) -> [String: String] { tables.preferences[person] ?? [:] }
  func preference(_ key: String, of person: Person.ID) -> String? {
    tables.preferences[person]?[key]
  }
  func preferenceKeys(of person: Person.ID) -> Set<String> { Set(preferences(of: person).keys) }

  // MARK: Relations

  func requestHistory(of owner: Person.ID, from asker: Person.ID) -> RequestHistory? {
    tables.requestHistory[MemoryTables.Pair(owner: owner, peer: asker)]
  }

  func blockedAskers(of owner: Person.ID) throws -> [BlockedAsker] {
    try tables.requestHistory.values.filter { $0.owner == owner && $0.blockedAt != nil }
      .compactMap { history in
        try person(history.asker).map {
          BlockedAsker(id: $0.id, name: $0.name, blockedAt: history.blockedAt ?? .distantPast)
        }
      }
      .sorted { $0.id < $1.id }
  }

  func relation(of owner: Person.ID, with peer: Person.ID) -> Relation? {
    tables.relations[MemoryTables.Pair(owner: owner, peer: peer)]
  }

  func peers(of owner: Person.ID) -> [Person.ID] {
    tables.relations.values.filter { $0.owner == owner && $0.status == .accepted }.map(\.peer)
  }

  func responders(of owner: Person.ID) throws -> [Recipient] {
    try tables.relations.values
      .filter { $0.owner == owner && $0.status == .accepted && $0.isResponder }
      .compactMap { relation in
        try person(relation.peer).map {
          Recipient(
            person: $0, channels: channels(of: relation.peer),
            relation: self.relation(of: relation.peer, with: owner))
        }
      }
  }

  func responderCount(of owner: Person.ID) -> Int {
    tables.relations.values.count {
      $0.owner == owner && $0.status == .accepted && $0.isResponder
    }
  }

  func contacts(of owner: Person.ID) throws -> [ContactFacts] {
    try tables.relations.values.filter { $0.owner == owner }
      .sorted { ($0.addedAt, $0.peer) > ($1.addedAt, $1.peer) }
      .compactMap { try contact($0.peer, of: owner) }
  }

  func contact(_ peer: Person.ID, of owner: Person.ID) throws -> ContactFacts? {
    guard let relation = relation(of: owner, with: peer), let person = try person(peer) else {
      return nil
    }
    return ContactFacts(
      relation: relation, peer: person, watch: watch(of: peer),
      manualAlert: openAlert(of: peer, kind: .manual), travel: openTravel(of: peer),
      incomingPing: pendingPing(from: peer, to: owner),
      outgoingPing: pendingPing(from: owner, to: peer),
      peerNotifiesOnExpiry: self.relation(of: peer, with: owner)?.notifyOnExpiry)
  }

  // MARK: Check-ins

  func watch(of person: Person.ID) -> Watch? { tables.watches[person] }

  func checkIn(of person: Person.ID, clientKey: String) -> CheckIn? {
    tables.checkIns.first { $0.person == person && $0.clientKey == clientKey }
  }

  func checkIns(of person: Person.ID, limit: Int) -> [CheckIn] {
    Array(tables.checkIns.filter { $0.person == person }.sorted { $0.at > $1.at }.prefix(limit))
  }

  func dueWatches(at now: Date, limit: Int) -> [Watch] {
    let due = tables.watches.values.filter { $0.nextFireAt.map { $0 <= now } ?? false }
    return Array(due.sorted { $0.nextFireAt! < $1.nextFireAt! }.prefix(limit))
  }

  func earliestWatch() -> Date? { tables.watches.values.compactMap(\.nextFireAt).min() }

  // MARK: Alerts

  func openAlert(of person: Person.ID, kind: Alert.Kind) -> Alert? {
    tables.alerts.first { $0.person == person && $0.kind == kind && $0.isOpen }
  }

  func alerts(of person: Person.ID, kind: Alert.Kind, limit: Int) -> [Alert] {
    let mine = tables.alerts.filter { $0.person == person && $0.kind == kind }
    return Array(mine.sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }.prefix(limit))
  }

  func alerts(of person: Person.ID, olderThan alert: Alert, limit: Int) -> [Alert] {
    Array(
      alerts(of: person, kind: alert.kind, limit: .max)
        .filter { ($0.startedAt, $0.id) < (alert.startedAt, alert.id) }.prefix(limit))
  }

  // MARK: Pings

  func ping(_ id: PingData.ID) -> Ping? { tables.pings.first { $0.id == id } }

  func pendingPing(from sender: Person.ID, to recipient: Person.ID) -> Ping? {
    tables.pings.first {
      $0.sender == sender && $0.recipient == recipient && $0.status == .pending
    }
  }

  func pendingPings(to recipient: Person.ID) -> [Ping] {
    tables.pings.filter { $0.recipient == recipient && $0.status == .pending }
      .sorted { $0.sentAt < $1.sentAt }
  }

  func pings(from sender: Person.ID, to recipient: Person.ID, since: Date) -> [Ping] {
    tables.pings.filter {
      $0.sender == sender && $0.recipient == recipient && $0.sentAt >= since
    }
    .sorted { $0.sentAt > $1.sentAt }
  }

  func pings(of person: Person.ID, limit: Int) -> [PingFacts] {
    let mine = tables.pings.filter { $0.sender == person || $0.recipient == person }
    let visible = Set(peers(of: person) + [person])
    func name(_ id: Person.ID) -> String? {
      visible.contains(id) ? tables.people[id]?.name : nil
    }
    return mine.sorted { ($0.sentAt, $0.id) > ($1.sentAt, $1.id) }.prefix(limit).map {
      PingFacts(ping: $0, senderName: name($0.sender), recipientName: name($0.recipient))
    }
  }

  func duePings(at now: Date, limit: Int) -> [Ping] {
    let due = tables.pings.filter { $0.status == .pending && $0.expiresAt <= now }
    return Array(due.sorted { $0.expiresAt < $1.expiresAt }.prefix(limit))
  }

  func earliestPingExpiry() -> Date? {
    tables.pings.filter { $0.status == .pending }.map(\.expiresAt).min()
  }

  // MARK: Notifications

  func notifications(of person: Person.ID, limit: Int) -> [NotificationRecord] {
    let mine = tables.notifications.filter {
      $0.person == person && !tables.cleared.contains($0.id)
    }
    return Array(mine.sorted { ($0.at, $0.id) > ($1.at, $1.id) }.prefix(limit))
  }

  func notifications(
    of person: Person.ID, olderThan notification: NotificationRecord, limit: Int
  ) -> [NotificationRecord] {
    Array(
      notifications(of: person, limit: .max)
        .filter { ($0.at, $0.id) < (notification.at, notification.id) }.prefix(limit))
  }

  // MARK: Outbox

  func earliestDelivery() -> Date? {
    tables.deliveries.compactMap { row in
      switch row.state {
      case .ready: row.nextAttemptAt
      case .leased: row.leaseUntil
      case .done, .dead: nil
      }
    }
    .min()
  }

  func deliveries(of person: Person.ID, limit: Int) -> [Delivery] {
    Array(tables.deliveries.filter { $0.person == person }.sorted { $0.id > $1.id }.prefix(limit))
  }

  func deliveryCounts() -> [Delivery.State: Int] {
    Dictionary(grouping: tables.deliveries, by: \.state).mapValues(\.count)
  }

  // MARK: Signing in

  func oneTimeCode(_ id: OneTimeCode.ID) -> OneTimeCode? { tables.codes.first { $0.id == id } }

  func oneTimeCodes(phoneNumber: String, since: Date) -> [OneTimeCode] {
    tables.codes.filter { $0.phoneNumber == phoneNumber && $0.createdAt >= since }
      .sorted { $0.createdAt > $1.createdAt }
  }

  func session(tokenHash: Data) -> Session? {
    tables.sessions.first { $0.tokenHash == tokenHash }
  }

  func session(_ id: SessionID) -> Session? { tables.sessions.first { $0.id == id } }

  func sessions(of person: Person.ID, at now: Date) -> [Session] {
    tables.sessions.filter { $0.person == person && $0.isGood(at: now) }
      .sorted { $0.id > $1.id }
  }

  func heartbeat() -> Heartbeat? { tables.heartbeat }

  func greatestID() -> Int64? {
    (tables.people.keys.map(\.int64) + tables.checkIns.map(\.id.int64)
      + tables.alerts.map(\.id.int64) + tables.notifications.map(\.id.int64)
      + tables.deliveries.map(\.id.int64))
      .compactMap { $0 }.max()
  }
}
