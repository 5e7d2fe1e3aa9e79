public import Foundation

extension Catalogue {
  /// Reads a file of translations: an object from English sentences to a translation, or to an
  /// object from plural forms to translations.
  /// - Throws: `DecodingError` for anything else.
  public init(_ language: Language, json data: Data) throws {
    let read = try JSONDecoder().decode([String: Translation].self, from: data)
    self.init(language, read.mapValues(\.entry))
  }

  private struct Translation: Decodable {
    let entry: Entry

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let sentence = try? value.decode(String.self) {
        entry = .sentence(sentence)
        return
      }
      var forms: [PluralCategory: String] = [:]
      for (name, text) in try value.decode([String: String].self) {
        guard let form = PluralCategory(rawValue: name) else {
          throw DecodingError.dataCorruptedError(
            in: value, debugDescription: "\(name) is no plural form")
        }
        forms[form] = text
      }
      entry = .plural(forms)
    }
  }
}
