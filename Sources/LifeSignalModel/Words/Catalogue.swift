/// The words of one language: for each English sentence its translation, or one for each form in
/// which the language counts.
public struct Catalogue: Equatable, Sendable {
  public enum Entry: Equatable, Sendable {
    case sentence(String)
    case plural([PluralCategory: String])
  }

  public let language: Language
  public let entries: [String: Entry]
  private let isMarking: Bool

  public init(_ language: Language, _ entries: [String: Entry] = [:]) {
    self.init(language, entries, isMarking: false)
  }

  private init(_ language: Language, _ entries: [String: Entry], isMarking: Bool) {
    self.language = language
    self.entries = entries
    self.isMarking = isMarking
  }

  /// The sentences as they are written in the sources.
  public static let english = Catalogue(.english)

  /// The same with every translated sentence in ⟦brackets⟧: text outside of them on a page is not
  /// translated.
  public func marked() -> Catalogue { Catalogue(language, entries, isMarking: true) }

  /// The phrase in this language with its placeholders filled; in English where there is no
  /// translation.
  public func say(_ phrase: Phrase) -> String {
    if phrase.isEmpty { return "" }
    if phrase.parts.isEmpty, entries.isEmpty { return phrase.key }
    if phrase.key == "{0}", case .text(let text)? = phrase.parts.first { return text }
    let sentence = sentence(of: phrase)
    let said = phrase.parts.isEmpty ? sentence : fill(sentence, phrase.parts)
    return isMarked(phrase) ? "⟦\(said)⟧" : said
  }

  private func isMarked(_ phrase: Phrase) -> Bool { isMarking && entries[phrase.key] != nil }

  /// The sentence with its placeholders unfilled, in the plural form of the phrase's number.
  public func sentence(of phrase: Phrase) -> String {
    switch entries[phrase.key] {
    case .sentence(let sentence):
      return sentence
    case .plural(let forms):
      let form = phrase.count.map { PluralCategory($0, in: language) } ?? .other
      return forms[form] ?? forms[.other] ?? phrase.key
    case nil:
      guard let singular = phrase.singular, phrase.count?.magnitude == 1 else { return phrase.key }
      return singular
    }
  }

  /// The content of one placeholder.
  ///
  /// In a right-to-left language a text is isolated (Unicode Standard Annex 9, section 2.4): a
  /// phone number or a Latin name would otherwise mix its parts with the words around it.
  public func say(_ part: Phrase.Part) -> String {
    switch part {
    case .text(let text): language.isRightToLeft ? "\u{2068}\(text)\u{2069}" : text
    case .number(let number): String(number)
    case .phrase(let phrase): say(phrase)
    }
  }

  private func fill(_ sentence: String, _ parts: [Phrase.Part]) -> String {
    Self.pieces(of: sentence).reduce(into: "") { result, piece in
      switch piece {
      case .words(let words): result += words
      case .gap(let index): result += parts.indices.contains(index) ? say(parts[index]) : ""
      }
    }
  }

  /// A phrase's sentence cut at its placeholders, for callers that fill them with something other
  /// than text.
  public func pieces(of phrase: Phrase) -> [Piece] {
    Self.pieces(of: sentence(of: phrase)).map { piece in
      guard isMarked(phrase), case .words(let words) = piece else { return piece }
      return .words("⟦\(words)⟧")
    }
  }

  public enum Piece: Equatable, Sendable {
    case words(String)
    case gap(Int)
  }

  /// A sentence cut at its placeholders. Other braces, such as `{x}`, are words.
  public static func pieces(of sentence: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "{") {
      let close = rest[open...].firstIndex(of: "}") ?? rest.endIndex
      guard close < rest.endIndex, let index = Int(rest[rest.index(after: open)..<close]) else {
        break
      }
      if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
      pieces.append(.gap(index))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.words(String(rest))) }
    return pieces
  }
}

extension Phrase {
  /// The number that chooses the form.
  var count: Int? {
    for case .number(let number) in parts { return number }
    return nil
  }
}
