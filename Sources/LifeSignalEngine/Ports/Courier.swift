public import Foundation
public import LifeSignalModel

/// Carries messages over one channel. One courier per ``ChannelKind``.
///
/// Called concurrently. A courier may get the same message again, with the same idempotency key,
/// when the process died or the lease expired between sending and noting it.
public protocol Courier: Sendable {
  /// Hands one message over and returns when the carrier has accepted it.
  ///
  /// Must end within the lease (about 30 seconds) and immediately when its task is cancelled.
  /// - Throws: ``CourierFailure``; any other error counts as ``CourierFailure/transient(_:)``.
  func deliver(_ message: CourierMessage) async throws

  /// Its remaining budgets, for the operator's figures; empty where there is no limit.
  var budgets: [BudgetFigure] { get }

  /// Whether people can answer its messages by text.
  var takesReplies: Bool { get }
}

extension Courier {
  public var budgets: [BudgetFigure] { [] }
  public var takesReplies: Bool { false }
}

/// A courier's budget for a day, and how much of it is used.
public struct BudgetFigure: Equatable, Sendable {
  /// Its purpose, for example `alarms`. Contains no address.
  public var name: String
  /// In the carrier's units: segments of text, calls.
  public var limit: Int
  public var used: Int
  /// Messages refused because the budget was used up, since the start.
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
  /// For channels whose devices can report that they have shown the message.
  public var receiptToken: String?
  /// The subject of the message; nil for a bundle and where it is unknown.
  public var subject: Delivery.Subject?
  /// The person whose alert it is about; nil for other messages.
  public var cause: Delivery.Cause?
  /// The mark that a reply must contain; nil where none is needed.
  public var mark: String?
  /// A requested code: worthless after an hour, and its words must not be changed.
  public var isOneTimeCode: Bool
  /// A code that a signed-in member requested, to the number of their account.
  public var isOwnCode: Bool
  /// A code to the number of a member, even when a stranger requested it: paid from the share of
  /// the day's codes that is reserved for members. False for codes that its network requests beyond
  /// its part of that.
  public var isMembersCode: Bool
  /// A test message: its recipient need not do anything.
  public var isDrill: Bool
  /// Its contents: the message itself, or every message of a bundle.
  public var contents: [Content]

  /// One message, as it is in the ledger.
  public struct Content: Equatable, Sendable {
    public var idempotencyKey: String
    public var attempt: Int

    public init(idempotencyKey: String, attempt: Int) {
      self.idempotencyKey = idempotencyKey
      self.attempt = attempt
    }
  }

  /// - Parameter contents: nil for a single message.
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

/// Why a message was not accepted. The text names no address and no message text.
public enum CourierFailure: Error, Equatable, Sendable {
  /// Try again later; not before `retryAfter` seconds when given.
  case transient(String, retryAfter: Duration? = nil)
  /// This message will never be accepted; the address may be fine.
  case rejected(String)
  /// The address is dead: give up and disable the channel. `since` is when the carrier found it
  /// dead: any later sign that the address works overrides it.
  case addressGone(String, since: Date? = nil)
}
