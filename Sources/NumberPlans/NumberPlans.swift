import CPhoneNumbers

/// The numbering plans of every country, as the installed libphonenumber knows them.
///
/// Functions from values to values: nothing is stored, sent or logged, and the same text gives the
/// same answer until the library is replaced. Regions are two letters of ISO 3166-1, or XK.
public enum NumberPlans {
  /// A whole number.
  public struct Number: Hashable, Sendable {
    /// For example `+4915123456789`.
    public let e164: String
    public let region: String
    /// Its country has given out its range. Ranges newer than the library are not in use for it.
    public let isInUse: Bool
    /// The text named the country, by a plus sign or by the prefix for calls abroad.
    public let namedItsCountry: Bool
  }

  /// Why a text is no whole number.
  public enum Fault: Error, Equatable, Sendable {
    case notANumber
    /// No country has its country code.
    case unknownCountry
    /// - Parameter region: the one whose numbers are longer; nil where it cannot be told.
    case tooShort(region: String?)
    case tooLong(region: String?)
    /// Its country has shorter numbers and longer ones.
    case wrongLength(region: String?)
    /// The number of a switchboard and an extension of it: no message reaches that.
    case hasExtension
  }

  /// Bytes of a text that is read.
  public static let longest = Int(PHONE_LONGEST)

  /// Reads what a person typed in a region, with or without the country code.
  public static func read(_ text: String, in region: String) throws(Fault) -> Number {
    var number = phone_number()
    var text = text
    let result = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        phone_read($0.baseAddress, $0.count, region, &number)
      }
    }
    let own = string(of: number.region)
    let ofLength = own.isEmpty ? nil : own
    switch result {
    case PHONE_IN_USE, PHONE_POSSIBLE:
      return Number(
        e164: string(of: number.e164), region: own, isInUse: result == PHONE_IN_USE,
        namedItsCountry: number.named_its_country)
    case PHONE_UNKNOWN_COUNTRY: throw .unknownCountry
    case PHONE_TOO_SHORT: throw .tooShort(region: ofLength)
    case PHONE_TOO_LONG: throw .tooLong(region: ofLength)
    case PHONE_OF_WRONG_LENGTH: throw .wrongLength(region: ofLength)
    case PHONE_WITH_EXTENSION: throw .hasExtension
    default: throw .notANumber
    }
  }

  /// The number as people write it: inside its country, or with the country code.
  /// - Returns: nil for a text that is no E.164 number.
  public static func written(_ e164: String, isAbroad: Bool) -> String? {
    var e164 = e164
    return e164.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        filled { phone_write(text.baseAddress, text.count, isAbroad, $0, $1) }
      }
    }
  }

  /// The digits with the separators of the region, as far as they have been typed.
  /// - Parameter digits: of ASCII, with a plus sign in front or without.
  public static func typed(_ digits: String, in region: String) -> String? {
    var digits = digits
    return digits.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        filled { phone_write_typed(text.baseAddress, text.count, region, $0, $1) }
      }
    }
  }

  /// A number of the region as it is written there, mobile where there are such numbers.
  public static func example(of region: String) -> String? {
    filled { phone_write_example(region, $0, $1) }
  }

  /// For example 49; nil for no region.
  public static func countryCode(of region: String) -> Int? {
    let code = phone_country_code(region)
    return code > 0 ? Int(code) : nil
  }

  /// All regions that have numbers, in the order of their letters.
  public static let regions: [String] = {
    let letters = Array(filled(4_096) { phone_regions($0, $1) } ?? "")
    return stride(from: 0, to: letters.count - 1, by: 2).map { String(letters[$0..<$0 + 2]) }
  }()

  /// The region of a time zone of the IANA database; nil for a zone of none or of many.
  public static func region(ofZone zone: String) -> String? {
    var zone = zone
    return zone.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        filled(8) { phone_region_of_zone(text.baseAddress, text.count, $0, $1) }
      }
    }
  }

  /// What is written into a buffer; nil if nothing is.
  private static func filled(
    _ room: Int = 512, _ write: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      let count = write(buffer.baseAddress, room)
      guard count > 0, count < room else { return nil }
      return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// A field of the shim, up to its zero.
  private static func string<Characters>(of field: Characters) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
