import Foundation
import LifeSignalModel

extension Engine {
  /// Loads the facts that the command's rules need and calls them. Runs inside the transaction.
  func decide(
    _ command: CommandCase, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .requestCode, .verifyCode, .updatePhoneNumber, .requestDeletionCode, .deleteAccount,
      .requestChannelCode, .verifyChannel, .requestProofCode, .proveIdentity, .setPicture,
      .signInWithPasskey, .proveWithPasskey, .registerPasskey, .useCheckInCode:
      preconditionFailure("codes and pictures are read before, and do not pass here")

    case .fireDeadline where moment.holdsMissedDeadlines():
      // The process was away between the claim and now.
      return Decision(.unchanged)
    case .fireDeadline(let claimed):
      var facts = try tx.checkInFacts(of: claimed.person, withResponders: true)
      facts.plan = try tx.escalationPlan(of: claimed.person) ?? .everybody
      return try DeadlineRules.fire(
        claimed, facts, courtesy: tx.courtesy(at: moment), by: actor, moment: moment)
    case .fireEscalation(let claimed):
      return try EscalationRules.fire(
        claimed, tx.escalationFacts(of: claimed.alert), by: actor, moment: moment)
    case .settleCheckInCode(let claimed):
      return try SilentAlarmRules.settle(
        claimed, settlingFacts(of: claimed.id, in: tx), by: actor, moment: moment)
    case .confirmReceipt(let token, let rung):
      let delivery = try tx.delivery(receiptToken: token)
      let alert = try delivery?.alert.flatMap { try tx.alert($0) }
      return try ReceiptRules.receive(rung, for: delivery, about: alert?.person, moment: moment)
        .kept(about: alert)
    case .bounce(let token, let reason):
      return try decide(
        bounceOf: tx.delivery(receiptToken: token), reason: reason, by: actor, in: tx, at: moment)
    case .returnMail(let id, let reason, let isGone):
      return try decide(
        bounceOf: tx.delivery(id), reason: reason, isGone: isGone, by: actor, in: tx, at: moment)
    case .receiveReply(let reply):
      return try decide(reply, ReplyTakes(), by: actor, in: tx, at: moment)
    case .pressKey(let press):
      return try decide(press, by: actor, in: tx, at: moment)
    case .hear(let signal, let token, _):
      return try decide(signal, token: token, in: tx, at: moment)
    case .enlistDrills, .fireDrill:
      return try decideDrill(command, by: actor, in: tx, at: moment)
    case .repair(let finding):
      return try RepairRules.repair(
        finding, repairFacts(finding, in: tx), by: actor, moment: moment)
    case .retryDeadLetter(let id):
      return try DeadLetterRules.retry(tx.deadLetter(id), by: actor, moment: moment)
    case .endAllSessions(let phoneNumber, let region):
      return try endAllSessions(of: phoneNumber, region, by: actor, in: tx, at: moment)
    case .endPush(let id, let person):
      return try PushRules.end(
        id, as: tx.session(id), channelFacts(of: person, in: tx), by: actor, moment: moment)
    case .enrol(let phoneNumber, let region):
      let number = PhoneNumber(phoneNumber, region: region)?.e164
      return try AuthRules.enrol(
        phoneNumber: phoneNumber, region: region,
        existing: try number.flatMap { try tx.person(phoneNumber: $0) },
        qrCode: entropy.qrCode(), channels: configuration.signUpChannels, by: actor,
        moment: moment)

    default:
      let me = try actor.member()
      switch command {
      case .signOut(let id): return try endSession(id, by: actor, in: tx, at: moment)
      case .endOtherSessions(let id):
        return try endSessions(of: me, otherThan: id, in: tx, at: moment)
      case .subscribePush, .setDeviceToken:
        return try decidePush(command, by: actor, in: tx, at: moment)
      default:
        let decision = try decide(command, by: me, in: tx, at: moment)
        // A command that would be refused anyway does not ask for re-authentication.
        try check(decision.demands, of: command.terms, by: actor, in: tx, at: moment.now)
        return decision
      }
    }
  }

  /// The commands of a signed-in member.
  private func decide(
    _ command: CommandCase, by me: Person.ID, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .checkIn(let chosen, let at, let scopes):
      let clientKey = chosen.map(CheckIn.key(chosen:))
      var facts = try tx.signOfLifeFacts(of: me)
      facts.repeated = try clientKey.flatMap { try tx.checkIn(of: me, clientKey: $0) }
      if let scopes {
        return try CheckInRules.checkIn(
          facts, clientKey: clientKey, at: at, with: scopes, moment: moment)
      }
      return CheckInRules.checkIn(facts, clientKey: clientKey, at: at, moment: moment)
    case .setInterval(let interval):
      return try CheckInSettingsRules.setInterval(
        tx.checkInFacts(of: me), interval, moment: moment)
    case .setPlan(let plan):
      return try CheckInSettingsRules.setPlan(tx.checkInFacts(of: me), plan, moment: moment)
    case .pause(let until):
      var facts = try tx.checkInFacts(of: me, withResponders: true)
      facts.hasOtherAlarm =
        try tx.openAlert(of: me, kind: .manual) != nil
        || tx.openAlert(of: me, kind: .travel) != nil
      return try PauseRules.pause(facts, until: until, moment: moment)
    case .setNotificationPreferences(let preferences):
      return try CheckInSettingsRules.setPreferences(
        tx.checkInFacts(of: me), preferences, moment: moment)
    case .updateProfile(let firstName, let lastName, let emergencyNote):
      return try ProfileRules.update(
        tx.checkInFacts(of: me), firstName: firstName, lastName: lastName,
        emergencyNote: emergencyNote, moment: moment)
    case .resetQRCode:
      return ProfileRules.resetQRCode(
        try tx.recipient(me).person, to: entropy.qrCode(), moment: moment)
    case .setLanguage(let language):
      return ProfileRules.setLanguage(
        try tx.recipient(me).person, to: language, moment: moment)

    case .removePicture:
      return PictureRules.remove(
        of: try tx.recipient(me).person, peers: try tx.peers(of: me), moment: moment)

    case .raiseAlert:
      return AlertRules.raise(try tx.alertFacts(of: me), moment: moment)
    case .raiseQueuedAlert(let key, let at):
      var facts = try tx.alertFacts(of: me)
      facts.repeated = try tx.alert(of: me, key: key)
      return AlertRules.raiseQueued(facts, key: key, at: at, moment: moment)
    case .endAlert:
      return try AlertRules.end(tx.alertFacts(of: me), moment: moment)

    case .setEscalationPlan(let plan):
      return try EscalationPlanRules.set(
        plan, of: me, responders: tx.responders(of: me).map(\.person.id))
    case .acknowledgeAlarm(let id):
      return try AcknowledgementRules.acknowledge(
        tx.escalationFacts(of: id), by: me, moment: moment)
    case .releaseAlarm(let id):
      return try AcknowledgementRules.release(
        tx.escalationFacts(of: id), by: me, moment: moment)
    case .handOverAlarm(let id, let other):
      return try AcknowledgementRules.handOver(
        tx.escalationFacts(of: id), to: other, by: me, moment: moment)

    case .endSilentAlarm(let id):
      return try SilentAlarmRules.end(tx.escalationFacts(of: id), by: me, moment: moment)

    case .openAlarm(let id):
      guard let alert = try tx.alert(id), try tx.mayKnow(me, of: alert) else {
        throw Refusal.alarmNotFound
      }
      // It is not shown any more, so the message that it is over still has to arrive.
      guard alert.isOpen else { return Decision() }
      return ReceiptRules.opened(
        try tx.deliveries(about: id), by: me, about: alert.person, moment: moment
      ).kept(about: alert)

    case .unsubscribePush(let endpoint):
      return PushRules.unsubscribe(
        endpoint: endpoint, try tx.recipient(me), moment: moment)

    case .requestCode, .verifyCode, .updatePhoneNumber, .requestDeletionCode, .deleteAccount,
      .requestChannelCode, .verifyChannel, .requestProofCode, .proveIdentity,
      .signInWithPasskey, .proveWithPasskey, .registerPasskey, .setPicture, .enrol,
      .signOut, .endOtherSessions, .endAllSessions, .endPush, .subscribePush, .setDeviceToken,
      .fireDeadline, .fireEscalation, .confirmReceipt, .repair, .retryDeadLetter, .receiveReply,
      .pressKey, .bounce, .returnMail, .hear, .useCheckInCode, .settleCheckInCode, .enlistDrills,
      .fireDrill:
      throw Refusal.notAllowed
    }
  }
}
