import Foundation

/// Fields in the order they are sent, as `application/x-www-form-urlencoded` (WHATWG URL, section 5.2).
struct CarrierForm: Equatable, Sendable {
  private(set) var fields: [(name: String, value: String)] = []

  /// Nil adds nothing.
  mutating func add(_ name: String, _ value: String?) {
    if let value { fields.append((name, value)) }
  }

  var encoded: String {
    fields.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "*"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): result += "+"
      default: result += String(format: "%%%02X", byte)
      }
    }
  }
}
