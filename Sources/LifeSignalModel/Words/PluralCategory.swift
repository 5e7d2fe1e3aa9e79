/// The forms in which languages count (Unicode CLDR, cardinal rules, release 45).
public enum PluralCategory: String, CaseIterable, Codable, Sendable {
  case zero, one, two, few, many, other

  /// The form for a whole number. Negative numbers count by their size.
  public init(_ number: Int, in language: Language) {
    let count = number.magnitude
    switch language {
    case .english, .german:
      self = count == 1 ? .one : .other
    case .spanish:
      self = count == 1 ? .one : count != 0 && count.isMultiple(of: 1_000_000) ? .many : .other
    case .french:
      self = count <= 1 ? .one : count.isMultiple(of: 1_000_000) ? .many : .other
    case .arabic:
      self =
        switch (count, count % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    case .chinese:
      self = .other
    }
  }

  /// The forms a language's whole numbers need.
  public static func needed(in language: Language) -> Set<PluralCategory> {
    switch language {
    case .english, .german: [.one, .other]
    case .spanish, .french: [.one, .many, .other]
    case .arabic: Set(allCases)
    case .chinese: [.other]
    }
  }
}
