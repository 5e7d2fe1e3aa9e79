import Crypto
public import Foundation

/// 256 random bits that prove "this is the browser that signed in".
///
/// The browser keeps the token, the server only ``hash``. Never printed: `description` is redacted.
public struct SessionToken: Hashable, Sendable, CustomStringConvertible {
  /// 43 characters of unpadded base64url (RFC 4648 §5).
  public let text: String

  /// A fresh token from the system's generator.
  public init() {
    let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    text = bytes.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Accepts only texts that ``init()`` could have made.
  public init?(text: String) {
    let allowed = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard text.utf8.count == 43, allowed else { return nil }
    self.text = text
  }

  /// The SHA-256 of the token: the form that storage keeps and look-ups use, so that neither a
  /// stolen database nor the timing of a comparison reveals a token.
  public var hash: Data { Data(SHA256.hash(data: Data(text.utf8))) }

  public var description: String { "<session token>" }
}
