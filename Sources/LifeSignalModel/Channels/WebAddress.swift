import Foundation

/// An address on the web, as far as its text alone shows where it leads.
///
/// Text that parsers read differently is rejected: one parser would check one address, and another
/// would request a different one.
public struct WebAddress: Equatable, Sendable {
  /// Why a text is no address.
  public enum Fault: Error, Equatable, Sendable {
    case notAnAddress
    /// A name or password in the address.
    case holdsCredentials
    case invalidPort
    /// A number that different programs read as different hosts.
    case ambiguousHost
  }

  /// Bytes of an address at most.
  public static let longest = 2_000

  /// Written as it was read, so that a client connects to the very host that was checked.
  public let url: String
  /// In lower case.
  public let scheme: String
  /// In lower case, in ASCII, without the brackets of IPv6 and without the dot of the root.
  public let host: String
  /// The written port; nil where the scheme decides.
  public let port: Int?
  /// Whether the host is an address of a machine rather than a name.
  public let isLiteral: Bool

  public init(_ text: String) throws(Fault) {
    // Control characters, spaces, backslashes.
    guard text.utf8.count <= Self.longest,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x5c }),
      var parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      var host = parts.encodedHost?.lowercased(), !host.isEmpty, parts.fragment == nil
    else { throw .notAnAddress }
    guard parts.user == nil, parts.password == nil,
      !(text.split(separator: "/", maxSplits: 3).dropFirst().first?.contains("@") ?? false)
    else { throw .holdsCredentials }
    if let port = parts.port, !(1...65_535).contains(port) { throw .invalidPort }

    let isSix = host.hasPrefix("[") && host.hasSuffix("]")
    if isSix { host = String(host.dropFirst().dropLast()) }
    // A zone would choose the interface; percent signs also hide dots.
    guard !host.contains("%") else { throw .notAnAddress }
    if host.hasSuffix(".") { host.removeLast() }
    if isSix {
      guard host.utf8.allSatisfy(Self.isOfSix) else { throw .notAnAddress }
    } else if !Self.isFour(host) {
      try Self.checkName(host)
    }
    isLiteral = isSix || Self.isFour(host)
    self.host = host
    self.scheme = scheme
    port = parts.port
    parts.scheme = scheme
    parts.encodedHost = isSix ? "[\(host)]" : host
    // Characters that no address contains are written percent-encoded.
    guard let written = parts.url, written.host() == host,
      written.absoluteString.utf8.count <= Self.longest
    else { throw .notAnAddress }
    url = written.absoluteString
  }

  private static func checkName(_ host: String) throws(Fault) {
    guard let last = host.split(separator: ".", omittingEmptySubsequences: false).last,
      !host.isEmpty, host.utf8.allSatisfy(isOfAName), !host.contains(".."), !host.hasPrefix(".")
    else { throw .notAnAddress }
    // 2130706433, 0x7f.1, 0177.0.0.1: some programs read addresses, others names.
    guard !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !last.hasPrefix("0x") else {
      throw .ambiguousHost
    }
  }

  /// Four decimal numbers without leading zeros: the form that every parser reads alike.
  private static func isFour(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
  }

  private static func isOfSix(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3a, 0x61...0x66, 0x2e: true
    default: false
    }
  }

  private static func isOfAName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7a, 0x30...0x39, 0x2d, 0x2e, 0x5f: true
    default: false
    }
  }
}
