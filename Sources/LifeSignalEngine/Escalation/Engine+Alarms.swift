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
        emergencyNote: alert.kind == .duress ? person.profile.emergencyNote : nil,
        mayHold: viewer != alert.person
          && facts.escalation?.helper(viewer).mayHold ?? true)
      if viewer == alert.person, couriers[.sms]?.takesReplies == true {
        details.replyMark = try tx.ownMark(of: viewer, secrets)?.text
      }
      return details
    }
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
