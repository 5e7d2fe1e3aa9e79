import NumberPlans

/// A whole phone number of a country.
public struct PhoneNumber: Hashable, Sendable {
  /// The country that its digits name, where several share a country code.
  public let region: Region
  /// The stored form, for example `+12125550101`.
  public let e164: String

  /// Reads what a person typed, as people of the region write it: with the trunk prefix or without,
  /// with separators, in digits of any script. A number that begins with a plus sign, or with the
  /// region's prefix for calls abroad, is one of the country that it names.
  ///
  /// Every digit counts: a text with more than a number in it is refused, never cut.
  ///
  /// A range that the installed library does not know is accepted in a number with its country code
  /// only. Countries give out new ranges all the time; but without the code the unknown range is
  /// rather a sign that the number belongs to another country.
  public init(typed text: String, region: Region) throws(Problem) {
    guard !Self.hasMoreThanDigits(text) else { throw .notANumber }
    let number: NumberPlans.Number
    do {
      number = try NumberPlans.read(text, in: region.isoCode)
    } catch {
      throw Problem(error, region)
    }
    self.region = Region(iso: number.region)
    self.e164 = number.e164
    guard number.isInUse || (number.namedItsCountry && Self.isPlausible(number)) else {
      throw .unknownRange(number.namedItsCountry ? self.region : region)
    }
  }

  /// As ``init(typed:region:)``; nil for a text that is refused.
  public init?(_ text: String, region: Region) {
    try? self.init(typed: text, region: region)
  }

  /// Reads the stored form.
  public init?(e164: String) {
    guard e164.hasPrefix("+") else { return nil }
    self.init(e164, region: .unitedStates)
  }

  /// Judges a range that is unknown. No area code under +1 begins with 0 or 1: such a number has lost its own
  /// country code. And the stored form must be read as itself, without another zero dropped.
  private static func isPlausible(_ number: NumberPlans.Number) -> Bool {
    let e164 = number.e164
    guard !e164.hasPrefix("+10"), !e164.hasPrefix("+11") else { return false }
    return (try? NumberPlans.read(e164, in: number.region))?.e164 == e164
  }

  /// With the country code, for example `+1 212-555-0101`.
  public var display: String { NumberPlans.written(e164, isAbroad: true) ?? e164 }

  /// As a reader in this region writes it: without the country code if it is theirs, for example
  /// `(212) 555-0101`.
  public func display(in reader: Region) -> String {
    guard reader.callingCode == region.callingCode else { return display }
    return NumberPlans.written(e164, isAbroad: false) ?? e164
  }

  /// The displayed form with all but the country code and the last two digits hidden.
  public var masked: String {
    let code = region.callingCode
    var hidden = e164.count - code.count - 2
    let national = display.dropFirst(code.count).map { character in
      guard character.isNumber, hidden > 0 else { return character }
      hidden -= 1
      return "•"
    }
    return code + String(national)
  }

  /// Whether the text is a number of the region.
  public static func isValid(_ text: String, region: Region) -> Bool {
    PhoneNumber(text, region: region) != nil
  }

  /// The text with separators while it is being typed. A number too long for the region keeps its
  /// digits: a part of it would be the number of a stranger.
  public static func editing(_ text: String, region: Region) -> String {
    if hasMoreThanDigits(text) { return String(text.prefix(longest)) }
    let digits = digits(in: text)
    let typed = (isInternational(text) ? "+" : "") + digits
    guard digits.count <= most else { return typed }
    return NumberPlans.typed(typed, in: region.isoCode) ?? typed
  }

  /// More digits than any number there is (ITU-T E.164: 15), with a prefix for calls abroad.
  private static let most = 20
  /// More characters than any way to write one.
  private static let longest = 60

  /// Whether the text contains its own country code.
  public static func isInternational(_ text: String) -> Bool {
    let start = text.prefix { !isDigit($0) }
    return start.contains("+") || start.contains("\u{FF0B}")
  }

  /// ASCII digits, whichever script they were typed in.
  static func digits(in text: String) -> String {
    let digits = text.prefix(longest).lazy.filter(isDigit).compactMap(\.wholeNumberValue)
    return digits.map(String.init).joined()
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.numericType == .decimal
  }

  /// Letters, and the signs before an extension: what they stand for is not a part of the number.
  static func hasMoreThanDigits(_ text: String) -> Bool {
    text.contains { $0.isLetter || ",;#*".contains($0) }
  }
}
