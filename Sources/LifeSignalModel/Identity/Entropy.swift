import Foundation

/// The source of unpredictable bytes. Tests use their own.
public struct Entropy: Sendable {
  /// Exactly that many bytes.
  public let bytes: @Sendable (Int) -> [UInt8]

  public init(bytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.bytes = bytes
  }

  /// The operating system's secure generator.
  public static let system = Entropy { count in
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    // Eight at a time: each call asks the kernel.
    while bytes.count < count {
      withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// The token that opens a message's page: the row's number and 16 random bytes. Rows written
  /// together have similar numbers, so their tokens are neighbors in the index. If tokens were
  /// random from the first letter on, each would change a different page of that index.
  public func receiptToken(of delivery: Delivery.ID) -> String {
    "\(delivery.rawValue)-\(text(bytes: 16))"
  }

  /// Base64url text of `count` random bytes.
  public func text(bytes count: Int) -> String {
    let text = Data(bytes(count)).base64EncodedString().utf8.compactMap { character in
      switch character {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: character
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  public func number() -> UInt64 {
    bytes(8).reduce(0) { $0 << 8 | UInt64(clamping: $1) }
  }

  /// Six digits. 2⁶⁴ is so much larger than 10⁶ that taking the remainder favours no code.
  public func code() -> String {
    let digits = String(number() % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// A random UUID in lower case (RFC 9562 §5.4): clients of Healthchecks take no other token.
  public func thingToken() -> String { qrCode().rawValue.lowercased() }

  /// A whole sheet of different codes.
  public func checkInCodes() -> [[CheckInCodeText]] {
    var seen: Set<CheckInCodeText> = []
    return (0..<CheckInSheet.groups).map { _ in
      (0..<CheckInSheet.codesOfGroup).map { _ in
        while true {
          let code = CheckInCodeText(random: bytes(CheckInCodeText.size))
          if seen.insert(code).inserted { return code }
        }
      }
    }
  }

  /// From 0 up to, not including, 1.
  public func fraction() -> Double { Double(number() >> 11) / 9_007_199_254_740_992 }

  public func qrCode() -> QRCodeID {
    var b = bytes(16)
    b[6] = b[6] & 0x0F | 0x40
    b[8] = b[8] & 0x3F | 0x80
    return QRCodeID(
      rawValue: UUID(
        uuid: (
          b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
          b[14], b[15]
        )
      ).uuidString)
  }
}
