public import Foundation
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

  /// What it may still spend, for the operator's figures; empty where nothing is limited.
  var budgets: [BudgetFigure] { get }

  /// Whether people can answer its messages by text.
  var takesReplies: Bool { get }
}

extension Courier {
  public var budgets: [BudgetFigure] { [] }
  public var takesReplies: Bool { false }
}

/// What a courier may spend in a day, and how much of it is gone.
public struct BudgetFigure: Equatable, Sendable {
  /// What it is for, for example `alarms`. Names no address.
  public var name: String
  /// In what the carrier counts: segments of text, calls.
  public var limit: Int
  public var used: Int
  /// Messages that were refused for want of it since the start.
  public var refused: Int

  public init(name: String, limit: Int, used: Int, refused: Int) {
    self.name = name
    self.limit = limit
    self.used = used
    self.refused = refused
  }
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
  /// What it is about; nil for a bundle and where nobody knows.
  public var subject: Delivery.Subject?
  /// Whose alert it is about; nil for other messages.
  public var cause: Delivery.Cause?
  /// What a reply to it must carry; nil where none is needed.
  public var mark: String?
  /// A code somebody has asked for: worth nothing in an hour, and its words must not be changed.
  public var isOneTimeCode: Bool
  /// A code that a signed-in member requested, to the number of their account.
  public var isOwnCode: Bool
  /// A code to the number of a member, even when a stranger requested it: paid for from the share of the
  /// day's codes that is kept for those. False for what its network requests beyond its part of that.
  public var isMembersCode: Bool
  /// A test message: its recipient need not do anything.
  public var isDrill: Bool
  /// Its contents: the message itself, or every message of a bundle.
  public var contents: [Content]

  /// One message, as the ledger knows it.
  public struct Content: Equatable, Sendable {
    public var idempotencyKey: String
    public var attempt: Int

    public init(idempotencyKey: String, attempt: Int) {
      self.idempotencyKey = idempotencyKey
      self.attempt = attempt
    }
  }

  /// - Parameter contents: nil for a message that is no bundle.
  public init(
    idempotencyKey: String, kind: ChannelKind, address: String, title: String, body: String,
    priority: Delivery.Priority, attempt: Int = 1,
    receiptToken: String? = nil, subject: Delivery.Subject? = nil, cause: Delivery.Cause? = nil,
    mark: String? = nil, isOneTimeCode: Bool = false, isOwnCode: Bool = false,
    isMembersCode: Bool = false, isDrill: Bool = false,
    contents: [Content]? = nil
  ) {
    self.idempotencyKey = idempotencyKey
    self.kind = kind
    self.address = address
    self.title = title
    self.body = body
    self.priority = priority
    self.attempt = attempt
    self.receiptToken = receiptToken
    self.subject = subject
    self.cause = cause
    self.mark = mark
    self.isOneTimeCode = isOneTimeCode
    self.isOwnCode = isOwnCode
    self.isMembersCode = isMembersCode
    self.isDrill = isDrill
    self.contents = contents ?? [Content(idempotencyKey: idempotencyKey, attempt: attempt)]
  }
}

/// Why a message was not taken. The text names no address and no message text.
public enum CourierFailure: Error, Equatable, Sendable {
  /// Try again later; not before `retryAfter` seconds when given.
  case transient(String, retryAfter: Duration? = nil)
  /// This message will never be taken; the address may be fine.
  case rejected(String)
  /// The address is dead: give up and disable the channel. With `since`, the carrier's word for when it
  /// was found dead: whatever has said since then that it is there is believed instead.
  case addressGone(String, since: Date? = nil)
}
