/// A phone number that is valid for its region.
public struct PhoneNumber: Hashable, Sendable {
  public let region: Region
  /// The national number without trunk zero: ten digits; nine in Australia, and of some British ones.
  public let digits: String

  /// Reads what a person typed; nil unless it is a whole number of the region, or, beginning with a
  /// plus sign, of any supported region.
  ///
  /// Separators are ignored, a British or Australian trunk zero and a North American trunk one are
  /// dropped. British and Australian numbers may be typed with that zero or without it.
  public init?(_ text: String, region: Region) {
    var (digits, region) = (Self.digits(in: text), region)
    if Self.isInternational(text) {
      let regions = [region] + Region.allCases
      guard let own = regions.first(where: { digits.hasPrefix($0.callingCode.dropFirst()) })
      else { return nil }
      region = own
      digits.removeFirst(region.callingCode.count - 1)
      if !region.usesNorthAmericanPlan, digits.count == 9 { digits = "0" + digits }
    } else if region.usesNorthAmericanPlan, digits.count == 11, digits.hasPrefix("1") {
      digits.removeFirst()
    }
    // No area code begins that way: the number belongs to another country, without its code.
    if region.usesNorthAmericanPlan, digits.hasPrefix("0") || digits.hasPrefix("1") { return nil }
    let hasTrunkZero = !region.usesNorthAmericanPlan && digits.hasPrefix("0")
    let count = digits.count - (hasTrunkZero ? 1 : 0)
    let isWhole =
      switch region {
      case .unitedStates, .canada: count == 10
      case .unitedKingdom: count == 10 || (hasTrunkZero && count == 9)
      case .australia: count == 9
      }
    guard isWhole else { return nil }
    // The rest after the zero would be read with another zero the next time.
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

  /// The text with separators while it is being typed. A number too long for the region keeps its
  /// digits: a part of it would be the number of a stranger.
  public static func editing(_ text: String, region: Region) -> String {
    let all = String(digits(in: text).prefix(longest))
    if isInternational(text) { return "+" + all }
    let limit = length(all, region)
    guard all.count <= limit else { return all }
    let groups = region.usesNorthAmericanPlan ? [3, 3, 4] : [limit - 6, 3, 3]
    return split(all, groups).joined(separator: "-")
  }

  /// More digits than any number there is (ITU-T E.164: 15).
  private static let longest = 20

  /// Digits of a whole number as it is typed without its country code.
  static func length(_ digits: String, _ region: Region) -> Int {
    switch region {
    case .unitedStates, .canada: 10
    case .unitedKingdom: digits.hasPrefix("0") ? 11 : 10
    case .australia: digits.hasPrefix("0") ? 10 : 9
    }
  }

  /// Whether the text contains its own country code.
  public static func isInternational(_ text: String) -> Bool {
    text.drop(while: \.isWhitespace).hasPrefix("+")
  }

  static func digits(in text: String) -> String {
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
