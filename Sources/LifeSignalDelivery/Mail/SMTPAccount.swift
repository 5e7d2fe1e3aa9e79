public import LifeSignalModel

/// A mail server that takes mail from us for the world, and as whom we send.
public struct SMTPAccount: Equatable, Sendable {
  /// How the connection is protected. Without protection only a server on this machine is spoken to.
  public enum Security: String, Equatable, Sendable, CaseIterable {
    /// Begins in the clear; nothing but the wish for TLS is said before there is some (RFC 3207).
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
  /// In the header; also the envelope's sender where ``bounce`` says nothing else.
  public var from: EmailAddress
  /// Where mail comes back that could not be brought. Each message has an address of its own below it:
  /// `bounce+<message>@…`.
  public var bounce: EmailAddress?
  /// A file of certificates to believe instead of the system's, PEM.
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

  /// As curl reads it; after the slash stands what we call ourselves (RFC 5321 §4.1.1.1).
  var url: String {
    let place = host.contains(":") ? "[\(host)]" : host
    return "\(security == .implicit ? "smtps" : "smtp")://\(place):\(port)/\(from.domain)"
  }
}

extension SMTPAccount: CustomStringConvertible, CustomReflectable {
  public var description: String { "SMTPAccount(\(host):\(port), \(security.rawValue))" }
  public var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port]) }
}
