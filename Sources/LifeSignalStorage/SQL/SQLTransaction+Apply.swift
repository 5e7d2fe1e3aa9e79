import LifeSignalEngine
import LifeSignalModel

extension SQLTransaction {
  func apply(_ mutation: Mutation) throws -> Int {
    switch mutation {
    case .insertPerson(let person): try count(insert(person))
    case .updatePerson(let person): try count(update(person))
    case .deletePerson(let person): try count(delete(person))
    case .retireQRCode(let code): try count(insert(code))
    case .insertPicture(let picture): try count(insert(picture))
    case .removePictures(let person): try removePictures(of: person)
    case .insertChannel(let channel): try count(insert(channel))
    case .updateChannel(let channel): try count(update(channel, from: channel))
    case .deleteChannel(let id): try count(delete(Channel.self, id))
    case .enableChannel(let person, let kind, let address):
      try count(enableChannel(of: person, kind, at: address))
    case .hearChannel(let id, let at): try count(hearChannel(id, at: at))
    case .withdrawFromChannel(let id, let person, let keepsNotices, let at):
      try withdrawDeliveries(from: id, of: person, keepsNotices: keepsNotices, at: at)
    case .disableChannel(let id, let address, let at):
      try count(disable(id, address: address, at: at))
    case .moveChannels(let person, let old, let new):
      try moveChannels(of: person, from: old, to: new)
    case .setPreference(let person, let key, let value):
      try setPreference(key, of: person, to: value)

    case .insertDrill(let drill): try count(insert(drill))
    case .updateDrill(let drill, let old): try count(update(drill, from: old))

    case .insertRelation(let relation, let mirror): try count(insert(relation, mirror: mirror))
    case .updateRelation(let relation, let mirror): try count(update(relation, mirror: mirror))
    case .deleteRelation(let owner, let peer): try count(deleteRelation(of: owner, with: peer))
    case .keepRequestHistory(let history): try count(insert(history))
    case .forgetRequestHistory(let owner, let asker):
      try forgetRequestHistory(of: owner, from: asker)

    case .insertCheckIn(let checkIn): try count(insert(checkIn))
    case .insertWatch(let watch): try count(insert(watch))
    case .updateWatch(let watch, let old): try count(update(watch, from: old))
    case .insertPause(let pause): try count(insert(pause))
    case .updatePause(let pause): try count(update(pause, from: pause))

    case .insertThing(let thing): try count(insert(thing))
    case .updateThing(let thing, let old): try count(update(thing, from: old))
    case .deleteThing(let id, let person):
      try count(delete(Thing.self, id) { $0.person == person })
    case .setEvidenceRule(let person, let rule):
      try count(insert(StoredRule(person: person, rule: rule)))

    case .insertCheckInSheet(let sheet, let codes):
      try count(insert(sheet) && codes.allSatisfy { try insert($0) })
    case .voidCheckInSheets(let person, let at): try voidCheckInSheets(of: person, at: at)
    case .useCheckInCode(let id, let at, let dueAt):
      try count(useCheckInCode(id, at: at, dueAt: dueAt))
    case .settleCheckInCode(let id): try count(settleCheckInCode(id))

    case .insertTravel(let travel): try count(insert(travel))
    case .updateTravel(let travel, let old):
      try count(old.map { try update(travel, from: $0) } ?? replace(travel))

    case .insertAlert(let alert): try count(insert(alert))
    case .endAlert(let id, let at, let reason): try count(end(id, at: at, reason: reason))
    case .keepAlertKey(let key, let person, let alert):
      try count(keepAlertKey(key, of: person, alert: alert))

    case .setEscalationPlan(let person, let plan):
      if let plan {
        try count(insert(StoredPlan(person: person, plan: plan)))
      } else {
        try count(delete(StoredPlan.self, person))
      }
    case .insertEscalation(let escalation): try count(insert(escalation))
    case .updateEscalation(let escalation, let old): try count(update(escalation, from: old))

    case .insertPing(let ping): try count(insert(ping))
    case .updatePing(let ping, let old):
      try count(old.map { try update(ping, from: $0) } ?? replace(ping))

    case .requeueWatch(let person, let at): try count(requeueWatch(of: person, at: at))
    case .requeueTravel(let id, let at): try count(requeueTravel(id, at: at))
    case .restoreRelations(let person): try count(restoreRelations(of: person))
    case .requeueEscalation(let id, let steps, let at):
      try count(requeueEscalation(id, steps: steps, at: at))
    case .requeueDelivery(let id, let at): try count(requeueDelivery(id, at: at))
    case .reviveDelivery(let id, let at, let giveUpAt):
      try count(reviveDelivery(id, at: at, giveUpAt: giveUpAt))

    case .markRead(let id, let person, let at): try count(markRead(id, of: person, at: at))
    case .markAllRead(let person, let upTo): try markAllRead(of: person, upTo: upTo, at: upTo)
    case .clearNotification(let id, let person): try count(clearNotification(id, of: person))
    case .clearNotifications(let person, let upTo): try clearNotifications(of: person, upTo: upTo)

    case .noteRung(let id, let rung, let at): try count(note(rung, of: id, at: at))
    case .postponeDeliveries(let entry, let rank, let until):
      try postponeDeliveries(of: entry, above: rank, until: until)
    case .withdrawDeliveries(let entry, let rank, let at):
      try withdrawDeliveries(of: entry, above: rank, at: at)
    case .bounceDelivery(let id, let reason, let at):
      try count(bounceDelivery(id, reason: reason, at: at))
    case .abandonDelivery(let id, let reason, let at):
      try count(abandonDelivery(id, reason: reason, at: at))
    case .advanceDelivery(let entry, let at): try count(advanceDelivery(of: entry, to: at))

    case .insertReply(let id, let at): try count(insert(HandledReply(id: id, receivedAt: at)))

    case .insertCode(let code): try count(insert(code))
    case .countAttempt(let id, let old): try count(countAttempt(id, from: old))
    case .useCode(let id, let at): try count(useOneTimeCode(id, at: at))
    case .insertSession(let session): try count(insert(session))
    case .revokeSession(let id, let person, let at):
      try count(change(Session.self, id, where: { $0.person == person }) { $0.revokedAt = at })
    case .revokeOtherSessions(let person, let id, let at):
      try revokeSessions(of: person, otherThan: id, at: at)
    case .noteSessionUse(let id, let at):
      try count(change(Session.self, id) { $0.lastSeenAt = at })
    case .renewSession(let id, let end):
      try count(change(Session.self, id, where: { $0.expiresAt < end }) { $0.expiresAt = end })
    case .noteSessionWarning(let id, let end):
      try count(change(Session.self, id, where: { $0.expiresAt == end }) { $0.warnedEnd = end })
    case .proveSession(let id, let person, let at):
      try count(change(Session.self, id, where: { $0.person == person }) { $0.provenAt = at })

    case .insertPasskey(let passkey): try count(insert(passkey))
    case .usePasskey(let used, let counter):
      try count(
        change(Passkey.self, used.id, where: { $0.counter == counter }) {
          ($0.counter, $0.isCopied, $0.lastUsedAt) = (used.counter, used.isCopied, used.lastUsedAt)
        })
    case .renamePasskey(let id, let person, let name):
      try count(change(Passkey.self, id, where: { $0.person == person }) { $0.name = name })
    case .deletePasskey(let id, let person):
      try count(delete(Passkey.self, id) { $0.person == person })

    case .insertAccessToken(let token): try count(insert(token))
    case .revokeAccessToken(let id, let person, let at):
      try count(change(AccessToken.self, id, where: { $0.person == person }) { $0.revokedAt = at })
    case .noteAccessTokenUse(let id, let at):
      try count(change(AccessToken.self, id) { $0.lastUsedAt = at })

    case .insertInvitation(let invitation): try count(insert(invitation))
    case .useInvitation(let id, let person, let at):
      try count(
        change(Invitation.self, id, where: { $0.usedAt == nil && $0.withdrawnAt == nil }) {
          ($0.usedAt, $0.usedBy) = (at, person)
        })
    case .acceptInvitation(let id, let person, let at):
      try count(
        change(
          Invitation.self, id,
          where: {
            $0.acceptedAt == nil && $0.withdrawnAt == nil
              && ($0.usedAt == nil || $0.usedBy == person)
          }
        ) {
          ($0.usedAt, $0.usedBy, $0.acceptedAt) = ($0.usedAt ?? at, person, at)
        })
    case .withdrawInvitation(let id, let at):
      try count(change(Invitation.self, id, where: { $0.usedAt == nil }) { $0.withdrawnAt = at })
    }
  }

  private func count(_ won: Bool) -> Int { won ? 1 : 0 }

  /// Stores the record as `make` leaves it. False when there is none, or it is not as expected.
  private func change<Stored: KeyedRecord>(
    _ type: Stored.Type, _ key: Stored.Key, where isExpected: (Stored) -> Bool = { _ in true },
    _ make: (inout Stored) -> Void
  ) throws -> Bool {
    guard let old: Stored = try find(key), isExpected(old) else { return false }
    var new = old
    make(&new)
    return try update(new, from: old)
  }

  /// False when there is none, or it is not as expected.
  private func delete<Stored: KeyedRecord>(
    _ type: Stored.Type, _ key: Stored.Key, where isExpected: (Stored) -> Bool
  ) throws -> Bool {
    guard let stored: Stored = try find(key), isExpected(stored) else { return false }
    return try delete(type, key)
  }
}
