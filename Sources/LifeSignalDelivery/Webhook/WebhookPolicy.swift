import Foundation

/// Where webhooks may lead: without it a person could make this server speak to the machines around it.
public struct WebhookPolicy: Equatable, Sendable {
  /// For who hosts at home: private networks and this machine, also over plain http and on any port.
  /// Link-local and embedded addresses stay closed.
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

/// The address of a webhook that may be asked for, as far as its text can say.
public struct WebhookAddress: Equatable, Sendable {
  public let url: String
  /// In lower case, without the brackets of IPv6.
  public let host: String
  public let port: Int
  /// Nil for a name.
  public let literal: IPAddress?

  /// - Throws: ``WebhookRefusal``.
  public init(_ text: String, policy: WebhookPolicy) throws(WebhookRefusal) {
    // What parsers disagree about is not an address: control characters, spaces, backslashes.
    guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x5c }),
      var parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      var host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.fragment == nil
    else { throw .notAnAddress }
    guard scheme == "https" || scheme == "http" && policy.allowsPrivateNetworks else {
      throw .schemeNotAllowed
    }
    guard parts.user == nil, parts.password == nil,
      !(text.split(separator: "/", maxSplits: 3).dropFirst().first?.contains("@") ?? false)
    else { throw .holdsCredentials }
    port = parts.port ?? (scheme == "https" ? 443 : 80)
    guard (1...65_535).contains(port), policy.allowsPrivateNetworks || policy.ports.contains(port)
    else { throw .portNotAllowed }

    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    // A zone would choose the interface; percent signs also hide dots.
    guard !host.contains("%") else { throw .notAnAddress }
    if host.hasSuffix(".") { host.removeLast() }
    literal = IPAddress(host)
    if literal == nil {
      guard let last = host.split(separator: ".", omittingEmptySubsequences: false).last,
        host.utf8.allSatisfy(Self.isOfAName), !host.contains(".."), !host.hasPrefix(".")
      else { throw .notAnAddress }
      // 2130706433, 0x7f.1, 0177.0.0.1: addresses to some, names to others.
      let isNumber =
        !last.isEmpty
        && (last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.hasPrefix("0x"))
      guard !isNumber else { throw .ambiguousHost }
    } else if let literal, !policy.allows(literal) {
      throw .networkNotAllowed(literal.network)
    }
    self.host = host
    // Written as it was read, so that the client finds the very host that was checked.
    parts.scheme = scheme
    parts.encodedHost = literal?.bytes.count == 16 ? "[\(host)]" : host
    guard let written = parts.url, written.host() == host else { throw .notAnAddress }
    url = written.absoluteString
  }

  private static func isOfAName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7a, 0x30...0x39, 0x2d, 0x2e, 0x5f: true
    default: false
    }
  }
}
