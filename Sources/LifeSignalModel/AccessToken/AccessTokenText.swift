/// The written form of an access token: `lsp_`, 43 characters of randomness and 6 of its checksum,
/// in digits and letters only, so that a double click takes all of it.
///
/// The beginning lets a scanner find one that was published by mistake, and the checksum (CRC-32 of
/// ISO 3309 over the 43 characters) lets it skip text that only looks like one.
public struct AccessTokenText: Equatable, Sendable, CustomStringConvertible {
  public static let prefix = "lsp_"
  /// Bytes of randomness.
  public static let size = 32

  public let text: String

  /// - Parameter random: ``size`` unpredictable bytes.
  public init(random: [UInt8]) {
    precondition(random.count == Self.size, "a token is made of \(Self.size) bytes")
    let secret = Base62.text(random, count: Self.secretLength)
    text = Self.prefix + secret + Self.checksum(secret)
  }

  /// Accepts only texts that ``init(random:)`` could have made; nothing else needs to be looked up.
  public init?(text: String) {
    let length = Self.prefix.utf8.count + Self.secretLength + Self.checksumLength
    guard text.utf8.count == length, text.hasPrefix(Self.prefix) else { return nil }
    let rest = text.dropFirst(Self.prefix.count)
    guard rest.utf8.allSatisfy(Base62.alphabet.contains) else { return nil }
    let secret = String(rest.prefix(Self.secretLength))
    guard rest.dropFirst(Self.secretLength) == Self.checksum(secret) else { return nil }
    self.text = text
  }

  public var description: String { "<access token>" }

  /// 62⁴³ is more than 2²⁵⁶.
  private static let secretLength = 43
  /// 62⁶ is more than 2³².
  private static let checksumLength = 6

  private static func checksum(_ secret: String) -> String {
    let sum = CRC32.of(secret.utf8)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    return Base62.text(bytes, count: checksumLength)
  }
}

private enum Base62 {
  static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// The bytes as one number, highest first, in `count` digits with zeros in front.
  static func text(_ bytes: [UInt8], count: Int) -> String {
    var number = bytes
    var digits = [UInt8](repeating: alphabet[0], count: count)
    for place in digits.indices.reversed() {
      var rest = 0
      for index in number.indices {
        let value = rest << 8 | Int(clamping: number[index])
        number[index] = UInt8(clamping: value / 62)
        rest = value % 62
      }
      digits[place] = alphabet[rest]
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

private enum CRC32 {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(clamping: byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}
