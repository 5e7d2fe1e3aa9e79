import NumberPlans

extension PhoneNumber {
  /// Why the typed text is not a usable number.
  public enum Problem: Error, Equatable, Sendable {
    /// It ends before a number of this region does.
    case tooShort(Region)
    /// No country has its country code.
    case unknownCountry
    /// It has no country code, and the country is unknown.
    case noCountry
    /// Its length is that of no number of the region.
    case doesNotFit(Region)
    /// Its length is right, but no number that is known in the region begins like it.
    case unknownRange(Region)
    /// It contains letters, or an extension.
    case notANumber

    init(_ fault: NumberPlans.Fault, _ region: Region) {
      func own(_ code: String?) -> Region { code.map(Region.init(iso:)) ?? region }
      switch fault {
      case .notANumber, .hasExtension: self = .notANumber
      case .unknownCountry: self = .unknownCountry
      case .tooShort(let code), .wrongLength(let code): self = .tooShort(own(code))
      case .tooLong(let code): self = .doesNotFit(own(code))
      }
    }
  }

  /// Nil for a good number, and while it may still become one.
  public static func problem(_ text: String, region: Region) -> Problem? {
    if hasMoreThanDigits(text) { return .notANumber }
    let digits = Self.digits(in: text)
    guard !digits.isEmpty else { return nil }
    if isInternational(text), !isStartOfCountryCode(digits) { return .unknownCountry }
    do {
      _ = try PhoneNumber(typed: text, region: region)
      return nil
    } catch {
      switch error {
      case .tooShort: return nil
      case .unknownRange(let own): return isFull(text, region) ? .doesNotFit(own) : nil
      // Text that is too short to be read at all.
      case .notANumber where digits.count < 4, .unknownCountry where digits.count < 4: return nil
      case .unknownCountry, .noCountry, .doesNotFit, .notANumber: return error
      }
    }
  }

  /// Whether the number has a usual length, but no known number begins like it. More digits may
  /// still make it one.
  public static func isUnknownRange(_ text: String, region: Region) -> Bool {
    do {
      _ = try PhoneNumber(typed: text, region: region)
      return false
    } catch {
      if case .unknownRange = error { return true }
      return false
    }
  }

  /// Whether one more digit would be too many.
  private static func isFull(_ text: String, _ region: Region) -> Bool {
    do {
      _ = try PhoneNumber(typed: text + "0", region: region)
      return false
    } catch {
      if case .doesNotFit = error { return true }
      return false
    }
  }

  private static func isStartOfCountryCode(_ digits: String) -> Bool {
    countryCodes.contains { digits.hasPrefix($0) || $0.hasPrefix(digits) }
  }

  private static let countryCodes = Set(Region.allCases.map { $0.callingCode.dropFirst() })
}

extension PhoneNumber.Problem {
  public var words: Phrase {
    switch self {
    case .unknownCountry: "No country has this country code. Check the digits after the +."
    case .noCountry: "Choose your region, or start with + and the country code."
    case .tooShort, .unknownRange:
      "We don’t know this number. Check it, or start with + and the country code."
    case .doesNotFit(let region):
      "This isn’t a \(region.label) number. Choose its country, or start with + and the country code."
    case .notANumber: "Enter only the digits of the number, without letters or an extension."
    }
  }
}
