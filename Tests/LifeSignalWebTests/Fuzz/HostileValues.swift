import LifeSignalModel

/// What a stranger, or a broken device, can write in the place of any field: JSON, one value each.
enum HostileValues {
  /// The ends of what numbers can hold. Two of these together are a difference that nothing holds.
  static let extremes = ["-9223372036854775808", "9223372036854775807", "1e308", "-1e308"]

  static let numbers =
    extremes + [
      "-9000000000000000000", "9223372036854775808", "18446744073709551616", "1e999", "4.9e-324",
      "-1", "0", "0.5", "99999999999999999999999999999999",
    ]

  static let texts =
    [
      #""""#, #""NaN""#, #""-Infinity""#, #""-9223372036854775808""#, #""9223372036854775807""#,
      #""1e308""#, #""٣""#, #""\u0000""#, #""\u202e\u200b\ufeff\u2028""#, #""\ud800""#,
      #""\r\nBcc: a@example.com""#, #""../../%00""#, #""9999-12-31T23:59:59.999Z""#,
      #""0000-01-01T00:00:00-23:59""#, #""24:00""#, #""Europe/Nowhere""#, #""https://[::1]:0/""#,
    ] + [
      "\"\(String(repeating: "a", count: 3_000))\"",
      "\"e\(String(repeating: "\u{0301}", count: 900))\"",
    ]

  static let others =
    ["null", "true", "[]", "{}", "[null]", #"{"": {"": []}}"#]
    + ["\(String(repeating: "[", count: 700))\(String(repeating: "]", count: 700))"]

  static let all = numbers + texts + others

  /// What headers are made of, where a client of ours says something else.
  static let headers = [
    #""e.18446744073709551615""#, #""e.18446744073709551616""#, #"".""#, #"",,;q=,=;""#,
    #""gzip;q=1e999, *;q=-1""#, #""text/html;q=9223372036854775808""#, #""de-\#(long), *;q=nan""#,
    #""00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff""#, #""00-0-0-0-0""#,
    #""::ffff:999.1.1.1, [::1%25eth0]""#, #""null""#, #""https://""#, #""Bearer""#, #""Bearer  ""#,
    #""W/\"\", *""#, #""application/json; charset=\u0000""#, #""multipart/form-data; boundary=""#,
  ]

  /// What carriers say became of a message or a call.
  static let carrier = [
    #""delivered""#, #""read""#, #""undelivered""#, #""failed""#, #""busy""#, #""no-answer""#,
  ]

  private static let long = String(repeating: "x", count: 300)

  /// Text without its quotation marks.
  static func plain(_ json: String) -> String {
    json.first == "\"" ? String(json.dropFirst().dropLast()) : json
  }

  /// What stands for a value in a form or in an address: text without its quotation marks, percent-encoded.
  static func encoded(_ json: String) -> String {
    plain(json).utf8.reduce(into: "") { result, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }
}

/// The same numbers in each run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
