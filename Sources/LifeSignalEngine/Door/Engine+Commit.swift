import Foundation
import LifeSignalModel
import Logging

/// Another writer was faster between our reading and our writing.
let lostRace = LedgerError.conflict("a row changed while a decision about it was made")

extension Engine {
  /// Decides inside a transaction, stores the decision there, then announces it.
  ///
  /// A lost race is decided again from the rows stored by then, at most three times.
  func commit<Answer>(
    in lane: WriteLane = .prompt,
    _ decide: @escaping @Sendable (any LedgerTransaction, Moment) throws -> Decided<Answer>
  ) async throws -> Answer {
    var attempt = 1
    while true {
      do {
        let now = clock.now
        let request = Self.request
        let (decision, answer) = try await ledger.write(in: lane) { [self] tx in
          let moment = moment(at: now)
          let decided = try decide(tx, moment)
          var decision = decided.decision
          for warning in decision.warnings {
            decision.warn(
              warning, through: try tx.allChannels(of: warning.person), at: moment)
          }
          for index in decision.deliveries.indices {
            let id = decision.deliveries[index].id
            decision.deliveries[index].receiptToken = entropy.receiptToken(of: id)
          }
          // Before the decision's rows: deleting an account may remove the request's row too.
          if let request, decision.refusal == nil {
            guard try tx.finish(request, at: now) else { throw lostRace }
          }
          try tx.store(decision)
          try tx.append(decision.entries(at: now), knowing: decision.newAlarms, logger)
          if decision.raisesAlarm { FailPoint.beforeAlarm.hit() }
          if decision.raisesSilentAlarm { FailPoint.beforeSilentAlarm.hit() }
          // An answer that cannot be read does not undo the decision.
          return (decision, Result { try decided.answer(from: tx) })
        }
        if decision.raisesAlarm { FailPoint.afterAlarm.hit() }
        announce(decision)
        if let refusal = decision.refusal { throw refusal }
        if let code = decision.code { try await pass(code) }
        return try answer.get()
      } catch LedgerError.conflict(_) where attempt < 3 {
        attempt += 1
      }
    }
  }

  /// The same for rules that answer with an ``Outcome``.
  func commit(
    in lane: WriteLane = .prompt,
    _ decide: @escaping @Sendable (any LedgerTransaction, Moment) throws -> Decision
  ) async throws -> Outcome {
    try await commit(in: lane) { tx, moment in
      let decision = try decide(tx, moment)
      return Decided(decision, decision.outcome)
    }
  }

  func moment(at now: Date) -> Moment {
    Moment(
      now: now, translations: configuration.translations, channels: channels,
      authLimits: configuration.auth, offersPasskeys: offersPasskeys,
      courtesyWindow: configuration.courtesyWindow,
      holdsMissedDeadlines: { [self] in holdsMissedDeadlines },
      secrets: secrets, mint: { [ids] in ids.next(at: now) })
  }

  private func announce(_ decision: Decision) {
    for mutation in decision.mutations {
      switch mutation {
      case .insertWatch(let watch), .updateWatch(let watch, from: _):
        if let next = watch.nextFireAt { watchNudge.note(next) }
      case .insertTravel(let travel), .updateTravel(let travel, from: _):
        if let next = travel.nextFireAt { watchNudge.note(next) }
      case .insertPing(let ping), .updatePing(let ping, from: _):
        if ping.status == .pending { watchNudge.note(ping.expiresAt) }
      case .insertEscalation(let escalation), .updateEscalation(let escalation, from: _):
        if let next = escalation.nextFireAt { watchNudge.note(next) }
      case .useCheckInCode(_, at: _, let dueAt): watchNudge.note(dueAt)
      case .requeueWatch(_, let at), .requeueTravel(_, let at), .requeueEscalation(_, _, let at):
        watchNudge.note(at)
      case .requeueDelivery(_, let at), .reviveDelivery(_, let at, _),
        .advanceDelivery(_, let at):
        dispatchNudge.note(at)
      default: break
      }
    }
    if let next = decision.deliveries.map(\.nextAttemptAt).min() { dispatchNudge.note(next) }
    if !decision.changes.isEmpty { feed.publish(decision.changes) }
    for event in decision.events {
      if case .alarmShown(_, let seconds) = event { tally.note(.shown, seconds) }
      logger.debug("event", metadata: ["event": "\(event)"])
    }
  }
}

