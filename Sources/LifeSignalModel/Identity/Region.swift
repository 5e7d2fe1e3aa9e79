/// A country whose phone numbers the app understands. Raw values are the codes shown.
public enum Region: String, CaseIterable, Equatable, Codable, Sendable {
  case unitedStates = "US"
  case canada = "CA"
  case unitedKingdom = "UK"
  case australia = "AU"

  /// The country code with its plus sign.
  public var callingCode: String {
    switch self {
    case .unitedStates, .canada: "+1"
    case .unitedKingdom: "+44"
    case .australia: "+61"
    }
  }

  /// The placeholder of an empty number field.
  public var placeholder: String { usesNorthAmericanPlan ? "XXX-XXX-XXXX" : "XXXX-XXX-XXX" }

  /// For example "US (+1)".
  public var label: String { "\(rawValue) (\(callingCode))" }

  var usesNorthAmericanPlan: Bool { self == .unitedStates || self == .canada }

  /// The region with this code; `GB` is accepted for the United Kingdom.
  public init?(code: String) {
    self.init(rawValue: code == "GB" ? "UK" : code)
  }
}
