public import NIOCore

/// The network a request comes from, as rate limits see it.
///
/// An IPv6 household owns a whole /64, so counting single IPv6 addresses would count nothing.
public enum ClientAddress: Hashable, Sendable {
  case ipv4(String)
  case ipv6Network(String)
  case local
  case unknown

  public init(_ address: SocketAddress?) {
    guard let address else {
      self = .unknown
      return
    }
    switch address {
    case .v4: self = address.ipAddress.map { Self(ipv4: $0) } ?? .unknown
    case .v6: self = Self(text: address.ipAddress ?? "")
    case .unixDomainSocket: self = .local
    }
  }

  /// Reads an address as a proxy writes it, without a port.
  public init(text: String) {
    var text = text.trimmingPrefix("[")[...]
    if text.hasSuffix("]") { text = text.dropLast() }
    if text.lowercased().hasPrefix("::ffff:"), text.contains(".") { text = text.dropFirst(7) }
    guard let parsed = try? SocketAddress(ipAddress: String(text), port: 0) else {
      self = .unknown
      return
    }
    switch parsed {
    case .v4:
      self = Self(ipv4: String(text))
    case .v6(let address):
      // The address follows length or family, port and flow (RFC 3493, 3.3). Not accessed by its
      // name: the C module of that depends on the other imports.
      let bytes = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
      let loopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
      self =
        loopback
        ? .local
        : .ipv6Network(bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":"))
    case .unixDomainSocket:
      self = .local
    }
  }

  private init(ipv4 text: String) {
    self = text.hasPrefix("127.") ? .local : .ipv4(text)
  }

  /// Whether the peer sits on this machine.
  public var isLoopback: Bool { self == .local }
}
