public import Foundation

/// Reads who knows of duress alerts, and since when. An unreadable row may be a duress alert: block
/// no one's actions, and reveal nothing.
extension Reads {
  /// Since when `person` may have known of duress alerts that are on; nil where they know of none,
  /// and the distant future where no readable row shows when.
  ///
  /// A person who was notified later counts as knowing from then on: their earlier actions are
  /// unrelated.
  public func silence(knownTo person: Person.ID) throws -> Date? {
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

  /// Whether a device of `person` may have reported that it is active without being noted: they may
  /// know of a duress alert that is on, or was until less than a day ago.
  public func mayBeUnheard(_ person: Person.ID, at now: Date) throws -> Bool {
    try peers(of: person).contains { peer in
      try reading {
        guard let alert = try alerts(of: peer, kind: .duress, limit: 1).first,
          alert.endedAt.map({ now < $0 + 86_400 }) ?? true
        else { return false }
        return try mayKnow(person, of: alert)
      } ?? true
    }
  }

  /// Which of the alerts these messages are about are duress alerts that are on, and when they
  /// began. An unreadable one may be a duress alert.
  public func silentAlarms(among deliveries: [Delivery]) throws -> [AlertRecord.ID: Date] {
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

  /// Nil where a row is unreadable.
  public func reading<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch LedgerError.corrupt {
      return nil
    }
  }
}
