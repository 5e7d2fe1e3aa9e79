import Crypto
import Foundation
import LifeSignalModel

/// Messages from carriers: texts, keys, and reports of messages they could not deliver.
extension Engine {
  func receive(_ reply: Reply, by actor: Actor) async throws -> Outcome {
    let takes = ReplyTakes()
    defer { if let made = takes.givesBack { guesses.giveBack(made) } }
    return try await commit { [self] tx, moment in
      try decide(reply, takes, by: actor, in: tx, at: moment)
    }
  }

  func decide(
    _ reply: Reply, _ takes: ReplyTakes, by actor: Actor, in tx: any LedgerTransaction,
    at moment: Moment
  ) throws -> Decision {
    if let decision = try decide(codeIn: reply, takes, by: actor, in: tx, at: moment) {
      return decision
    }
    var facts = ReplyFacts(sender: nil)
    if let person = try tx.person(phoneNumber: reply.from) ?? owner(of: reply.from, in: tx) {
      facts.sender = try tx.recipient(person.id)
      facts.isRepeated = try tx.hasReply(reply.id)
      switch ReplyText(reply.text).word {
      case .fine:
        facts.checkIn = try tx.signOfLifeFacts(of: person.id)
        facts.pings = try tx.pendingPingParties(to: person.id)
        facts.ownMark = try ownMark(of: person.id, in: tx)
      case .one:
        facts.pings = try tx.pendingPingParties(to: person.id)
        facts.ownMark = try ownMark(of: person.id, in: tx)
      case .onIt:
        facts.alarms = try alarms(toldTo: person.id, in: tx)
        for alarm in facts.alarms {
          facts.marks[alarm.alert.id] = mark(of: .alert(alarm.alert.id, to: person.id))
        }
      case .stop:
        facts.former = try tx.channel(of: person.id, .sms, at: reply.from)
        facts.dependents = try tx.contacts(of: person.id)
          .filter { $0.relation.status == .accepted && $0.relation.isDependent }
          .map { try tx.recipient($0.peer.id) }
      case .start, nil: break
      }
    }
    var decision = try ReplyRules.receive(reply, facts, by: actor, moment: moment)
    // The request itself is carried out; only our answer is left out.
    if case .replied = decision.outcome, let sender = facts.sender?.person.id,
      !takes.mayAnswer({
        mayAnswer(sender, isProven: ReplyRules.isProven(reply, facts), moment.now)
      })
    {
      decision.outcome = .unchanged
    }
    return decision
  }

  /// Texts with a right mark have a limit of their own: no one uses it up by texts under another's number.
  private func mayAnswer(_ sender: Person.ID, isProven: Bool, _ now: Date) -> Bool {
    (isProven ? provenReplyThrottle : replyThrottle).take(sender, at: now) == nil
  }

  /// Keyed, so that only those who have read a message about it know it.
  func mark(of subject: ReplyMark.Subject) -> ReplyMark {
    ReplyMark(
      digest: HMAC<SHA256>.authenticationCode(
        for: Data(subject.text.utf8), using: SymmetricKey(data: configuration.checkInCodeKey)))
  }

  /// Nil while no alert of theirs is on. A duress alert changes nothing that they could notice.
  func ownMark(of person: Person.ID, in tx: any LedgerSnapshot) throws -> ReplyMark? {
    guard try tx.openAlerts(of: person).contains(where: { !$0.isSilent }) else { return nil }
    return mark(of: .countdown(of: person, gen: try tx.watch(of: person)?.gen ?? 0))
  }

  /// The person who has added this number as theirs; nil if several have, as they cannot be told
  /// apart.
  private func owner(of number: String, in tx: any LedgerSnapshot) throws -> Person? {
    let owners = try tx.owners(of: .sms, at: number)
    guard owners.count == 1 else { return nil }
    return try tx.person(owners[0])
  }

  func decide(
    _ press: KeyPress, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    let delivery = try tx.delivery(receiptToken: press.token)
    var facts = KeyFacts(delivery: delivery, isRepeated: try tx.hasReply(press.id))
    if let delivery, try tx.person(delivery.person) != nil {
      facts.recipient = try tx.recipient(delivery.person)
      facts.checkIn = try tx.signOfLifeFacts(of: delivery.person)
      facts.alarm = try delivery.alert.flatMap { try tx.readableEscalationFacts(of: $0) }
    }
    return try KeyRules.press(press, facts, by: actor, moment: moment)
  }

  func decide(
    bounceOf delivery: Delivery?, reason: String, isGone: Bool = false, by actor: Actor,
    in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    let alert = try delivery?.alert.flatMap { try tx.alert($0) }
    return try BounceRules.bounce(
      delivery, siblings: try delivery?.notification.map { try tx.deliveries(of: $0) } ?? [],
      reason: reason, about: alert?.person,
      mailbox: isGone ? try delivery.flatMap { try mailbox(of: $0, about: alert, in: tx) } : nil,
      by: actor, moment: moment
    ).kept(about: alert)
  }

  /// Nil if another address has replaced it since.
  private func mailbox(
    of delivery: Delivery, about alert: Alert?, in tx: any LedgerSnapshot
  ) throws -> MailboxFacts? {
    guard try isStillThere(delivery, in: tx) else { return nil }
    let messages = try tx.newestDeliveries(of: delivery.person)
    let silent = try tx.silentAlarms(among: messages)
    return MailboxFacts(
      channels: try channelFacts(of: delivery.person, in: tx),
      messages: messages.filter { message in message.alert.map { silent[$0] == nil } ?? true },
      isSilent: alert?.isSilent == true)
  }

  private func isStillThere(_ delivery: Delivery, in tx: any LedgerSnapshot) throws -> Bool {
    try tx.channels(of: delivery.person).contains {
      $0.id == delivery.channel && $0.address == delivery.address
    }
  }

  /// The carrier reports that the address of this message does not exist. The owners of phones and
  /// browsers are notified elsewhere, where a notice is needed; these are channels they have typed
  /// in.
  func lose(_ delivery: Delivery) async throws {
    _ = try await commit { [self] tx, moment in
      guard try isStillThere(delivery, in: tx) else { return Decision(.unchanged) }
      let alert = try delivery.alert.flatMap { try tx.alert($0) }
      return try ChannelRules.lose(
        delivery.channel, channelFacts(of: delivery.person, in: tx),
        isSilent: alert?.isSilent == true, by: .system, moment: moment
      ).kept(about: alert)
    }
  }

  /// The alerts about which they have had messages, the newest message first.
  private func alarms(toldTo me: Person.ID, in tx: any LedgerSnapshot) throws -> [EscalationFacts] {
    var seen: Set<AlertRecord.ID> = []
    return try tx.deliveries(of: me, limit: 200).compactMap { delivery in
      guard let alert = delivery.alert, seen.insert(alert).inserted else { return nil }
      return try tx.readableEscalationFacts(of: alert)
    }
  }
}
