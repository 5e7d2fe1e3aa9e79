extension PhoneNumber {
  /// Why the typed text is not a usable number and cannot become one by typing more.
  public enum Problem: Equatable, Sendable {
    /// Its country code is not supported.
    case unsupportedCountry
    /// It has no country code, and the country is unknown.
    case noCountry
    case doesNotFit(Region)
  }

  /// Nil for a good number, and while it may still become one.
  public static func problem(_ text: String, region: Region) -> Problem? {
    let digits = Self.digits(in: text)
    guard !digits.isEmpty, !isValid(text, region: region) else { return nil }
    if isInternational(text) {
      let codes = Region.allCases.map { ($0, String($0.callingCode.dropFirst())) }
      if let (region, code) = codes.first(where: { digits.hasPrefix($0.1) }) {
        let national = String(digits.dropFirst(code.count))
        return national.count < length(national, region) ? nil : .doesNotFit(region)
      }
      return codes.contains { $0.1.hasPrefix(digits) } ? nil : .unsupportedCountry
    }
    // A North American number may begin with the trunk's one, never with a zero.
    if region.usesNorthAmericanPlan, digits.hasPrefix("0") { return .doesNotFit(region) }
    let isTrunk = region.usesNorthAmericanPlan && digits.hasPrefix("1")
    return digits.count < length(digits, region) + (isTrunk ? 1 : 0) ? nil : .doesNotFit(region)
  }
}

extension PhoneNumber.Problem {
  public var words: Phrase {
    switch self {
    case .unsupportedCountry:
      "We can’t send codes to this country yet. We support the US, Canada, the UK and Australia."
    case .noCountry: "Choose your region, or start with + and the country code."
    case .doesNotFit(let region):
      "This isn’t a \(region.label) number. Choose its country, or start with + and the country code."
    }
  }
}
