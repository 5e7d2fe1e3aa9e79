import Foundation

/// An address of a machine, and what kind of network it belongs to.
public struct IPAddress: Hashable, Sendable {
  /// 4 or 16 bytes, in network byte order.
  public let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Accepts canonical spellings only: four decimal numbers, or the forms of RFC 4291. Nil for
  /// anything else, also for the octal, hexadecimal and short forms that some resolvers accept.
  public init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      // glibc refuses leading zeros here; others read them as octal.
      guard !text.split(separator: ".").contains(where: { $0.count > 1 && $0.first == "0" }) else {
        return nil
      }
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: six) { Array($0) }
    } else {
      return nil
    }
  }

  public enum Network: String, Sendable, CaseIterable {
    case open
    /// A private network of a home or a company, carrier-grade NAT and unique local addresses
    /// included.
    case `private`
    case loopback
    /// Clouds also keep the secrets of their machines there.
    case linkLocal
    case multicast
    /// The unspecified address and this network's own.
    case unspecified
    /// An IPv4 address inside an IPv6 one: mapped, compatible, 6to4, NAT64, Teredo. It leads
    /// elsewhere than it seems.
    case embedded
    /// For documentation, measurements, or future use.
    case reserved
  }

  /// By the special-purpose registries of IANA (RFC 6890 and its successors).
  public var network: Network {
    bytes.count == 4 ? Self.network(ofFour: bytes) : Self.network(ofSix: bytes)
  }

  private static func network(ofFour bytes: [UInt8]) -> Network {
    for (prefix, length, network) in four where matches(bytes, prefix, length) { return network }
    return .open
  }

  private static func network(ofSix bytes: [UInt8]) -> Network {
    for (prefix, length, network) in six where matches(bytes, prefix, length) { return network }
    // Only 2000::/3 has been assigned.
    return matches(bytes, [0x20], 3) ? .open : .reserved
  }

  private static let four: [([UInt8], Int, Network)] = [
    ([0], 8, .unspecified), ([10], 8, .private), ([100, 64], 10, .private), ([127], 8, .loopback),
    ([169, 254], 16, .linkLocal), ([172, 16], 12, .private), ([192, 0, 0], 24, .reserved),
    ([192, 0, 2], 24, .reserved), ([192, 31, 196], 24, .reserved), ([192, 52, 193], 24, .reserved),
    ([192, 88, 99], 24, .embedded), ([192, 168], 16, .private), ([192, 175, 48], 24, .reserved),
    ([198, 18], 15, .reserved), ([198, 51, 100], 24, .reserved), ([203, 0, 113], 24, .reserved),
    ([224], 4, .multicast), ([240], 4, .reserved),
  ]
  private static let six: [([UInt8], Int, Network)] = [
    ([UInt8](repeating: 0, count: 16), 128, .unspecified),
    ([UInt8](repeating: 0, count: 15) + [1], 128, .loopback),
    ([UInt8](repeating: 0, count: 10) + [0xff, 0xff], 96, .embedded),
    ([UInt8](repeating: 0, count: 12), 96, .embedded),
    ([0x00, 0x64, 0xff, 0x9b], 32, .embedded), ([0x20, 0x01, 0, 0], 32, .embedded),
    ([0x20, 0x02], 16, .embedded), ([0x20, 0x01, 0x0d, 0xb8], 32, .reserved),
    ([0x20, 0x01, 0], 23, .reserved), ([0x3f, 0xff, 0], 20, .reserved),
    ([0x5f, 0], 16, .reserved), ([0xfc], 7, .private), ([0xfe, 0x80], 10, .linkLocal),
    ([0xfe, 0xc0], 10, .private), ([0xff], 8, .multicast),
  ]

  private static func matches(_ bytes: [UInt8], _ prefix: [UInt8], _ length: Int) -> Bool {
    for bit in 0..<length {
      let mask = UInt8(0x80) >> UInt8(clamping: bit % 8)
      let wanted = bit / 8 < prefix.count ? prefix[bit / 8] : 0
      if bytes[bit / 8] & mask != wanted & mask { return false }
    }
    return true
  }
}

extension IPAddress: CustomStringConvertible {
  public var description: String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(clamping: bytes[$0]) << 8 | UInt16(clamping: bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }
}
