/// The fields a carrier sends, as `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
struct CallbackForm: Equatable, Sendable {
  /// Fields at most: carriers send some thirty.
  static let mostFields = 200

  private let fields: [String: [String]]

  /// Nil for bytes that are no such form.
  init?(_ bytes: some Sequence<UInt8>) {
    var fields: [String: [String]] = [:]
    var count = 0
    for pair in Array(bytes).split(separator: UInt8(ascii: "&")) {
      count += 1
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard count <= Self.mostFields, let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts.count > 1 ? parts[1] : [])
      else { return nil }
      fields[name, default: []].append(value)
    }
    self.fields = fields
  }

  /// The field's value; nil when it is missing or there several times.
  subscript(name: String) -> String? {
    ForeignForm.nameListener?(.field(name))
    guard let values = fields[name], values.count == 1 else { return nil }
    return values[0]
  }

  /// The signed text: names and values without separators, sorted by name in bytes; several values
  /// of one name sorted too, each once.
  var signed: String {
    fields.sorted { Self.isBefore($0.key, $1.key) }.reduce(into: "") { text, field in
      for value in Set(field.value).sorted(by: Self.isBefore) { text += field.key + value }
    }
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ isHexadecimal($0) }),
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        result.append(value)
        rest = rest.dropFirst(2)
      default: result.append(byte)
      }
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit
  }
}
