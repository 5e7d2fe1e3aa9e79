import Foundation
import LifeSignalModel

/// The facts that drills are decided from, and the results they publish.
extension Engine {
  func decideDrill(
    _ command: CommandCase, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .enlistDrills(let people):
      var zones: [Person.ID: Zone] = [:]
      for person in people where try tx.drill(of: person) == nil {
        // An unreadable person must not prevent the planning of those behind them.
        if case .success(nil) = Result(catching: { try tx.person(person) }) { continue }
        zones[person] = (try? zone(of: person, in: tx)) ?? .utc
      }
      return try DrillRules.enlist(zones, by: actor, moment: moment)
    case .fireDrill(let claimed):
      return try DrillRules.fire(
        claimed, drillFacts(of: claimed.person, in: tx), by: actor, moment: moment)
    default: throw Refusal.notAllowed
    }
  }

  private func drillFacts(
    of me: Person.ID, in tx: any LedgerSnapshot
  ) throws -> DrillFacts? {
    guard let drill = try tx.drill(of: me) else { return nil }
    let dependents = try tx.peers(of: me).filter {
      try tx.relation(of: me, with: $0)?.isDependent == true
    }
    let deliveries = try tx.newestDeliveries(of: me)
    // The stored results of a drill are read for others, who may not know of the alert.
    let silent = try tx.silentAlarms(among: deliveries)
    var facts = DrillFacts(
      drill: drill, channels: try channelFacts(of: me, in: tx),
      deliveries: deliveries.filter { !$0.isAbout(silent) },
      responders: try readiness(ofRespondersOf: me, in: tx), zone: try zone(of: me, in: tx),
      isAlarmOn: try ([me] + dependents).contains {
        // Nothing may reveal a duress alert, including a drill that is left out.
        try tx.openAlerts(of: $0).contains { $0.kind != .duress }
      },
      isResponder: !dependents.isEmpty)
    facts.silentSince = try tx.silence(knownTo: me)
    return facts
  }

  /// The stored facts about the channels of everyone who would be notified.
  func readiness(
    ofRespondersOf me: Person.ID, in tx: any LedgerSnapshot
  ) throws -> [ReadinessFacts.Responder] {
    try tx.shownResponders(of: me).map { responder, deliveries in
      ReadinessFacts.Responder(
        responder, able: configuration.able, deliveries: deliveries,
        links: try tx.reading { try tx.drill(of: responder.person.id)?.links ?? [] } ?? [])
    }
  }

  /// The person's zone, as far as they have ever given one.
  private func zone(of person: Person.ID, in tx: any LedgerSnapshot) throws -> Zone {
    try tx.person(person)?.quietHours?.zone ?? tx.watch(of: person)?.times?.zone
      ?? tx.evidenceRule(of: person)?.zone ?? .utc
  }
}

extension LedgerSnapshot {
  /// The accepted responders, with their channels as others may see them, and the newest messages
  /// to each.
  ///
  /// No effect of a duress alert shows while it is on: its messages are left out, an address that
  /// it found dead still counts as working, and browsers or phones added since are hidden.
  func shownResponders(of me: Person.ID) throws -> [(Recipient, [Delivery])] {
    try responders(of: me).map { responder in
      let id = responder.person.id
      // The newest messages show the present state; older facts are in the drill.
      let few = 20
      let newest = try deliveries(of: id, limit: few)
      let known = try silence(knownTo: id)
      guard try known != nil || !silentAlarms(among: newest).isEmpty else {
        return (responder, newest)
      }
      var others = try newestDeliveries(of: id)
      let silent = try silentAlarms(among: others)
      others.removeAll { $0.isAbout(silent) }
      // If nothing else shows when it began, the messages may.
      let since = known == .distantFuture ? nil : known
      var shown = responder
      shown.channels = try allChannels(of: id)
        .compactMap { $0.asBefore(since ?? silent.values.min() ?? .distantFuture) }
      return (shown, Array(others.prefix(few)))
    }
  }
}

extension Delivery {
  /// Whether it is about one of these alerts.
  fileprivate func isAbout(_ alarms: [AlertRecord.ID: Date]) -> Bool {
    alert.map { alarms[$0] != nil } ?? false
  }
}
