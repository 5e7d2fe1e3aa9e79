import LifeSignalModel

/// Where webhooks may lead: without it a person could make this server send requests to the
/// machines around it.
public struct WebhookPolicy: Equatable, Sendable {
  /// For an operator who hosts at home: allows private networks and this machine, also over plain
  /// http and on any port. Link-local and embedded addresses stay forbidden.
  public var allowsPrivateNetworks: Bool
  /// Ports that may be used when private networks are not allowed.
  public var ports: Set<Int>

  public init(allowsPrivateNetworks: Bool = false, ports: Set<Int> = [443, 8443]) {
    self.allowsPrivateNetworks = allowsPrivateNetworks
    self.ports = ports
  }

  public func allows(_ address: IPAddress) -> Bool {
    switch address.network {
    case .open: true
    case .private, .loopback: allowsPrivateNetworks
    case .linkLocal, .multicast, .unspecified, .embedded, .reserved: false
    }
  }
}

/// An allowed address of a webhook, as far as its text shows that.
public struct WebhookAddress: Equatable, Sendable {
  public let url: String
  /// In lower case, without the brackets of IPv6.
  public let host: String
  public let port: Int
  /// Nil for a name.
  public let literal: IPAddress?

  /// - Throws: ``WebhookRefusal``.
  public init(_ text: String, policy: WebhookPolicy) throws(WebhookRefusal) {
    let address: WebAddress
    do { address = try WebAddress(text) } catch { throw WebhookRefusal(error) }
    guard address.scheme == "https" || address.scheme == "http" && policy.allowsPrivateNetworks
    else { throw .schemeNotAllowed }
    port = address.port ?? (address.scheme == "https" ? 443 : 80)
    guard policy.allowsPrivateNetworks || policy.ports.contains(port) else {
      throw .portNotAllowed
    }
    literal = address.isLiteral ? IPAddress(address.host) : nil
    if address.isLiteral {
      guard let literal else { throw .notAnAddress }
      guard policy.allows(literal) else { throw .networkNotAllowed(literal.network) }
    }
    host = address.host
    url = address.url
  }
}
