/// A language the app speaks. Raw values are BCP 47 tags, stored and sent.
public enum Language: String, CaseIterable, Codable, Sendable {
  case english = "en"
  case german = "de"
  case spanish = "es"
  case french = "fr"
  case arabic = "ar"
  case chinese = "zh-Hans"

  /// The language's name in the language itself.
  public var endonym: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .spanish: "Español"
    case .french: "Français"
    case .arabic: "العربية"
    case .chinese: "简体中文"
    }
  }

  public var isRightToLeft: Bool { self == .arabic }

  /// The language for a BCP 47 tag: "de-AT" is German, every kind of Chinese the one supported.
  public init?(tag: some StringProtocol) {
    let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let known = Self.allCases.first { $0.rawValue.prefix { $0 != "-" } == primary }
    guard let known else { return nil }
    self = known
  }

  /// The language that an `Accept-Language` field (RFC 9110, section 12.5.4) prefers among ours;
  /// nil when it names none of them.
  public init?(accepting field: String) {
    var best: (language: Language, quality: Double)?
    // A longer field is no list of languages.
    for entry in field.prefix(1_000).split(separator: ",") {
      let pieces = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let range = pieces.first, let language = Language(tag: range) else { continue }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }
      let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      guard quality > max(0, best?.quality ?? 0) else { continue }
      best = (language, quality)
    }
    guard let best else { return nil }
    self = best.language
  }
}
