public import LifeSignalModel

/// A viewer's reads of alerts that are on: their own, and those of people they watch over.
extension Engine {
  /// The responders who know of it, and those who are called next.
  /// - Throws: ``Refusal/alarmNotFound``, also for an alert the viewer may not know of;
  ///   ``Refusal/alarmOver``.
  public func alarm(_ id: AlertRecord.ID, for viewer: Person.ID) async throws -> AlarmDetails {
    try await ledger.read { [self] tx in
      guard let alert = try tx.alert(id), try tx.mayKnow(viewer, of: alert),
        let person = try tx.person(alert.person)
      else { throw Refusal.alarmNotFound }
      guard alert.isOpen else { throw Refusal.alarmOver }
      let facts = try tx.facts(alert)
      var details = AlarmDetails(
        alarm: AlarmData(facts), personID: person.id, personName: person.name,
        recipients: facts.recipients, waiting: facts.waiting,
        emergencyNote: alert.kind == .duress ? person.emergencyNote : nil,
        mayHold: viewer != alert.person
          && facts.escalation?.helper(viewer).mayHold ?? true)
      if viewer == alert.person, couriers[.sms]?.takesReplies == true {
        details.replyMark = try ownMark(of: viewer, in: tx)?.text
      }
      return details
    }
  }

  /// Nil while the viewer has made none: then everyone is called immediately.
  public func escalationPlan(of viewer: Person.ID) async throws -> EscalationPlan? {
    try await ledger.read { tx in try tx.escalationPlan(of: viewer) }
  }
}

extension Engine {
  /// Shows open pages how far an alert's messages have come. Costs nothing without viewers.
  func announceProgress(of alarm: AlertRecord.ID) async throws {
    guard feed.followers > 0 else { return }
    // A reading of the loop that sends: it must not wait behind the very pages it updates.
    let viewers = try await ledger.read(for: .promise) { tx in
      guard let alert = try tx.alert(alarm) else { return [Person.ID]() }
      if alert.kind == .duress { return Array(try tx.audience(of: alert)) }
      return [alert.person] + (try tx.peers(of: alert.person))
    }
    // A damaged relation may name its owner as their own peer.
    feed.publish(viewers.reduce(into: [Person.ID: ChangeSet]()) { $0[$1] = ChangeSet.alert })
  }
}

extension LedgerSnapshot {
  /// The person themselves, and their accepted responders. A duress alert is only for its original
  /// audience.
  func mayKnow(_ viewer: Person.ID, of alert: Alert) throws -> Bool {
    if viewer == alert.person { return !alert.isSilent }
    if alert.kind == .duress, try !audience(of: alert).contains(viewer) { return false }
    let relation = try relation(of: viewer, with: alert.person)
    return relation?.status == .accepted && relation?.isDependent == true
  }

  /// How far the escalation has come; nil also where its row is unreadable, which must block
  /// nothing else.
  func readableEscalation(_ alert: AlertRecord.ID) throws -> Escalation? {
    do {
      return try escalation(alert)
    } catch LedgerError.corrupt {
      return nil
    }
  }

  /// The people who may know of a duress alert; if its row is lost or unreadable, those its record
  /// names as contacted.
  func audience(of alert: Alert) throws -> Set<Person.ID> {
    if let row = try readableEscalation(alert.id) { return row.audience }
    return Set(try sealedEntries(of: alert.id).filter { $0.kind == .told }.compactMap(\.other))
  }

  /// The alerts that are on, as far as the viewer may know of them.
  func alarms(of person: Person.ID, for viewer: Person.ID) throws -> [AlarmFacts] {
    try openAlerts(of: person).filter { alert in
      // Only duress alerts need a further check.
      try alert.kind != .duress || mayKnow(viewer, of: alert)
    }.map(facts)
  }

  func facts(_ alert: Alert) throws -> AlarmFacts {
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
  func withAlarms(_ facts: ContactFacts) throws -> ContactFacts {
    guard facts.relation.status == .accepted, facts.relation.isDependent else { return facts }
    var facts = facts
    facts.alarms = try alarms(of: facts.peer.id, for: facts.relation.owner)
    return facts
  }
}

extension Engine {
  /// What would happen if the viewer did nothing from now on, by the same rules as on the day
  /// itself.
  public func rehearsal(of viewer: Person.ID) async throws -> Rehearsal {
    let now = clock.now
    return try await ledger.read { tx in
      guard let person = try tx.person(viewer) else { throw Refusal.personNotFound }
      return RehearsalRules.run(
        RehearsalFacts(
          me: Recipient(person: person, channels: try tx.channels(of: viewer)),
          watch: try tx.watch(of: viewer) ?? Watch(person: viewer),
          plan: try tx.escalationPlan(of: viewer) ?? .everybody,
          responders: try tx.shownResponders(of: viewer).map(\.0),
          escalation: try tx.missedCheckIn(of: viewer)), now: now)
    }
  }
}

extension LedgerSnapshot {
  /// How far the escalation of a missed check-in has come; nil also where its rows are unreadable.
  fileprivate func missedCheckIn(of person: Person.ID) throws -> Escalation? {
    do {
      return try openAlert(of: person, kind: .missedCheckIn).flatMap { try escalation($0.id) }
    } catch LedgerError.corrupt {
      return nil
    }
  }
}
