import Foundation

/// A carrier accepted a message and could not deliver it.
public enum BounceRules {
  /// The message has failed after all, and another channel takes over immediately.
  ///
  /// The next channel of an alert is still waiting and is brought forward. Any other message was
  /// withdrawn from the other channels when the carrier accepted it, so the next one is promised
  /// again. A message that was seen has not failed, even if the carrier reports so, and is not
  /// repeated.
  /// - Parameters:
  ///   - siblings: the rows of all channels of the same entry, this one included; any order.
  ///   - person: the person whose alert the message is about.
  ///   - mailbox: the facts about the mailbox, where it is reported missing and the channel still
  ///     has it.
  /// - Throws: ``Refusal/receiptUnknown`` for a token that names no message.
  public static func bounce(
    _ delivery: Delivery?, siblings: [Delivery], reason: String, about person: Person.ID?,
    mailbox: MailboxFacts? = nil, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let delivery else { throw .receiptUnknown }
    // A message that waits for another attempt will report its own result.
    guard delivery.state == .done || delivery.state == .leased, delivery.rung < .shown else {
      return Decision(.unchanged)
    }
    let now = moment.now.storable
    var decision = Decision(
      mutations: [.bounceDelivery(delivery.id, reason: reason, at: now)])
    if let entry = delivery.notification, !siblings.contains(where: { $0.rung >= .shown }) {
      takeOver(from: delivery, of: entry, siblings, &decision, moment)
    }
    if let mailbox, mailbox.isProven(besides: delivery) {
      ChannelRules.lose(
        delivery.channel, mailbox.channels, isSilent: mailbox.isSilent, &decision, moment)
    }
    guard let person, let alert = delivery.alert else { return decision }
    decision.touch(person, .alert)
    decision.record(.sendingFailed, of: person, alert: alert, with: delivery.person, at: moment) {
      $0.channel = delivery.kind
      $0.reason = reason
    }
    return decision
  }

  private static func takeOver(
    from delivery: Delivery, of entry: NotificationData.ID, _ siblings: [Delivery],
    _ decision: inout Decision, _ moment: Moment
  ) {
    let now = moment.now.storable
    if delivery.priority.climbs {
      decision.mutations.append(.advanceDelivery(entry, to: now))
      return
    }
    let next = siblings.filter { $0.isWithdrawn && $0.attempts == 0 && $0.rank > delivery.rank }
      .min { $0.rank < $1.rank }
    guard let next, moment.now < delivery.giveUpAt else { return }
    // It is later than its place in the fallback order only if it waits for the end of quiet hours.
    let place = next.createdAt + Double(next.rank) * Rung.queued.limit
    let at = next.nextAttemptAt > place + 1 ? max(now, next.nextAttemptAt) : now
    decision.mutations.append(
      .reviveDelivery(
        next.id, at: at,
        giveUpAt: at == now ? delivery.giveUpAt : (at + delivery.priority.patience).storable))
  }
}
