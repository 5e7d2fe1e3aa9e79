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
      registration: configuration.registration,
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
      guard try apply(mutation) > 0 || mutation.mayFindItsWorkDone else { throw lostRace }
    }
    // Entries and promises that are stored already are the same ones, as their keys show.
    for notification in decision.notifications { _ = try insert(notification) }
    for delivery in decision.deliveries { _ = try insert(delivery) }
    for activity in decision.activities { _ = try insert(activity) }
  }
}

extension Mutation {
  /// Whether the decision stands although no row has changed: what it asks for may be so already.
  fileprivate var mayFindItsWorkDone: Bool {
    switch self {
    // An open alert that is already stored must never prevent responders from being notified.
    case .insertAlert(let alert): alert.kind != .manual
    // As with the alert itself: an existing row must not prevent anyone from being notified.
    case .insertEscalation: true
    case .removePictures, .setPreference, .insertChannel, .enableChannel, .hearChannel,
      .withdrawFromChannel, .disableChannel, .moveChannels, .insertDrill, .deleteRelation,
      .keepRequestHistory, .forgetRequestHistory, .insertPause, .updatePause, .deleteThing,
      .setEvidenceRule, .voidCheckInSheets, .setEscalationPlan, .requeueWatch, .requeueTravel,
      .restoreRelations, .requeueEscalation, .requeueDelivery, .markRead, .markAllRead,
      .clearNotification, .clearNotifications, .noteRung, .postponeDeliveries,
      .withdrawDeliveries, .abandonDelivery, .advanceDelivery, .revokeSession,
      .revokeOtherSessions, .noteSessionUse, .renewSession, .deletePasskey,
      .revokeAccessToken, .noteAccessTokenUse, .withdrawInvitation:
      true
    case .insertPerson, .updatePerson, .deletePerson, .retireQRCode, .insertPicture,
      .updateChannel, .deleteChannel, .updateDrill, .insertRelation, .updateRelation,
      .insertCheckIn, .insertWatch, .updateWatch, .insertThing, .updateThing,
      .insertCheckInSheet, .useCheckInCode, .settleCheckInCode, .insertTravel, .updateTravel,
      .endAlert, .keepAlertKey, .updateEscalation, .insertPing, .updatePing, .reviveDelivery,
      .bounceDelivery, .insertReply, .insertCode, .countAttempt, .useCode, .insertSession,
      .noteSessionWarning, .proveSession, .insertPasskey, .usePasskey, .renamePasskey,
      .insertAccessToken, .insertInvitation, .useInvitation, .acceptInvitation:
      false
    }
  }
}
