/// Which alerts a viewer may know of, and how far they have come.
extension Reads {
  /// The person themselves, and their accepted responders. A duress alert is only for its original
  /// audience.
  public func mayKnow(_ viewer: Person.ID, of alert: Alert) throws -> Bool {
    if viewer == alert.person { return !alert.isSilent }
    if alert.kind == .duress, try !audience(of: alert).contains(viewer) { return false }
    let relation = try relation(of: viewer, with: alert.person)
    return relation?.status == .accepted && relation?.isDependent == true
  }

  /// How far the escalation has come; nil also where its row is unreadable, which must block
  /// nothing else.
  public func readableEscalation(_ alert: AlertRecord.ID) throws -> Escalation? {
    do {
      return try escalation(alert)
    } catch LedgerError.corrupt {
      return nil
    }
  }

  /// The people who may know of a duress alert; if its row is lost or unreadable, those its record
  /// names as contacted.
  public func audience(of alert: Alert) throws -> Set<Person.ID> {
    if let row = try readableEscalation(alert.id) { return row.audience }
    return Set(try sealedEntries(of: alert.id).filter { $0.kind == .told }.compactMap(\.other))
  }

  /// The alerts that are on, as far as the viewer may know of them.
  public func alarms(of person: Person.ID, for viewer: Person.ID) throws -> [AlarmFacts] {
    try openAlerts(of: person).filter { alert in
      // Only duress alerts need a further check.
      try alert.kind != .duress || mayKnow(viewer, of: alert)
    }.map(facts)
  }

  public func facts(_ alert: Alert) throws -> AlarmFacts {
    let escalation = try readableEscalation(alert.id)
    let knowing = alert.kind == .duress ? try audience(of: alert) : nil
    return AlarmFacts(
      alert: alert, escalation: escalation,
      holderName: try escalation?.holder.flatMap { try person($0)?.name },
      responders: try responders(of: alert.person).map(\.person)
        .filter { knowing?.contains($0.id) ?? true },
      deliveries: try deliveries(about: alert.id))
  }

  /// Adds alerts only where the viewer may see them.
  public func withAlarms(_ facts: ContactFacts) throws -> ContactFacts {
    guard facts.relation.status == .accepted, facts.relation.isDependent else { return facts }
    var facts = facts
    facts.alarms = try alarms(of: facts.peer.id, for: facts.relation.owner)
    return facts
  }
}
