public import Foundation

/// The name of a way to reach people, such as `sms`. Stored as its raw value.
///
/// Open, so that a new channel is added without touching Model.
public struct ChannelKind: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A text message; the address is an E.164 number.
  public static let sms = ChannelKind(rawValue: "sms")
  /// A browser that shows notifications; the address is a ``PushSubscription/address``.
  public static let webPush = ChannelKind(rawValue: "webpush")
  /// A phone or tablet with the app on it; the address is a ``DeviceToken/text``.
  public static let apns = ChannelKind(rawValue: "apns")
  /// A call that reads the message; the address is an E.164 number.
  public static let voice = ChannelKind(rawValue: "voice")
  /// An e-mail; the address is an ``EmailAddress/text``.
  public static let email = ChannelKind(rawValue: "email")
  /// A topic of ntfy: its name at the operator's server, or its whole URL.
  public static let ntfy = ChannelKind(rawValue: "ntfy")
  /// A room of Matrix; the address is its ID, as in `!room:example.org`.
  public static let matrix = ChannelKind(rawValue: "matrix")
  /// A chat of Telegram; the address is its ID, a number.
  public static let telegram = ChannelKind(rawValue: "telegram")
  /// A program that is told; the address is a URL.
  public static let webhook = ChannelKind(rawValue: "webhook")

  /// Whether it is a device that shows notifications and says itself what it has shown. A person may
  /// have several, all with one place among their channels; they come by themselves.
  public var isPush: Bool { self == .webPush || self == .apns }

  /// Whether messages of this urgency go this way: nobody is rung up for less than an alarm.
  func carries(_ priority: Delivery.Priority) -> Bool { self != .voice || priority.climbs }
}

/// One way to reach one person. A person may have several of one kind.
public struct Channel: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Channel>

  /// Why nothing is sent there. Raw values are stored.
  public enum Off: String, Sendable, CaseIterable {
    /// Nobody has typed back the code that was sent there.
    case unverified = "waiting"
    /// By the person; it stays off until they say otherwise.
    case byPerson = "off"
    /// The person had switched it off, and then texted STOP too: only START or a code brings it back.
    case stopped
    /// By the person, for good. The row is kept where the channel would else come back by itself: at
    /// the next signing in, or with the next page in that browser.
    case removed
  }

  /// What quiet hours mean for one channel. Raw values are stored.
  public enum Quiet: String, Sendable, CaseIterable, Codable {
    /// Everything comes, day and night.
    case ignored
    /// What is no alarm waits.
    case notices
    /// Alarms go by the other channels, and what is no alarm waits.
    case everything
  }

  public var id: ID
  public var person: Person.ID
  public var kind: ChannelKind
  /// What the courier of that kind understands, for example a phone number.
  public var address: String
  public var createdAt: Date
  /// Set when nothing more is sent there; see ``off`` for why.
  public var disabledAt: Date?
  /// Nil while it is on, and when the address turned out to be dead.
  public var off: Off?
  /// The place the person has given it, lower first; nil where they have given none.
  public var position: Int?
  public var quiet: Quiet
  /// When something there last said that it is there: a browser with a page, a receipt, or the code that
  /// was typed back. Nil while an address has only ever waited for its code.
  public var heardAt: Date?
  /// The sign-in in which a browser or phone was registered, with which it ends; nil for everything else,
  /// and for what was registered before that was kept.
  public var session: SessionID?

  public init(
    id: ID, person: Person.ID, kind: ChannelKind, address: String, createdAt: Date,
    disabledAt: Date? = nil, off: Off? = nil, position: Int? = nil, quiet: Quiet = .notices,
    heardAt: Date? = nil, session: SessionID? = nil
  ) {
    self.id = id
    self.person = person
    self.kind = kind
    self.address = address
    self.createdAt = createdAt
    self.disabledAt = disabledAt
    self.off = off
    self.position = position
    self.quiet = quiet
    self.heardAt = heardAt
    self.session = session
  }

  public var isOn: Bool { disabledAt == nil }

  /// Whether it has come to be, or something there has said that it is there, later than `instant`: what
  /// a carrier found out then is no longer true of it.
  public func wasHeard(after instant: Date) -> Bool {
    max(createdAt, heardAt ?? createdAt) > instant
  }
}
