import Foundation
import LifeSignalModel

/// What drills are decided from, and what they make known.
extension Engine {
  func decideDrill(
    _ command: Command, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .enlistDrills(let people):
      var zones: [Person.ID: Zone] = [:]
      for person in people where try tx.drill(of: person) == nil {
        // Whose row cannot be read must not keep those behind them from being planned for.
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
    let deliveries = try tx.deliveries(of: me, limit: Self.mostDeliveries)
    // What is kept of a drill is read for others, who may not know of it.
    let silent = try tx.silentAlarms(among: deliveries)
    var facts = DrillFacts(
      drill: drill, channels: try channelFacts(of: me, in: tx),
      deliveries: deliveries.filter { !$0.isAbout(silent) },
      responders: try readiness(ofRespondersOf: me, in: tx), zone: try zone(of: me, in: tx),
      isAlarmOn: try ([me] + dependents).contains {
        // A silent one is shown by nothing, and so not by a drill that stays away.
        try tx.openAlerts(of: $0).contains { $0.kind != .duress }
      },
      isResponder: !dependents.isEmpty)
    facts.silentSince = try tx.silence(knownTo: me)
    return facts
  }

  /// What is known of the channels of everybody who would be told.
  func readiness(
    ofRespondersOf me: Person.ID, in tx: any LedgerSnapshot
  ) throws -> [ReadinessFacts.Responder] {
    try tx.shownResponders(of: me).map { responder, deliveries in
      ReadinessFacts.Responder(
        responder, able: configuration.able, deliveries: deliveries,
        links: try tx.reading { try tx.drill(of: responder.person.id)?.links ?? [] } ?? [])
    }
  }

  /// By whose clocks the person lives, as far as they have ever said.
  private func zone(of person: Person.ID, in tx: any LedgerSnapshot) throws -> Zone {
    try tx.person(person)?.quietHours?.zone ?? tx.watch(of: person)?.times?.zone
      ?? tx.evidenceRule(of: person)?.zone ?? .utc
  }

  /// Messages that are looked through for one person's own channels: more than a week brings.
  static let mostDeliveries = 200
}

extension LedgerSnapshot {
  /// The accepted responders as others may see how they are reached, and the newest messages to each.
  ///
  /// Nothing that came of a silent alarm shows while it is on: what was sent for it is not there, an
  /// address that it was found dead by is not dead yet, and no browser or phone has come since.
  func shownResponders(of me: Person.ID) throws -> [(Recipient, [Delivery])] {
    try responders(of: me).map { responder in
      let id = responder.person.id
      // The newest say how it is now; what is older stands in the drill.
      let few = 20
      let newest = try deliveries(of: id, limit: few)
      let known = try silence(knownTo: id)
      guard try known != nil || !silentAlarms(among: newest).isEmpty else {
        return (responder, newest)
      }
      var others = try deliveries(of: id, limit: Engine.mostDeliveries)
      let silent = try silentAlarms(among: others)
      others.removeAll { $0.isAbout(silent) }
      // Where nothing else says when it began, the messages may.
      let since = known == .distantFuture ? nil : known
      var shown = responder
      shown.channels = try allChannels(of: id)
        .compactMap { $0.asBefore(since ?? silent.values.min() ?? .distantFuture) }
      return (shown, Array(others.prefix(few)))
    }
  }
}

extension Delivery {
  /// Whether it is about one of these alarms.
  fileprivate func isAbout(_ alarms: [AlertRecord.ID: Date]) -> Bool {
    alert.map { alarms[$0] != nil } ?? false
  }
}
