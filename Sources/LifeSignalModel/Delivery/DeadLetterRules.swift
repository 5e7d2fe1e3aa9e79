import Foundation

/// The operator's tools for messages that were given up.
public enum DeadLetterRules {
  /// Puts one back into the outbox, due immediately and with all its attempts again; its
  /// idempotency key stays, so that a carrier knows a repeat.
  /// - Parameter letter: nil when there is no dead letter of this number.
  public static func retry(_ letter: DeadLetter?, moment: Moment) throws(Refusal) -> Decision {
    guard let letter else { throw .deadLetterNotFound }
    let patience = letter.priority?.patience ?? Delivery.Priority.alert.patience
    return Decision(mutations: [
      .reviveDelivery(
        letter.id, at: moment.now.storable, giveUpAt: (moment.now + patience).storable)
    ])
  }
}
