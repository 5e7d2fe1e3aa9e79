import LifeSignalDelivery

/// A key that an installation makes for itself: random bytes in the table `secrets`.
enum InstallationKey: CaseIterable {
  case push, webhooks, mail, checkInCodes

  /// Bytes.
  static let length = 32

  var name: String {
    switch self {
    case .push: VAPID.secretName
    case .webhooks: WebhookSignature.secretName
    case .mail: MailCourier.secretName
    case .checkInCodes: "check-in codes"
    }
  }

  /// Whether a server has it before its first heartbeat; that of mail comes with the mail account.
  var isMadeAtStart: Bool { self != .mail }

  /// The effect of a different key, and what to do about it.
  var loss: String {
    switch self {
    case .push:
      "No browser gets push messages until its person opens the app there; alerts take the next channel."
    case .webhooks:
      """
      Receivers of webhooks cannot check our signatures until they have the new key; \
      `lifesignal webhook-key` shows it.
      """
    case .mail:
      "Mail that was sent before and comes back is not recognized."
    case .checkInCodes:
      """
      No printed code works any more, neither for a check-in nor for a silent alert: ask people to print new \
      sheets. A text that answers a message of before does not count for an alert.
      """
    }
  }
}
