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
      responders: try tx.readiness(ofRespondersOf: me, able: configuration.able),
      zone: try zone(of: me, in: tx),
      isAlarmOn: try ([me] + dependents).contains {
        // Nothing may reveal a duress alert, including a drill that is left out.
        try tx.openAlerts(of: $0).contains { $0.kind != .duress }
      },
      isResponder: !dependents.isEmpty)
    facts.silentSince = try tx.silence(knownTo: me)
    return facts
  }

  /// The person's zone, as far as they have ever given one.
  private func zone(of person: Person.ID, in tx: any LedgerSnapshot) throws -> Zone {
    try tx.person(person)?.quietHours?.zone ?? tx.watch(of: person)?.times?.zone
      ?? tx.evidenceRule(of: person)?.zone ?? .utc
  }
}