extension Decision {
  /// The alerts that this decision begins: their kinds need no look-up.
  fileprivate var newAlarms: [AlertRecord.ID: Alert.Kind] {
    var alarms: [AlertRecord.ID: Alert.Kind] = [:]
    for case .insertAlert(let alert) in mutations { alarms[alert.id] = alert.kind }
    return alarms
  }

  fileprivate var raisesAlarm: Bool {
    events.contains {
      switch $0 {
      case .deadlineMissed, .travelOverdue: true
      default: false
      }
    }
  }

  fileprivate var raisesSilentAlarm: Bool {
    events.contains { if case .silentAlarmRaised = $0 { true } else { false } }
  }
}

extension LedgerTransaction {
  /// Writes every row of the decision.
  /// - Throws: ``LedgerError/conflict(_:)`` when a comparison is lost.
  fileprivate func store(_ decision: Decision) throws {
    for mutation in decision.mutations {
      guard try apply(mutation) else { throw lostRace }
    }
    // Entries and promises that are stored already are the same ones, as their keys show.
    for notification in decision.notifications { _ = try insert(notification) }
    for delivery in decision.deliveries { _ = try insert(delivery) }
    for activity in decision.activities { _ = try insert(activity) }
  }

  /// Whether the mutation won, or could not lose.
  private func apply(_ mutation: Mutation) throws -> Bool {
    switch mutation {
    case .insertPerson(let person): return try insert(person)
    case .updatePerson(let person): return try update(person)
    case .insertRelation(let relation, let mirror): return try insert(relation, mirror: mirror)
    case .updateRelation(let relation, let mirror): return try update(relation, mirror: mirror)
    case .insertCheckIn(let checkIn): return try insert(checkIn)
    case .insertWatch(let watch): return try insert(watch)
    case .updateWatch(let watch, let old): return try update(watch, from: old)
    case .insertThing(let thing): return try insert(thing)
    case .updateThing(let thing, let old): return try update(thing, from: old)
    case .insertCheckInSheet(let sheet, let codes): return try insert(sheet, codes)
    case .useCheckInCode(let id, let at, let dueAt):
      return try useCheckInCode(id, at: at, dueAt: dueAt)
    case .settleCheckInCode(let id): return try settleCheckInCode(id)
    case .insertTravel(let travel): return try insert(travel)
    case .updateTravel(let travel, let old): return try update(travel, from: old)
    case .insertAlert(let alert):
      // An open alert that is already stored must never prevent responders from being notified.
      let isNew = try insert(alert)
      return isNew || alert.kind != .manual
    case .endAlert(let id, let at, let reason): return try end(id, at: at, reason: reason)
    case .keepAlertKey(let key, let person, let alert):
      return try keepAlertKey(key, of: person, alert: alert)
    case .insertEscalation(let escalation):
      // As with the alert itself: an existing row must not prevent anyone from being notified.
      _ = try insert(escalation)
    case .updateEscalation(let escalation, let old): return try update(escalation, from: old)
    case .insertPing(let ping): return try insert(ping)
    case .updatePing(let ping, let old): return try update(ping, from: old)
    case .insertCode(let code): return try insert(code)
    case .countAttempt(let id, let old): return try countAttempt(id, from: old)
    case .useCode(let id, let at): return try useOneTimeCode(id, at: at)
    case .insertSession(let session): return try insert(session)
    case .deletePerson(let person): return try delete(person)
    case .retireQRCode(let code): return try insert(code)
    case .insertPicture(let picture): return try insert(picture)

    case .noteRung(let id, let rung, let at): _ = try note(rung, of: id, at: at)
    case .postponeDeliveries(let entry, let rank, let until):
      _ = try postponeDeliveries(of: entry, above: rank, until: until)
    case .withdrawDeliveries(let entry, let rank, let at):
      _ = try withdrawDeliveries(of: entry, above: rank, at: at)
    case .abandonDelivery(let id, let reason, let at):
      _ = try abandonDelivery(id, reason: reason, at: at)
    case .bounceDelivery(let id, let reason, let at):
      return try bounceDelivery(id, reason: reason, at: at)
    case .advanceDelivery(let entry, let at): _ = try advanceDelivery(of: entry, to: at)
    case .insertReply(let id, let at): return try insertReply(id, at: at)
    case .setEscalationPlan(let person, let plan): try setEscalationPlan(plan, of: person)
    case .reviveDelivery(let id, let at, let giveUpAt):
      return try reviveDelivery(id, at: at, giveUpAt: giveUpAt)

    case .requeueWatch(let person, let at): _ = try requeueWatch(of: person, at: at)
    case .requeueTravel(let id, let at): _ = try requeueTravel(id, at: at)
    case .restoreRelations(let person): _ = try restoreRelations(of: person)
    case .requeueEscalation(let id, let steps, let at):
      _ = try requeueEscalation(id, steps: steps, at: at)
    case .requeueDelivery(let id, let at): _ = try requeueDelivery(id, at: at)
    case .voidCheckInSheets(let person, let at): _ = try voidCheckInSheets(of: person, at: at)
    case .deleteThing(let id, let person): _ = try deleteThing(id, of: person)
    case .setEvidenceRule(let person, let rule): try setEvidenceRule(rule, of: person)
    case .insertPause(let pause): _ = try insert(pause)
    case .updatePause(let pause): _ = try update(pause)
    case .insertChannel(let channel): _ = try insert(channel)
    case .updateChannel(let channel): return try update(channel)
    case .deleteChannel(let id): return try deleteChannel(id)
    case .enableChannel(let person, let kind, let address):
      _ = try enableChannel(of: person, kind, at: address)
    case .hearChannel(let id, let at): _ = try hearChannel(id, at: at)
    case .withdrawFromChannel(let id, let person, let keepsNotices, let at):
      _ = try withdrawDeliveries(from: id, of: person, keepsNotices: keepsNotices, at: at)
    case .disableChannel(let id, let at): _ = try disable(id, address: nil, at: at)
    case .moveChannels(let person, let old, let new):
      _ = try moveChannels(of: person, from: old, to: new)
    case .removePictures(let person): _ = try removePictures(of: person)
    case .setPreference(let person, let key, let value):
      try setPreference(key, of: person, to: value)
    case .insertDrill(let drill): _ = try insert(drill)
    case .updateDrill(let drill, let old): return try update(drill, from: old)
    case .deleteRelation(let owner, let peer): _ = try deleteRelation(of: owner, with: peer)
    case .keepRequestHistory(let history): try keep(history)
    case .forgetRequestHistory(let owner, let asker):
      try forgetRequestHistory(of: owner, from: asker)
    case .markRead(let id, let person, let at): _ = try markRead(id, of: person, at: at)
    case .markAllRead(let person, let upTo): _ = try markAllRead(of: person, upTo: upTo, at: upTo)
    case .clearNotification(let id, let person): _ = try clearNotification(id, of: person)
    case .clearNotifications(let person, let upTo):
      _ = try clearNotifications(of: person, upTo: upTo)
    case .insertPasskey(let passkey): return try insert(passkey)
    case .usePasskey(let passkey, let counter): return try noteUse(of: passkey, from: counter)
    case .renamePasskey(let id, let person, let name):
      _ = try renamePasskey(id, of: person, to: name)
    case .deletePasskey(let id, let person): _ = try deletePasskey(id, of: person)
    case .insertAccessToken(let token): return try insert(token)
    case .revokeAccessToken(let id, let person, let at):
      _ = try revokeAccessToken(id, of: person, at: at)
    case .noteAccessTokenUse(let id, let at): _ = try noteUse(ofAccessToken: id, at: at)
    case .revokeSession(let id, let person, let at): _ = try revokeSession(id, of: person, at: at)
    case .revokeOtherSessions(let person, let id, let at):
      _ = try revokeSessions(of: person, otherThan: id, at: at)
    case .noteSessionUse(let id, let at): _ = try noteUse(ofSession: id, at: at)
    case .proveSession(let id, let person, let at):
      return try proveSession(id, of: person, at: at)
    }
    return true
  }
}
