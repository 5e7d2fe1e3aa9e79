import NumberPlans

/// A country or territory whose phone numbers the app understands: all there are. Raw values are the
/// codes that are stored, sent and shown: two letters of ISO 3166-1, but UK for the United Kingdom.
public struct Region: RawRepresentable, Hashable, Codable, CaseIterable, Sendable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard Self.known.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(known rawValue: String) { self.rawValue = rawValue }

  public static var unitedStates: Region { Region(known: "US") }
  public static var canada: Region { Region(known: "CA") }
  public static var unitedKingdom: Region { Region(known: "UK") }
  public static var australia: Region { Region(known: "AU") }

  /// In the order of their codes.
  public static let allCases: [Region] = NumberPlans.regions.map { Region(iso: $0) }
    .sorted { $0.rawValue < $1.rawValue }

  private static let known = Set(allCases.map(\.rawValue))

  /// The region with this code of ISO 3166-1, in letters of either case; `UK` is accepted as well.
  public init?(code: String) {
    let code = code.uppercased()
    self.init(rawValue: code == "GB" ? "UK" : code)
  }

  init(iso code: String) { rawValue = code == "GB" ? "UK" : code }

  /// The code of ISO 3166-1, under which lists of countries have it; XK for Kosovo.
  public var isoCode: String { rawValue == "UK" ? "GB" : rawValue }

  /// The country code with its plus sign.
  public var callingCode: String { "+\(NumberPlans.countryCode(of: isoCode) ?? 0)" }

  /// The placeholder of an empty number field: a number as it is written there.
  public var placeholder: String { NumberPlans.example(of: isoCode) ?? "" }

  /// For example "US (+1)".
  public var label: String { "\(rawValue) (\(callingCode))" }
}
