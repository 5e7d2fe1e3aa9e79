public import LifeSignalModel

/// A mail server that accepts our mail for all recipients, and the name under which we send.
public struct SMTPAccount: Equatable, Sendable {
  /// How the connection is protected. Without protection only a server on this machine is used.
  public enum Security: String, Equatable, Sendable, CaseIterable {
    /// Begins unencrypted; sends nothing but the request for TLS before it is established (RFC
    /// 3207).
    case startTLS = "starttls"
    /// TLS from the first byte (RFC 8314 §3.3).
    case implicit
    case none
  }

  /// A name or an address, in lower case.
  public var host: String
  public var port: Int
  public var security: Security
  public var user: String?
  /// A secret: never logged.
  public var password: String?
  /// In the header; also the envelope's sender if ``bounce`` is nil.
  public var from: EmailAddress
  /// The address to which undeliverable mail returns. Each message has an address of its own below
  /// it: `bounce+<message>@…`.
  public var bounce: EmailAddress?
  /// A file of certificates to trust instead of the system's, PEM.
  public var authorities: String?

  public init(
    host: String, port: Int, security: Security = .startTLS, user: String? = nil,
    password: String? = nil, from: EmailAddress, bounce: EmailAddress? = nil,
    authorities: String? = nil
  ) {
    self.host = host
    self.port = port
    self.security = security
    self.user = user
    self.password = password
    self.from = from
    self.bounce = bounce
    self.authorities = authorities
  }

  /// Whether the server is on this machine.
  public var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// In curl's form; the text after the slash is our own name (RFC 5321 §4.1.1.1).
  var url: String {
    let place = host.contains(":") ? "[\(host)]" : host
    return "\(security == .implicit ? "smtps" : "smtp")://\(place):\(port)/\(from.domain)"
  }
}

extension SMTPAccount: CustomStringConvertible, CustomReflectable {
  public var description: String { "SMTPAccount(\(host):\(port), \(security.rawValue))" }
  public var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port]) }
}
