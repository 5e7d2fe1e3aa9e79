public import LifeSignalModel

/// Carries messages over one channel. One courier per ``ChannelKind``.
///
/// Called concurrently. A courier may be handed the same message again, with the same idempotency
/// key, when the process died or the lease lapsed between sending and noting it.
public protocol Courier: Sendable {
  /// Hands one message over and returns when the carrier has taken it.
  ///
  /// Must end within the lease (about 30 seconds) and at once when its task is cancelled.
  /// - Throws: ``CourierFailure``; any other error counts as ``CourierFailure/transient(_:)``.
  func deliver(_ message: CourierMessage) async throws
}

/// One message for one address.
public struct CourierMessage: Equatable, Sendable {
  /// Stable over all attempts of the same message.
  public var idempotencyKey: String
  public var kind: ChannelKind
  public var address: String
  public var title: String
  public var body: String
  public var priority: Delivery.Priority
  /// 1 for the first attempt. From 2 on the message may have been sent before.
  public var attempt: Int
  /// For channels whose devices can say that they have shown the message.
  public var receiptToken: String?

  public init(
    idempotencyKey: String, kind: ChannelKind, address: String, title: String, body: String,
    priority: Delivery.Priority, attempt: Int = 1,
    receiptToken: String? = nil
  ) {
    self.idempotencyKey = idempotencyKey
    self.kind = kind
    self.address = address
    self.title = title
    self.body = body
    self.priority = priority
    self.attempt = attempt
    self.receiptToken = receiptToken
  }
}

/// Why a message was not taken. The text names no address and no message text.
public enum CourierFailure: Error, Equatable, Sendable {
  /// Try again later; not before `retryAfter` seconds when given.
  case transient(String, retryAfter: Duration? = nil)
  /// This message will never be taken; the address may be fine.
  case rejected(String)
  /// The address is dead: give up and disable the channel.
  case addressGone(String)
}
