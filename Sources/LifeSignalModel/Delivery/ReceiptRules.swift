import Foundation

/// Applies reports about messages from a device, a provider or a person's own actions.
public enum ReceiptRules {
  /// A device has shown a message, or its person has opened it. The token permits this report and
  /// nothing else; a repeated report changes nothing.
  ///
  /// - Parameter person: the person whose alert the message is about, who sees which responders
  ///   know.
  /// - Throws: ``Refusal/receiptUnknown`` for a token that names no message.
  public static func receive(
    _ rung: Rung, for delivery: Delivery?, about person: Person.ID?, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let delivery, rung != .queued else { throw .receiptUnknown }
    var decision = note(rung, [delivery], about: person, moment)
    guard !decision.mutations.isEmpty else { return decision }
    decision.mutations.append(.hearChannel(delivery.channel, at: moment.now.storable))
    if rung == .shown, delivery.isAlarm, let acceptedAt = delivery.acceptedAt {
      decision.events.append(
        .alarmShown(delivery.id, after: moment.now.timeIntervalSince(acceptedAt)))
    }
    if delivery.isTest { decision.touch(delivery.person, .channels) }
    return decision
  }

  /// Notes that these messages to one person have come this far, and delays their later channels.
  /// Channels of the same rank still go out: the browser that has shown it may lie elsewhere.
  static func note(
    _ rung: Rung, _ deliveries: [Delivery], about person: Person.ID?, _ moment: Moment
  ) -> Decision {
    var decision = Decision()
    for delivery in deliveries where delivery.rung < rung {
      decision.mutations.append(.noteRung(delivery.id, rung, at: moment.now.storable))
      guard let entry = delivery.notification else { continue }
      decision.mutations.append(
        delivery.priority.climbs
          ? .postponeDeliveries(
            entry, above: delivery.rank, until: (moment.now + rung.limit).storable)
          : .withdrawDeliveries(entry, above: delivery.rank, at: moment.now.storable))
    }
    guard !decision.mutations.isEmpty, let person else { return decision }
    decision.touch(person, .alert)
    enter(rung, deliveries, of: person, moment, &decision)
    return decision
  }

  /// Once for each recipient, however many messages report the same.
  private static func enter(
    _ rung: Rung, _ deliveries: [Delivery], of person: Person.ID, _ moment: Moment,
    _ decision: inout Decision
  ) {
    let kind: TimelineKind
    switch rung {
    case .shown: kind = .shown
    case .opened: kind = .opened
    // Other rules enter answers.
    default: return
    }
    for (recipient, messages) in Dictionary(grouping: deliveries, by: \.person) {
      guard let newest = messages.max(by: { $0.id < $1.id }), let alert = newest.alert,
        messages.allSatisfy({ $0.rung < rung })
      else { continue }
      decision.record(kind, of: person, alert: alert, with: recipient, at: moment) {
        if messages.count == 1 { $0.channel = newest.kind }
      }
    }
  }

  /// The person has opened one: all messages to them about the same subject count as opened.
  public static func opened(
    _ deliveries: [Delivery], by me: Person.ID, about person: Person.ID?, moment: Moment
  ) -> Decision {
    note(.opened, deliveries.filter { $0.person == me }, about: person, moment)
  }
}
