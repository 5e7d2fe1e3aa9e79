import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func update(_ channel: Channel) -> Bool {
    change(&tables.channels, { $0.id == channel.id }) { row in
      row.disabledAt = channel.disabledAt
      row.off = channel.off
      row.position = channel.position
      row.quiet = channel.quiet
      row.heardAt = channel.heardAt
      row.session = channel.session
    }
  }

  func sessionsToForget(at now: Date, after last: SessionID?, limit: Int) -> [LapsedSession] {
    var found: [SessionID: Person.ID] = [:]
    for row in tables.channels where row.isOn || row.off == .byPerson {
      guard let id = row.session, last.map({ $0 < id }) ?? true,
        !(session(id)?.isGood(at: now) ?? false)
      else { continue }
      found[id] = row.person
    }
    return found.sorted { $0.key < $1.key }.prefix(limit)
      .map { LapsedSession($0.key, of: $0.value) }
  }

  func deleteChannel(_ id: Channel.ID) -> Bool {
    let count = tables.channels.count
    tables.channels.removeAll { $0.id == id }
    return tables.channels.count < count
  }

  func enableChannel(of person: Person.ID, _ kind: ChannelKind, at address: String) -> Bool {
    change(
      &tables.channels,
      { $0.person == person && $0.kind == kind && $0.address == address && !$0.isOn }
    ) {
      $0.disabledAt = nil
      $0.off = nil
    }
  }

  func hearChannel(_ id: Channel.ID, at: Date) -> Bool {
    change(&tables.channels, { $0.id == id && $0.heardAt.map { $0 < at } ?? true }) {
      $0.heardAt = at
    }
  }

  func withdrawDeliveries(
    from channel: Channel.ID, of person: Person.ID, keepsNotices: Bool, at: Date
  ) -> Int {
    let waiting = tables.deliveries.indices.filter {
      let row = tables.deliveries[$0]
      return row.person == person && row.channel == channel && row.state == .ready && !row.isAlarm
        && !(keepsNotices && Delivery.isSecurityNotice(row.dedupeKey))
    }
    for index in waiting {
      tables.deliveries[index].state = .dead
      tables.deliveries[index].lastError = Delivery.withdrawn
    }
    return waiting.count
  }
}
