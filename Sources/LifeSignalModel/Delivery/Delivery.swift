public import Foundation

/// One outbox row: the promise to hand one message to one channel.
public struct Delivery: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Delivery>

  /// Raw values are stored.
  public enum State: String, Sendable, CaseIterable {
    /// Waiting for `nextAttemptAt`.
    case ready
    /// Being sent by `leaseOwner` until `leaseUntil`; after that anyone may try again.
    case leased
    /// The courier has accepted it.
    case done
    /// Given up; kept for the operator to see.
    case dead
  }

  /// Lower goes first. Raw values are stored.
  public enum Priority: Int, Sendable, CaseIterable, Comparable {
    case alert = 0
    case missedCheckIn = 1
    case ping = 2
    case recovery = 3
    case reminder = 4
    case information = 5

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  public var id: ID
  /// Unique: a row whose key is already stored is the same promise, and is not stored again.
  public var dedupeKey: String
  /// Passed to the courier unchanged on every attempt, so that it can recognize a repeat.
  public var idempotencyKey: String
  public var person: Person.ID
  public var notification: NotificationData.ID?
  /// The row of the person's channel, so that a dead address can be switched off.
  public var channel: Channel.ID
  public var kind: ChannelKind
  public var address: String
  public var title: String
  public var body: String
  public var priority: Priority
  public var state: State
  /// Attempts begun, the current one included.
  public var attempts: Int
  public var createdAt: Date
  public var nextAttemptAt: Date
  /// After this instant a failed attempt is the last.
  public var giveUpAt: Date
  public var leaseOwner: String?
  public var leaseUntil: Date?
  /// Why the last attempt failed; never an address or a text.
  public var lastError: String?
  /// The alert the message is about.
  public var alert: AlertRecord.ID?
  /// The place of the channel among the recipient's, from 0: later ones take over.
  public var rank: Int
  /// When the provider accepted it.
  public var acceptedAt: Date?
  /// When a device reported that it has shown the message.
  public var shownAt: Date?
  /// When the person opened it.
  public var openedAt: Date?
  /// With this token a device reports that it has shown the message; it permits nothing else.
  public var receiptToken: String?

  public init(
    id: ID, dedupeKey: String, idempotencyKey: String, person: Person.ID,
    notification: NotificationData.ID?, channel: Channel.ID, kind: ChannelKind, address: String,
    title: String, body: String, priority: Priority, state: State = .ready, attempts: Int = 0,
    createdAt: Date, nextAttemptAt: Date, giveUpAt: Date, leaseOwner: String? = nil,
    leaseUntil: Date? = nil, lastError: String? = nil, alert: AlertRecord.ID? = nil, rank: Int = 0,
    acceptedAt: Date? = nil, shownAt: Date? = nil, openedAt: Date? = nil,
    receiptToken: String? = nil
  ) {
    self.id = id
    self.dedupeKey = dedupeKey
    self.idempotencyKey = idempotencyKey
    self.person = person
    self.notification = notification
    self.channel = channel
    self.kind = kind
    self.address = address
    self.title = title
    self.body = body
    self.priority = priority
    self.state = state
    self.attempts = attempts
    self.createdAt = createdAt
    self.nextAttemptAt = nextAttemptAt
    self.giveUpAt = giveUpAt
    self.leaseOwner = leaseOwner
    self.leaseUntil = leaseUntil
    self.lastError = lastError
    self.alert = alert
    self.rank = rank
    self.acceptedAt = acceptedAt
    self.shownAt = shownAt
    self.openedAt = openedAt
    self.receiptToken = receiptToken
  }
}
