/// The country, or group of countries, a number belongs to (ITU-T E.164, list of assigned codes).
enum CallingCode {
  /// Codes of two digits; 1 and 7 have one, all others three.
  private static let ofTwo: Set<String> = [
    "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47",
    "48", "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65",
    "66", "81", "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
  ]

  /// With its plus sign; `other` for a text that is no such number.
  static func of(_ number: String) -> String {
    let digits = number.dropFirst()
    guard number.first == "+", digits.count >= 4, digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return "other" }
    if let first = digits.first, first == "1" || first == "7" { return "+\(first)" }
    let two = String(digits.prefix(2))
    return "+" + (ofTwo.contains(two) ? two : String(digits.prefix(3)))
  }
}
