import Foundation
import LifeSignalModel

/// Who knows of silent alarms, and since when. What cannot be read may be one: it keeps nobody from what
/// they do, and shows nothing.
extension LedgerSnapshot {
  /// Since when `person` may have known of silent alarms that are on; nil where they know of none, and
  /// the distant future where nothing that can be read says when.
  ///
  /// Whoever was told later has known from then on: what they did before did not come of it.
  func silence(knownTo person: Person.ID) throws -> Date? {
    try peers(of: person).compactMap { peer in
      let open = try reading { try openAlert(of: peer, kind: .duress) }
      guard case .some(let alert) = open else { return Date.distantFuture }
      return try alert.flatMap { try silence($0, knownTo: person) }
    }.min()
  }

  private func silence(_ alert: Alert, knownTo person: Person.ID) throws -> Date? {
    let knows = try reading { try mayKnow(person, of: alert) }
    guard knows ?? true else { return nil }
    let record = try reading { try sealedEntries(of: alert.id) } ?? []
    return record.filter { $0.kind == .told && $0.other == person }.map(\.at).min()
      ?? (knows == nil ? .distantFuture : alert.startedAt)
  }

  /// Whether a device of `person` may have said that it is there without being written down: they may
  /// know of a silent alarm that is on, or was until less than a day ago.
  func mayBeUnheard(_ person: Person.ID, at now: Date) throws -> Bool {
    try peers(of: person).contains { peer in
      try reading {
        guard let alert = try alerts(of: peer, kind: .duress, limit: 1).first,
          alert.endedAt.map({ now < $0 + 86_400 }) ?? true
        else { return false }
        return try mayKnow(person, of: alert)
      } ?? true
    }
  }

  /// The silent alarms that are on, of those that these messages are about, and when they began. One
  /// that cannot be read may be silent.
  func silentAlarms(among deliveries: [Delivery]) throws -> [AlertRecord.ID: Date] {
    var silent: [AlertRecord.ID: Date] = [:]
    for id in Set(deliveries.compactMap(\.alert)) {
      do {
        guard let alert = try alert(id), alert.isSilent else { continue }
        silent[id] = alert.startedAt
      } catch LedgerError.corrupt {
        silent[id] = .distantFuture
      }
    }
    return silent
  }

  /// Nil where a row cannot be understood.
  func reading<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch LedgerError.corrupt {
      return nil
    }
  }
}
