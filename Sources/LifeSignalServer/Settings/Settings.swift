public import Logging

/// Everything that can be set from outside, read once, valid as a whole.
///
/// Keys, defaults and meanings stand in `docs/operations.md`.
public struct Settings: Equatable, Sendable {
  /// Where to listen.
  public var host: String
  /// 0 lets the system choose.
  public var port: Int
  /// A proxy in front ends TLS: cookies are Secure, and the last `X-Forwarded-For` entry is
  /// believed. Wrong without such a proxy, as everybody could then claim any address.
  public var isBehindProxy: Bool
  public var tls: TLS?
  public var database: Database
  /// Three demo people, a clock that can be advanced, sign-in codes on the console.
  public var isDemo: Bool
  public var logLevel: Logger.Level

  public struct TLS: Equatable, Sendable {
    /// PEM file, leaf first, then the chain.
    public var certificate: String
    /// PEM file. The path may be logged, the content never leaves the TLS library.
    public var privateKey: String
  }

  public enum Database: Equatable, Sendable {
    case sqlite(path: String)
  }

  /// Whether browsers reach us over TLS, ours or the proxy's.
  public var isReachedOverTLS: Bool { tls != nil || isBehindProxy }

  public init(
    host: String = "127.0.0.1", port: Int = 8080, isBehindProxy: Bool = false, tls: TLS? = nil,
    database: Database = .sqlite(path: "lifesignal.sqlite"), isDemo: Bool = false,
    logLevel: Logger.Level = .info
  ) {
    self.host = host
    self.port = port
    self.isBehindProxy = isBehindProxy
    self.tls = tls
    self.database = database
    self.isDemo = isDemo
    self.logLevel = logLevel
  }
}

/// A configuration LifeSignal refuses to start with. The text says what to change.
public struct SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
