import Foundation

/// A phrase without placeholders is encoded as its sentence; one with placeholders as an object
/// with the sentence and their contents. So it stays readable where it is stored, and old rows,
/// which are plain text, stay valid.
extension Phrase: Codable {
  private enum CodingKeys: String, CodingKey {
    case key, parts, singular
  }

  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(key: text)
      return
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      key: try values.decode(String.self, forKey: .key),
      parts: try values.decode([Part].self, forKey: .parts),
      singular: try values.decodeIfPresent(String.self, forKey: .singular))
  }

  public func encode(to encoder: any Encoder) throws {
    if parts.isEmpty, singular == nil {
      var value = encoder.singleValueContainer()
      try value.encode(key)
      return
    }
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(key, forKey: .key)
    try values.encode(parts, forKey: .parts)
    try values.encodeIfPresent(singular, forKey: .singular)
  }

  /// The phrase as one line of text for a database; ``init(stored:)`` reads it.
  public var stored: String {
    if parts.isEmpty, singular == nil { return key }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and numbers only: there is nothing in it that cannot be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? english
  }

  /// Reads what ``stored`` wrote; any other text is a sentence without placeholders.
  public init(stored text: String) {
    guard text.hasPrefix(#"{"key":"#),
      let phrase = try? JSONDecoder().decode(Phrase.self, from: Data(text.utf8))
    else {
      self.init(key: text)
      return
    }
    self = phrase
  }
}

/// Text as a string, a count as a number, a phrase as an object.
extension Phrase.Part: Codable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else {
      self = .phrase(try value.decode(Wrapped.self).phrase)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .phrase(let phrase): try value.encode(Wrapped(phrase: phrase))
    }
  }

  /// Apart from text even where the phrase itself is written as a string.
  private struct Wrapped: Codable {
    let phrase: Phrase
  }
}
