import Foundation

/// What a device, a provider or a person's own doing says about messages.
public enum ReceiptRules {
  /// A device has shown a message, or its person has opened it. Whoever holds the token may say so,
  /// and nothing else; what is known already changes nothing.
  ///
  /// - Parameter person: whose alarm the message is about: they see who knows.
  /// - Throws: ``Refusal/receiptUnknown`` for a token that names no message.
  public static func receive(
    _ rung: Rung, for delivery: Delivery?, about person: Person.ID?, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let delivery, rung != .queued else { throw .receiptUnknown }
    var decision = note(rung, [delivery], about: person, moment)
    guard !decision.mutations.isEmpty else { return decision }
    decision.mutations.append(.hearChannel(delivery.channel, at: moment.now.storable))
    if delivery.isTest { decision.touch(delivery.person, .channels) }
    return decision
  }

  /// Notes that these messages to one person have come so far, and keeps their later channels back.
  /// What has the same rank goes out all the same: the browser that has shown it may lie elsewhere.
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

  /// Once for each recipient, however many messages say the same.
  private static func enter(
    _ rung: Rung, _ deliveries: [Delivery], of person: Person.ID, _ moment: Moment,
    _ decision: inout Decision
  ) {
    let kind: TimelineKind
    switch rung {
    case .shown: kind = .shown
    case .opened: kind = .opened
    // Answers are entered by those who rule on them.
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

  /// The person has looked: all messages to them about one thing are opened.
  public static func opened(
    _ deliveries: [Delivery], by me: Person.ID, about person: Person.ID?, moment: Moment
  ) -> Decision {
    note(.opened, deliveries.filter { $0.person == me }, about: person, moment)
  }
}
