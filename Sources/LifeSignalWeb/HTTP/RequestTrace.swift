public import LifeSignalModel

/// Which request this is, for log lines here and in whatever called us (W3C Trace Context).
public struct RequestTrace: Equatable, Sendable {
  /// Names everything that one click has caused anywhere: 32 digits, from the caller or made here.
  public let id: String
  /// Names this request alone: 16 digits, always made here.
  public let span: String
  /// The caller's own; nil when the trace begins here.
  public let parent: String?
  /// Whether the caller records its trace.
  public let isSampled: Bool

  /// Continues the caller's trace, if it can be read; otherwise begins a new one.
  public init(continuing header: String?, entropy: Entropy) {
    span = Self.digits(entropy, bytes: 8)
    if let header, let caller = Self.read(header) {
      id = caller.trace
      parent = caller.parent
      isSampled = caller.flags & 1 == 1
    } else {
      id = Self.digits(entropy, bytes: 16)
      parent = nil
      isSampled = false
    }
  }

  /// `00-<trace>-<parent>-<flags>` in lower case (§3.2.2). Of a later version only these parts are
  /// read (§3.2.4). All zeros are invalid.
  private static func read(_ header: String) -> (trace: String, parent: String, flags: UInt8)? {
    let bytes = Array(header.utf8)
    guard bytes.count >= 55, bytes.count <= 512, [2, 35, 52].allSatisfy({ bytes[$0] == dash })
    else { return nil }
    func part(_ range: Range<Int>) -> String? {
      guard bytes[range].allSatisfy({ value(of: $0) != nil }) else { return nil }
      return String(decoding: bytes[range], as: UTF8.self)
    }
    guard let version = part(0..<2), version != "ff", let trace = part(3..<35),
      let parent = part(36..<52), let flags = part(53..<55).flatMap({ UInt8($0, radix: 16) }),
      trace.contains(where: { $0 != "0" }), parent.contains(where: { $0 != "0" })
    else { return nil }
    guard bytes.count == 55 || version != "00" && bytes[55] == dash else { return nil }
    return (trace, parent, flags)
  }

  private static let dash = UInt8(ascii: "-")

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func digits(_ entropy: Entropy, bytes count: Int) -> String {
    var bytes = entropy.bytes(count)
    // All zeros would be no id.
    if bytes.allSatisfy({ $0 == 0 }) { bytes[count - 1] = 1 }
    return String(unsafeUninitializedCapacity: 2 * count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digit(byte >> 4)
        text[2 * index + 1] = digit(byte & 15)
      }
      return 2 * count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
