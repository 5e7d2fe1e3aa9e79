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
      isAlarmOn: try ([me] + dependents).contains {
        // A silent one is shown by nothing, and so not by a drill that stays away.
        try tx.openAlerts(of: $0).contains { $0.kind != .duress }
      },
      isResponder: !dependents.isEmpty)
  }

  /// What is known of the channels of everybody who would be told.
  func readiness(
    ofRespondersOf me: Person.ID, in tx: any LedgerSnapshot
  ) throws -> [ReadinessFacts.Responder] {
    // While a silent alarm is on, nothing that came of it may show: things stand as they stood before.
    let end = try tx.openAlert(of: me, kind: .duress)?.startedAt ?? .distantFuture
    return try tx.responders(of: me).map { responder in
      let id = responder.person.id
      var known = responder
      for index in known.channels.indices {
        known.channels[index].heardAt = known.channels[index].heardAt.map { min($0, end) }
      }
      return ReadinessFacts.Responder(
        known, able: configuration.able,
        // The newest say how it is now; what is older stands in the drill.
        deliveries: try tx.deliveries(of: id, limit: 20).filter { $0.createdAt < end },
        links: (try tx.drill(of: id)?.links ?? []).map { link in
          var link = link
          link.lastSuccess = link.lastSuccess.map { min($0, end) }
          link.lastFailure = link.lastFailure.flatMap { $0 < end ? $0 : nil }
          return link
        })
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
