public import LifeSignalModel

/// What a viewer may see of alarms that are on: their own, and those of people they watch.
extension Engine {
  /// Who knows of it, and who is called next.
  /// - Throws: ``Refusal/alarmNotFound``, also for an alarm the viewer may not know of;
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

  /// Nil while the viewer has made none: then everybody is called at once.
  public func escalationPlan(of viewer: Person.ID) async throws -> EscalationPlan? {
    try await ledger.read { tx in try tx.escalationPlan(of: viewer) }
  }
}

extension Engine {
  /// Lets open pages see how far an alarm's messages have come. Costs nothing while nobody looks.
  func announceProgress(of alarm: AlertRecord.ID) async throws {
    guard feed.followers > 0 else { return }
    // Of the loop that sends: it must not wait behind the very pages it tells.
    let viewers = try await ledger.read(for: .promise) { tx in
      guard let alert = try tx.alert(alarm) else { return [Person.ID]() }
      if alert.kind == .duress { return Array(try tx.audience(of: alert)) }
      return [alert.person] + (try tx.peers(of: alert.person))
    }
    // A spoilt relation may name its owner as their own peer.
    feed.publish(viewers.reduce(into: [Person.ID: ChangeSet]()) { $0[$1] = ChangeSet.alert })
  }
}

extension LedgerSnapshot {
  /// The person themselves, and those they have accepted as responders. A silent alarm is for those it
  /// began with alone.
  func mayKnow(_ viewer: Person.ID, of alert: Alert) throws -> Bool {
    if viewer == alert.person { return !alert.isSilent }
    if alert.kind == .duress, try !audience(of: alert).contains(viewer) { return false }
    let relation = try relation(of: viewer, with: alert.person)
    return relation?.status == .accepted && relation?.isDependent == true
  }

  /// How far the calling has come; nil also where its row cannot be read, which costs nothing else.
  func readableEscalation(_ alert: AlertRecord.ID) throws -> Escalation? {
    do {
      return try escalation(alert)
    } catch LedgerError.corrupt {
      return nil
    }
  }

  /// Who may know of a silent alarm; where its row is lost or cannot be read, those its record names as
  /// contacted.
  func audience(of alert: Alert) throws -> Set<Person.ID> {
    if let row = try readableEscalation(alert.id) { return row.audience }
    return Set(try sealedEntries(of: alert.id).filter { $0.kind == .told }.compactMap(\.other))
  }

  /// Those that are on, as far as the viewer may know of them.
  func alarms(of person: Person.ID, for viewer: Person.ID) throws -> [AlarmFacts] {
    try openAlerts(of: person).filter { alert in
      // Only of silent ones more has to be asked than has been asked already.
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

  /// Alarms are looked for only where they may be seen.
  func withAlarms(_ facts: ContactFacts) throws -> ContactFacts {
    guard facts.relation.status == .accepted, facts.relation.isDependent else { return facts }
    var facts = facts
    facts.alarms = try alarms(of: facts.peer.id, for: facts.relation.owner)
    return facts
  }
}

extension Engine {
  /// What would happen if the viewer did nothing from now on, by the same rules as on the day itself.
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
  /// How far the calling about a missed check-in has come; nil also where its rows cannot be read.
  fileprivate func missedCheckIn(of person: Person.ID) throws -> Escalation? {
    do {
      return try openAlert(of: person, kind: .missedCheckIn).flatMap { try escalation($0.id) }
    } catch LedgerError.corrupt {
      return nil
    }
  }
}
