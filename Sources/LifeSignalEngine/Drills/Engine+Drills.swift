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
    return DrillFacts(
      drill: drill, channels: try channelFacts(of: me, in: tx),
      deliveries: try tx.deliveries(of: me, limit: Self.mostDeliveries),
      responders: try readiness(ofRespondersOf: me, in: tx), zone: try zone(of: me, in: tx),
      isAlarmOn: try ([me] + dependents).contains { try !tx.openAlerts(of: $0).isEmpty },
      isResponder: !dependents.isEmpty)
  }

  /// What is known of the channels of everybody who would be told.
  func readiness(
    ofRespondersOf me: Person.ID, in tx: any LedgerSnapshot
  ) throws -> [ReadinessFacts.Responder] {
    try tx.responders(of: me).map { responder in
      let id = responder.person.id
      return ReadinessFacts.Responder(
        responder, able: configuration.able,
        // The newest say how it is now; what is older stands in the drill.
        deliveries: try tx.deliveries(of: id, limit: 20), links: try tx.drill(of: id)?.links ?? [])
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
