import Foundation
import LifeSignalModel

/// Loads the facts from which rules decide.
extension Engine {
  func recipient(_ id: Person.ID, in tx: any LedgerSnapshot) throws -> Recipient {
    guard let person = try tx.person(id) else { throw Refusal.personNotFound }
    return Recipient(person: person, channels: try tx.channels(of: id))
  }

  func checkInFacts(
    of id: Person.ID, in tx: any LedgerSnapshot, withResponders: Bool = false
  ) throws -> CheckInFacts {
    CheckInFacts(
      me: try recipient(id, in: tx), watch: try tx.watch(of: id) ?? Watch(person: id),
      responders: withResponders ? try tx.responders(of: id) : [], peers: try tx.peers(of: id))
  }

  /// With everything that a check-in ends while a deadline is missed.
  func signOfLifeFacts(of id: Person.ID, in tx: any LedgerSnapshot) throws -> CheckInFacts {
    var facts = try checkInFacts(of: id, in: tx)
    if facts.watch.stage == .missed {
      facts.missedAlert = try tx.openAlert(of: id, kind: .missedCheckIn)
      facts.responders = try tx.responders(of: id)
      facts.escalation = try facts.missedAlert.flatMap { try tx.readableEscalation($0.id) }
    }
    return facts
  }

  /// - Parameter id: the trip the command names; another person's trip is not found.
  func travelFacts(
    of me: Person.ID, naming id: TravelData.ID? = nil, in tx: any LedgerSnapshot
  ) throws -> TravelFacts {
    let named = try id.flatMap { try tx.travel($0) }
    let alarm = try tx.openAlert(of: me, kind: .travel)
    return TravelFacts(
      me: try recipient(me, in: tx),
      grace: try tx.watch(of: me)?.grace ?? CheckInSettings.defaultGracePeriod,
      open: try tx.openTravel(of: me), named: named?.person == me ? named : nil,
      alarm: alarm, responders: try tx.responders(of: me), peers: try tx.peers(of: me),
      plan: try tx.escalationPlan(of: me) ?? .everybody,
      escalation: try alarm.flatMap { try tx.readableEscalation($0.id) })
  }

  func alertFacts(of id: Person.ID, in tx: any LedgerSnapshot) throws -> AlertFacts {
    let open = try tx.openAlert(of: id, kind: .manual)
    return AlertFacts(
      me: try recipient(id, in: tx), open: open,
      last: try tx.alerts(of: id, kind: .manual, limit: 1).first,
      responders: try tx.responders(of: id), peers: try tx.peers(of: id),
      escalation: try open.flatMap { try tx.readableEscalation($0.id) })
  }

  /// - Parameter withAlarms: also loads the alerts of the two that are on.
  func relationFacts(
    _ me: Person.ID, _ other: Person.ID?, in tx: any LedgerSnapshot, withAlarms: Bool = false
  ) throws -> RelationFacts {
    var facts = RelationFacts(me: try recipient(me, in: tx), other: nil)
    guard let other, let person = try tx.person(other) else { return facts }
    facts.other = Recipient(person: person, channels: try tx.channels(of: other))
    facts.relation = try tx.relation(of: me, with: other)
    facts.mirror = try tx.relation(of: other, with: me)
    facts.mine = try tx.requestHistory(of: me, from: other)
    facts.theirs = try tx.requestHistory(of: other, from: me)
    facts.myResponders = try tx.responderCount(of: me)
    facts.theirResponders = try tx.responderCount(of: other)
    facts.pings = try [
      tx.pendingPing(from: me, to: other), tx.pendingPing(from: other, to: me),
    ].compactMap { $0 }
    if withAlarms {
      let held = try tx.escalations(heldBy: me) + tx.escalations(heldBy: other)
      facts.alarms = try alarmFacts(
        of: [me, other], and: held.filter { $0.person == me || $0.person == other }, in: tx)
    }
    return facts
  }

  func pingPair(
    from sender: Person.ID, to recipient: Person.ID, in tx: any LedgerSnapshot, at moment: Moment
  ) throws -> PingPair {
    var pair = PingPair(sender: try self.recipient(sender, in: tx), recipient: nil)
    guard let person = try tx.person(recipient) else { return pair }
    pair.recipient = Recipient(person: person, channels: try tx.channels(of: recipient))
    pair.relation = try tx.relation(of: sender, with: recipient)
    pair.mirror = try tx.relation(of: recipient, with: sender)
    pair.pending = try tx.pendingPing(from: sender, to: recipient)
    pair.recent = try tx.pings(
      from: sender, to: recipient, since: moment.now - PingRules.window)
    return pair
  }

  func parties(of id: PingData.ID, in tx: any LedgerSnapshot) throws -> PingParties? {
    guard let ping = try tx.ping(id) else { return nil }
    return PingParties(
      ping: ping, sender: try recipient(ping.sender, in: tx),
      recipient: try recipient(ping.recipient, in: tx))
  }

  /// Nil also where some of it is unreadable: for actions that must not fail because of one alert,
  /// such as a check-in by text from a responder who was called for several.
  func readableEscalationFacts(
    of id: AlertRecord.ID, in tx: any LedgerSnapshot
  ) throws -> EscalationFacts? {
    try tx.reading { try escalationFacts(of: id, in: tx) } ?? nil
  }

  /// The alerts of these people that are on, each once.
  /// - Parameter rows: further alerts to load. Those of a person with an unreadable alert are only
  ///   found by them.
  func alarmFacts(
    of people: [Person.ID], and rows: [Escalation], in tx: any LedgerSnapshot
  ) throws -> [EscalationFacts] {
    var ids = rows.map(\.alert)
    for person in people {
      for alert in try tx.reading({ try tx.openAlerts(of: person) }) ?? []
      where !ids.contains(alert.id) {
        ids.append(alert.id)
      }
    }
    var found: [EscalationFacts] = []
    for id in ids {
      guard var facts = try readableEscalationFacts(of: id, in: tx) else { continue }
      let alert = facts.alert
      let contacted = try tx.reading({ try tx.facts(alert).recipients }) ?? []
      facts.unreachable = Set(contacted.filter(\.isUnreachable).map(\.id))
      found.append(facts)
    }
    return found
  }

  /// Nil if there is no such alert.
  func escalationFacts(
    of id: AlertRecord.ID, in tx: any LedgerSnapshot
  ) throws -> EscalationFacts? {
    guard let alert = try tx.alert(id), let escalation = try tx.escalation(id) else { return nil }
    let travel =
      alert.kind == .travel ? try alert.gen.flatMap { try tx.travel(TravelData.ID($0)) } : nil
    var responders = try tx.responders(of: alert.person)
    if alert.kind == .duress {
      let audience = escalation.audience
      responders.removeAll { !audience.contains($0.person.id) }
    }
    return EscalationFacts(
      alert: alert, me: try recipient(alert.person, in: tx), escalation: escalation,
      responders: responders, travel: travel,
      peers: try tx.peers(of: alert.person))
  }
}
