public import Foundation
public import LifeSignalModel

extension PingFeature.State {
  public var hasPendingPings: Bool { !pendingPings.isEmpty }
  public var pendingPingsCount: Int { pendingPings.count }
  public var sortedPendingPings: [PingData] { pendingPings.newestFirst }
  public var sortedPingHistory: [PingData] { pingHistory.newestFirst }

  /// Sent by me, newest first.
  public var sentPings: [PingData] {
    sortedPingHistory.filter { $0.senderID == userID }
  }

  /// The history by day, newest day first, in the given calendar and its time zone.
  public func groupedPingHistory(calendar: Calendar) -> [(day: Date, pings: [PingData])] {
    Dictionary(grouping: sortedPingHistory) { calendar.startOfDay(for: $0.timestamp) }
      .sorted { $0.key > $1.key }
      .map { (day: $0.key, pings: $0.value) }
  }

  /// From either list.
  func known(_ id: PingData.ID) -> PingData? {
    pendingPings.first { $0.id == id } ?? pingHistory.first { $0.id == id }
  }

  mutating func replace(_ lists: PingLists) {
    pendingPings = lists.pending
    pingHistory = lists.history
    hasLoaded = true
    if let selected = selectedPing { selectedPing = known(selected.id) ?? selected }
  }

  mutating func rememberPending() {
    answeringAll = Set(pendingPings.map(\.id))
  }

  /// Moves the pings among `ids` that are pending into the history; returns them in order.
  mutating func respond(to ids: Set<PingData.ID>, at now: Date) -> [PingData.ID] {
    let answered = pendingPings.filter { ids.contains($0.id) }.map { $0.responded(at: now) }
    pendingPings.removeAll { ids.contains($0.id) }
    for ping in answered { file(ping) }
    return answered.map(\.id)
  }

  private mutating func file(_ ping: PingData) {
    if let index = pingHistory.firstIndex(where: { $0.id == ping.id }) {
      pingHistory[index] = ping
    } else {
      pingHistory.append(ping)
    }
    if selectedPing?.id == ping.id { selectedPing = ping }
  }
}

extension [PingData] {
  var newestFirst: [PingData] {
    sorted { ($0.timestamp, $0.id) > ($1.timestamp, $1.id) }
  }
}
