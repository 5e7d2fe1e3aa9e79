public import LifeSignalDelivery
public import LifeSignalModel
public import Logging

/// All settings, read once, valid as a whole.
///
/// Keys, defaults and meanings are in `docs/operations.md`.
public struct Settings: Equatable, Sendable {
  /// Where to listen.
  public var host: String
  /// 0 lets the system choose.
  public var port: Int
  /// A proxy in front ends TLS: cookies are Secure, and the last `X-Forwarded-For` entry is
  /// believed. Wrong without such a proxy, as anyone could then claim any address.
  public var isBehindProxy: Bool
  public var connections: Connections
  public var tls: TLS?
  public var database: Database
  /// Three demo people, a clock that can be advanced, sign-in codes on the console.
  public var isDemo: Bool
  public var logLevel: Logger.Level
  /// Which strangers may open an account.
  public var registration: Registration
  /// The means by which codes for signing in are sent; nil for all that the server can send.
  public var signIn: [SignInMeans]?
  public var watch: Watch
  /// Webhooks may lead into private networks.
  public var allowsPrivateWebhooks: Bool
  public var push: Push

  /// How push messages are sent.
  public struct Push: Equatable, Sendable {
    /// A `mailto:` or `https:` URL by which push services reach the operator; nil for the site itself.
    public var contact: String?
    /// Push services may be in private networks.
    public var allowsPrivateServices: Bool

    public init(contact: String? = nil, allowsPrivateServices: Bool = false) {
      self.contact = contact
      self.allowsPrivateServices = allowsPrivateServices
    }
  }

  /// Scheme and host under which others reach this server, without a slash at its end.
  public var origin: String?
  /// The carrier for text messages and calls; nil for none.
  public var carrier: Carrier?
  /// The mail server for our e-mail; nil for none.
  public var mail: SMTPAccount?
  public var services: Services
  /// The account for reaching the app on phones; nil for none.
  public var apns: APNsAccount?

  /// Accounts with services that take messages over HTTP. Tokens are secrets: never logged.
  public struct Services: Equatable, Sendable {
    public struct Account: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
      /// Scheme and host, without a slash at its end.
      public var server: String
      public var token: String?

      public init(server: String, token: String? = nil) {
        self.server = server
        self.token = token
      }

      public var description: String { "Account(\(server))" }
      public var customMirror: Mirror { Mirror(self, children: ["server": server]) }
    }

    /// For topics that are a name; those that are a URL need none.
    public var ntfy: Account?
    public var matrix: Account?
    public var telegram: Account?

    public init(ntfy: Account? = nil, matrix: Account? = nil, telegram: Account? = nil) {
      self.ntfy = ntfy
      self.matrix = matrix
      self.telegram = telegram
    }
  }

  /// An account for text messages, and for calls where a number for them is given.
  public struct Carrier: Equatable, Sendable {
    /// With the origin of this server still to be filled in.
    public var account: CarrierAccount
    public var sms: SMSCourier.Settings
    /// In segments.
    public var smsBudget: BudgetLimits
    /// E.164; nil for no calls.
    public var voiceNumber: String?
    /// Calls.
    public var callsPerDay: Int

    public static let standardBudget = BudgetLimits(
      perDay: 500, perPrefix: 300, codes: 300, alarms: 1_000)

    public init(
      account: CarrierAccount, sms: SMSCourier.Settings,
      smsBudget: BudgetLimits = Carrier.standardBudget, voiceNumber: String? = nil,
      callsPerDay: Int = 300
    ) {
      self.account = account
      self.sms = sms
      self.smsBudget = smsBudget
      self.voiceNumber = voiceNumber
      self.callsPerDay = callsPerDay
    }
  }

  /// How others may see from outside whether we are well.
  public struct Watch: Equatable, Sendable {
    /// Requested every ``heartbeatInterval`` seconds while all is well; with a ``carrierURL``,
    /// while no promise is broken. A secret: never logged.
    public var heartbeatURL: String?
    /// Requested as often while the carriers accept messages. A secret: never logged.
    public var carrierURL: String?
    /// Seconds, 1–86,400.
    public var heartbeatInterval: Int
    /// Opens `/metrics` to other machines. A secret: never logged.
    public var metricsToken: String?

    public init(
      heartbeatURL: String? = nil, carrierURL: String? = nil, heartbeatInterval: Int = 60,
      metricsToken: String? = nil
    ) {
      self.heartbeatURL = heartbeatURL
      self.carrierURL = carrierURL
      self.heartbeatInterval = heartbeatInterval
      self.metricsToken = metricsToken
    }
  }

  /// How many connections may be open; nil for as many as the limit of open files allows.
  public struct Connections: Equatable, Sendable {
    /// In all.
    public var total: Int?
    /// Connections from one address, and concurrent requests of one address.
    public var perAddress: Int?

    public init(total: Int? = nil, perAddress: Int? = nil) {
      self.total = total
      self.perAddress = perAddress
    }
  }

  public struct TLS: Equatable, Sendable {
    /// PEM file, leaf first, then the chain.
    public var certificate: String
    /// PEM file. The path may be logged, the content never leaves the TLS library.
    public var privateKey: String
  }

  public enum Database: Equatable, Sendable {
    case sqlite(path: String)
  }

  public var databasePath: String {
    switch database {
    case .sqlite(let path): path
    }
  }

  /// The address for links to this server: ``origin``, or where it listens.
  public func address(port: Int) -> String { origin ?? listeningAddress(port: port) }

  /// Scheme, host and port as this machine's browsers reach it.
  func listeningAddress(port: Int) -> String {
    let host =
      switch self.host {
      case "0.0.0.0", "::", "localhost": "localhost"
      case let host where host.contains(":"): "[\(host)]"
      case let host: host
      }
    return "\(tls == nil ? "http" : "https")://\(host):\(port)"
  }

  /// Whether browsers reach us over TLS, ours or the proxy's.
  public var isReachedOverTLS: Bool { tls != nil || isBehindProxy }

  public init(
    host: String = "127.0.0.1", port: Int = 8080, isBehindProxy: Bool = false,
    connections: Connections = Connections(), tls: TLS? = nil,
    database: Database = .sqlite(path: "lifesignal.sqlite"), isDemo: Bool = false,
    logLevel: Logger.Level = .info, watch: Watch = Watch(), allowsPrivateWebhooks: Bool = false,
    push: Push = Push(), origin: String? = nil, carrier: Carrier? = nil,
    mail: SMTPAccount? = nil, services: Services = Services(), apns: APNsAccount? = nil,
    registration: Registration = .invited, signIn: [SignInMeans]? = nil
  ) {
    self.host = host
    self.port = port
    self.isBehindProxy = isBehindProxy
    self.connections = connections
    self.tls = tls
    self.database = database
    self.isDemo = isDemo
    self.logLevel = logLevel
    self.watch = watch
    self.allowsPrivateWebhooks = allowsPrivateWebhooks
    self.push = push
    self.origin = origin
    self.carrier = carrier
    self.mail = mail
    self.services = services
    self.apns = apns
    self.registration = registration
    self.signIn = signIn
  }
}

/// A configuration that LifeSignal refuses to start with. The text names the change to make.
public struct SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
