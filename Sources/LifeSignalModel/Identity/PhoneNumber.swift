/// A phone number that is valid for its region.
public struct PhoneNumber: Hashable, Sendable {
  public let region: Region
  /// The national number without trunk zero: ten digits, or nine where a zero was dropped.
  public let digits: String

  /// Reads what a person typed; nil unless it has ten digits.
  ///
  /// Separators are ignored, an explicit country code is removed, a British or Australian trunk
  /// zero is dropped. British numbers may be typed with their eleven digits, zero included.
  public init?(_ text: String, region: Region) {
    var digits = Self.digits(in: text)
    let code = region.callingCode.dropFirst()
    if text.drop(while: \.isWhitespace).hasPrefix("+") {
      guard digits.hasPrefix(code) else { return nil }
      digits.removeFirst(code.count)
      if !region.usesNorthAmericanPlan, digits.count == 9 { digits = "0" + digits }
    }
    let hasTrunkZero = !region.usesNorthAmericanPlan && digits.hasPrefix("0")
    guard digits.count == 10 || (region == .unitedKingdom && hasTrunkZero && digits.count == 11)
    else { return nil }
    // What is left after the zero would be read with another one the next time.
    guard !(hasTrunkZero && digits.dropFirst().hasPrefix("0")) else { return nil }
    self.region = region
    self.digits = hasTrunkZero ? String(digits.dropFirst()) : digits
  }

  /// Reads the stored form; numbers under +1 are taken as United States.
  public init?(e164: String) {
    guard
      let region = Region.allCases.first(where: { e164.hasPrefix($0.callingCode) }),
      let number = PhoneNumber(e164, region: region)
    else { return nil }
    self = number
  }

  /// The stored form, for example `+15551234567`.
  public var e164: String { region.callingCode + digits }

  /// `+1 (AAA) BBB-CCCC`, `+44 AAAA BBB CCC`, `+61 AAAA BBB CCC`.
  public var display: String {
    let code = region.callingCode
    if region.usesNorthAmericanPlan {
      let parts = Self.split(digits, [3, 3, 4])
      return "\(code) (\(parts[0])) \(parts[1])-\(parts[2])"
    }
    return ([code] + Self.split(digits, [digits.count - 6, 3, 3])).joined(separator: " ")
  }

  /// The displayed form with all but the country code and the last two digits hidden.
  public var masked: String {
    var hidden = digits.count - 2
    let national = display.dropFirst(region.callingCode.count).map { character in
      guard character.isNumber, hidden > 0 else { return character }
      hidden -= 1
      return "•"
    }
    return region.callingCode + String(national)
  }

  /// Whether the text is a number of the region.
  public static func isValid(_ text: String, region: Region) -> Bool {
    PhoneNumber(text, region: region) != nil
  }

  /// The text with separators while it is being typed; at most ten digits are kept, eleven for a
  /// British number with its trunk zero.
  public static func editing(_ text: String, region: Region) -> String {
    let all = digits(in: text)
    let limit = region == .unitedKingdom && all.hasPrefix("0") ? 11 : 10
    let groups = region.usesNorthAmericanPlan ? [3, 3, 4] : [limit - 6, 3, 3]
    return split(String(all.prefix(limit)), groups).joined(separator: "-")
  }

  private static func digits(in text: String) -> String {
    text.filter { $0.isASCII && $0.isNumber }
  }

  /// Consecutive pieces of the given lengths, as far as the text reaches.
  private static func split(_ text: String, _ lengths: [Int]) -> [String] {
    var rest = text[...]
    var parts: [String] = []
    for length in lengths where !rest.isEmpty {
      parts.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return parts
  }
}
