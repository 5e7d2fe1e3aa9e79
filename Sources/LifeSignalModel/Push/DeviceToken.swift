/// Where one app on one phone takes push messages, as the phone's maker names it.
///
/// Opaque bytes, written in hexadecimal. Their number is not guaranteed: 32 at the time of writing,
/// at most 100 (Apple, "Registering your app with APNs").
public struct DeviceToken: Equatable, Sendable {
  /// In lower case: the same device always has the same text. Anyone who knows it and our key may
  /// send there.
  public let text: String

  /// Bytes at least and at most.
  private static let lengths = 16...100

  /// - Parameter text: hexadecimal digits, two for each byte; nil for anything else.
  public init?(_ text: String) {
    let digits = text.utf8
    guard digits.count.isMultiple(of: 2), Self.lengths.contains(digits.count / 2),
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) })
    else { return nil }
    self.text = text.lowercased()
  }
}
