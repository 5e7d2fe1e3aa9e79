/// The catalogues. English needs none: the sources contain it.
public struct Translations: Equatable, Sendable {
  public let catalogues: [Language: Catalogue]

  public init(_ catalogues: [Catalogue] = []) {
    self.catalogues = Dictionary(
      catalogues.map { ($0.language, $0) }, uniquingKeysWith: { first, _ in first })
  }

  public static let none = Translations()

  public subscript(language: Language) -> Catalogue { catalogues[language] ?? .english }
}
