import Foundation

/// An address that mail can be sent to by every server: RFC 5321 with its limits, without the forms
/// that exist only in theory.
///
/// The part before the @ is a dot-atom of ASCII; quoted names and comments are refused, and so are
/// names in other scripts, since few servers accept them (RFC 6531). The domain may be typed in any
/// script and is stored as the DNS has it (RFC 5890, A-labels), in lower case.
public struct EmailAddress: Hashable, Sendable {
  /// Bytes of the part before the @ at most (RFC 5321 §4.5.3.1.1).
  static let longestName = 64
  /// Bytes of an address at most: a path of 256 without its brackets (RFC 5321 §4.5.3.1.3).
  static let longest = 254

  public let name: String
  /// In ASCII and lower case.
  public let domain: String

  public var text: String { "\(name)@\(domain)" }

  /// - Throws: ``Refusal/invalidEmailAddress``, ``Refusal/emailNameNotASCII``.
  public init(_ text: String) throws(Refusal) {
    // With two of them, two programs would read two different addresses.
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.unicodeScalars.allSatisfy(Self.isPlain) else {
      throw .invalidEmailAddress
    }
    name = String(parts[0])
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { throw .emailNameNotASCII }
    guard (1...Self.longestName).contains(name.utf8.count), Self.isDotAtom(name),
      let domain = Self.domain(String(parts[1])),
      name.utf8.count + 1 + domain.utf8.count <= Self.longest
    else { throw .invalidEmailAddress }
    self.domain = domain
  }

  /// Rejects control characters, spaces of any kind and invisible marks.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .surrogate, .unassigned:
      false
    default: true
    }
  }

  private static let signs = Set("!#$%&'*+-/=?^_`{|}~".utf8)

  private static func isDotAtom(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { ChannelAddress.isLetterOrDigit($0) || signs.contains($0) }
    }
  }

  /// At least two labels: a single name would be a machine on the local network.
  private static func domain(_ text: String) -> String? {
    guard let ascii = inASCII(text)?.lowercased(), ascii.utf8.count <= 253 else { return nil }
    let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(isLabel),
      // The last is a name: an IP address is refused.
      let last = labels.last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return ascii
  }

  private static func inASCII(_ text: String) -> String? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = text
    return parts.encodedHost
  }

  /// Letters, digits and inner hyphens, 63 at most (RFC 1035 §2.3.1).
  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy { ChannelAddress.isLetterOrDigit($0) || $0 == 0x2d }
  }
}
