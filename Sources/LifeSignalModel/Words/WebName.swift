import Foundation

/// A text that a phone takes for a web address although it has no "https://": "evil.com".
enum WebName {
  static func isIn(_ text: String) -> Bool {
    // Wide and other dots count as dots in a web address (UTS 46).
    text.precomposedStringWithCompatibilityMapping.replacingOccurrences(of: "。", with: ".")
      .split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
      .contains { isOne($0) }
  }

  private static func isOne(_ word: Substring) -> Bool {
    let labels = word.split(separator: ".")
    guard labels.count > 1, !areInitials(labels) else { return false }
    // "J.R." and "Ph.D" are not web addresses: no top-level domain has one letter. Nor is "1.25",
    // but "192.0.2.1" is.
    return labels.dropFirst().contains { $0.count > 1 && $0.contains(where: \.isLetter) }
      || labels.count > 3 && labels.allSatisfy { $0.allSatisfy(\.isNumber) }
  }

  /// "J.R.Smith", "А.С.Пушкин", "د.علي": single letters and one name, none of them in lower case.
  /// Short names in Latin letters are refused, as in "X.Com".
  private static func areInitials(_ labels: [Substring]) -> Bool {
    guard let name = labels.last, let first = name.first, !first.isLowercase, first.isLetter
    else { return false }
    return (name.count > 3 || !first.isASCII)
      && labels.dropLast().allSatisfy { label in
        label.count == 1 && label.allSatisfy { $0.isLetter && !$0.isLowercase }
      }
  }
}
