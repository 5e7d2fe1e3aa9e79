public import Foundation

/// The name of a kind of channel, such as `sms`. Stored as its raw value.
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
  /// A program that receives messages; the address is a URL.
  public static let webhook = ChannelKind(rawValue: "webhook")

  /// Whether it is a device that shows notifications and reports what it has shown. A person may
  /// have several, which share one place among their channels; devices register themselves.
  public var isPush: Bool { self == .webPush || self == .apns }

  /// Whether this channel carries messages of this urgency: only alerts place a phone call.
  func carries(_ priority: Delivery.Priority) -> Bool { self != .voice || priority.climbs }
}

/// One channel to one person. A person may have several of one kind.
public struct Channel: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Channel>

  /// Why nothing is sent there. Raw values are stored.
  public enum Off: String, Sendable, CaseIterable {
    /// The code that was sent there has not been typed back.
    case unverified = "waiting"
    /// Switched off by the person; it stays off until they switch it on.
    case byPerson = "off"
    /// The person had switched it off, and then texted STOP too: only START or a code brings it back.
    case stopped
    /// By the person, for good. The row is kept where the channel would otherwise return
    /// automatically: at the next sign-in, or with the next page in that browser.
    case removed
  }

  /// How one channel behaves during quiet hours. Raw values are stored.
  public enum Quiet: String, Sendable, CaseIterable, Codable {
    /// Everything comes, day and night.
    case ignored
    /// Everything waits except alerts, their answers and ends, and the loss of the last responder.
    case notices
    /// Alerts go by the other channels, and everything else waits.
    case everything
  }

  public var id: ID
  public var person: Person.ID
  public var kind: ChannelKind
  /// The address in the form that the courier of that kind understands, for example a phone number.
  public var address: String
  public var createdAt: Date
  /// Set when nothing more is sent there; see ``off`` for why.
  public var disabledAt: Date?
  /// Nil while it is on, and when the address turned out to be dead.
  public var off: Off?
  /// The place the person has given it, lower first; nil where they have given none.
  public var position: Int?
  public var quiet: Quiet
  /// When the recipient last responded there: a browser loaded a page, a receipt arrived, or the
  /// code was typed back. Nil while the address has only ever waited for its code.
  public var heardAt: Date?
  /// The session in which a browser or phone was registered, and with which it ends; nil for
  /// everything else, and for devices registered before sessions were stored.
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

  /// Whether the channel was created, or its recipient responded, later than `instant`: a carrier's
  /// earlier finding is then no longer true.
  public func wasHeard(after instant: Date) -> Bool {
    max(createdAt, heardAt ?? createdAt) > instant
  }
}
