public import Foundation

extension Data {
  /// Reads base64url (RFC 4648 §5), with or without padding; nil for anything else.
  public init?(base64URL text: String) {
    guard text.utf8.allSatisfy(Self.isOfBase64URL) else { return nil }
    let bare = text.prefix { $0 != "=" }
    let padding = String(repeating: "=", count: (4 - bare.count % 4) % 4)
    self.init(
      base64Encoded: bare.replacing("-", with: "+").replacing("_", with: "/") + padding)
  }

  /// In base64url, without padding.
  public var base64URL: String {
    base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static func isOfBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f, 0x3d: true
    default: false
    }
  }
}
