import Foundation
import LifeSignalModel

extension Engine {
  /// Loads what the command's rules need and lets them decide. Runs inside the transaction.
  func decide(
    _ command: Command, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .requestCode, .verifyCode:
      preconditionFailure("signing in brings randomness and does not pass here")

    case .fireDeadline(let claimed):
      let facts = try checkInFacts(of: claimed.person, in: tx, withResponders: true)
      let courtesy = Courtesy(
        outage: try tx.heartbeat()?.outage, window: configuration.courtesyWindow)
      return try DeadlineRules.fire(claimed, facts, courtesy: courtesy, by: actor, moment: moment)
    case .expirePing(let claimed):
      return try PingClosingRules.expire(
        claimed, try parties(of: claimed.id, in: tx), by: actor, moment: moment)
    case .enrol(let phoneNumber, let region):
      let number = PhoneNumber(phoneNumber, region: region)?.e164
      return try AuthRules.enrol(
        phoneNumber: phoneNumber, region: region,
        existing: try number.flatMap { try tx.person(phoneNumber: $0) },
        qrCode: entropy.qrCode(), channels: configuration.signUpChannels, by: actor,
        moment: moment)

    default:
      return try decide(command, by: try actor.member(), in: tx, at: moment)
    }
  }

  /// The commands of a signed-in member.
  private func decide(
    _ command: Command, by me: Person.ID, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .checkIn(let clientKey, let at):
      var facts = try checkInFacts(of: me, in: tx)
      facts.repeated = try clientKey.flatMap { try tx.checkIn(of: me, clientKey: $0) }
      if facts.watch.stage == .missed {
        facts.missedAlert = try tx.openAlert(of: me, kind: .missedCheckIn)
        facts.responders = try tx.responders(of: me)
      }
      return CheckInRules.checkIn(facts, clientKey: clientKey, at: at, moment: moment)
    case .setInterval(let interval):
      return try CheckInSettingsRules.setInterval(
        checkInFacts(of: me, in: tx), interval, moment: moment)
    case .setGracePeriod(let grace):
      return try CheckInSettingsRules.setGracePeriod(
        checkInFacts(of: me, in: tx), grace, moment: moment)
    case .setReminder(let lead):
      return try CheckInSettingsRules.setReminder(
        checkInFacts(of: me, in: tx), lead, moment: moment)
    case .setNotificationPreferences(let preferences):
      return CheckInSettingsRules.setPreferences(
        try checkInFacts(of: me, in: tx), preferences, moment: moment)
    case .updateProfile(let firstName, let lastName, let emergencyNote):
      return try ProfileRules.update(
        checkInFacts(of: me, in: tx), firstName: firstName, lastName: lastName,
        emergencyNote: emergencyNote, moment: moment)
    case .resetQRCode:
      return ProfileRules.resetQRCode(
        try recipient(me, in: tx).person, to: entropy.qrCode(), moment: moment)
    case .setLanguage(let language):
      return ProfileRules.setLanguage(
        try recipient(me, in: tx).person, to: language, moment: moment)

    case .raiseAlert:
      return AlertRules.raise(try alertFacts(of: me, in: tx), moment: moment)
    case .endAlert:
      return try AlertRules.end(alertFacts(of: me, in: tx), moment: moment)

    case .requestRelation(let qrCode, let isResponder, let isDependent):
      let other = try tx.person(qrCode: qrCode)?.id
      return try RelationRules.request(
        relationFacts(me, other, in: tx), isResponder: isResponder, isDependent: isDependent,
        moment: moment)
    case .acceptRelation(let other):
      return try RelationRules.accept(relationFacts(me, other, in: tx), moment: moment)
    case .declineRelation(let other):
      return try RelationRules.decline(relationFacts(me, other, in: tx), moment: moment)
    case .endRelation(let other):
      return RelationRules.end(try relationFacts(me, other, in: tx), moment: moment)
    case .updateRoles(let other, let isResponder, let isDependent):
      return try RoleRules.update(
        relationFacts(me, other, in: tx), isResponder: isResponder, isDependent: isDependent,
        moment: moment)

    case .ping(let other):
      return try PingRules.ping(pingPair(from: me, to: other, in: tx, at: moment), moment: moment)
    case .respondToPing(let id):
      return try PingClosingRules.respond(
        try parties(of: id, in: tx), by: .person(me), moment: moment)
    case .clearPing(let id):
      return try PingClosingRules.clear(
        try parties(of: id, in: tx), by: .person(me), moment: moment)
    case .respondToAllPings:
      let mine = try recipient(me, in: tx)
      let pending = try tx.pendingPings(to: me).map { ping in
        PingParties(ping: ping, sender: try recipient(ping.sender, in: tx), recipient: mine)
      }
      return PingClosingRules.respondToAll(pending, me: mine, moment: moment)

    case .markRead(let id): return NotificationRules.markRead(id, by: me, moment: moment)
    case .markAllRead: return NotificationRules.markAllRead(by: me, moment: moment)
    case .clearNotification(let id): return NotificationRules.clear(id, by: me)
    case .clearNotifications: return NotificationRules.clearAll(by: me, moment: moment)
    case .setPreference(let key, let value):
      return try NotificationRules.setPreference(key, value, by: me)
    case .signOut(let session): return AuthRules.signOut(session, by: me, moment: moment)

    case .requestCode, .verifyCode, .enrol, .fireDeadline, .expirePing:
      throw Refusal.notAllowed
    }
  }
}
