/// The catalogues there are. English needs none: it is what the sources say.
public struct Translations: Equatable, Sendable {
  public let catalogues: [Language: Catalogue]

  public init(_ catalogues: [Catalogue] = []) {
    self.catalogues = Dictionary(
      catalogues.map { ($0.language, $0) }, uniquingKeysWith: { first, _ in first })
  }

  public static let none = Translations()

  public subscript(language: Language) -> Catalogue { catalogues[language] ?? .english }
}
