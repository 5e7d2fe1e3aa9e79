extension Reads {
  /// Nil if there is no such alert.
  public func escalationFacts(of id: AlertRecord.ID) throws -> EscalationFacts? {
    guard var alert = try alert(id), let escalation = try escalation(id) else { return nil }
    alert.person = try owner(of: alert, escalation)
    let travel = try travel(of: alert)
    var responders = try responders(of: alert.person)
    if alert.kind == .duress {
      let audience = escalation.audience
      responders.removeAll { !audience.contains($0.person.id) }
    }
    return EscalationFacts(
      alert: alert, me: try recipient(alert.person), escalation: escalation,
      responders: responders, travel: travel,
      peers: try peers(of: alert.person))
  }

  /// Where the two rows name different people, one of them is damaged: the alert is of the person whose responders
  /// were called.
  private func owner(of alert: Alert, _ escalation: Escalation) throws -> Person.ID {
    guard alert.person != escalation.person, !escalation.told.isEmpty else { return alert.person }
    let responders = Set(try responders(of: escalation.person).map(\.person.id))
    return responders.isDisjoint(with: escalation.told) ? alert.person : escalation.person
  }

  /// Nil also where some of it is unreadable: for actions that must not fail because of one alert,
  /// such as a check-in by text from a responder who was called for several.
  public func readableEscalationFacts(of id: AlertRecord.ID) throws -> EscalationFacts? {
    try reading { try escalationFacts(of: id) } ?? nil
  }

  /// The alerts of these people that are on, each once.
  /// - Parameter rows: further alerts to load. Those of a person with an unreadable alert are only
  ///   found by them.
  public func alarmFacts(
    of people: [Person.ID], and rows: [Escalation]
  ) throws -> [EscalationFacts] {
    var ids = rows.map(\.alert)
    for person in people {
      for alert in try reading({ try openAlerts(of: person) }) ?? []
      where !ids.contains(alert.id) {
        ids.append(alert.id)
      }
    }
    var found: [EscalationFacts] = []
    for id in ids {
      guard var facts = try readableEscalationFacts(of: id) else { continue }
      let alert = facts.alert
      let contacted = try reading({ try self.facts(alert).recipients }) ?? []
      facts.unreachable = Set(contacted.filter(\.isUnreachable).map(\.id))
      found.append(facts)
    }
    return found
  }
}
