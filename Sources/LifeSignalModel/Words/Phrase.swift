/// Words for people, as a value: an English sentence with numbered placeholders, and their
/// contents.
///
/// The sentence is the key under which a ``Catalogue`` keeps its translations, so words are written
/// where they are used, as plain literals, and are translated only where they are shown:
///
///     let phrase: Phrase = "\(name) has checked in."   // key "{0} has checked in."
///
/// A sentence that counts brings both English forms: ``counting(_:one:other:)``.
public struct Phrase: Equatable, Hashable, Sendable {
  /// The content of a placeholder.
  public indirect enum Part: Equatable, Hashable, Sendable {
    /// Shown unchanged: a name, or a number that is not a count.
    case text(String)
    /// A whole number. The first of a phrase chooses the plural form.
    case number(Int)
    /// Translated by itself.
    case phrase(Phrase)
  }

  /// The English sentence; `{0}`, `{1}` … are its placeholders.
  public let key: String
  public let parts: [Part]
  /// The English sentence for exactly one, where that differs from `key`.
  public let singular: String?

  init(key: String, parts: [Part] = [], singular: String? = nil) {
    self.key = key
    self.parts = parts
    self.singular = singular
  }

  /// A text that a person entered, such as a name: shown unchanged in every language.
  public init(verbatim text: String) {
    self.init(key: "{0}", parts: [.text(text)])
  }

  /// A word of the program that is stored as text, such as an enumeration's raw value; it is
  /// translated.
  public init(label: String) {
    self.init(key: label)
  }

  /// A phrase with a count: both forms contain `count`, and have the same other placeholders.
  ///
  ///     Phrase.counting(days, one: "\(days) day", other: "\(days) days")
  public static func counting(_ count: Int, one: Phrase, other: Phrase) -> Phrase {
    Phrase(key: other.key, parts: other.parts, singular: one.key)
  }

  public static let empty: Phrase = ""

  public var isEmpty: Bool { key.isEmpty }

  /// The words in English.
  public var english: String { Catalogue.english.say(self) }
}

extension Phrase: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(key: value) }

  public init(stringInterpolation: StringInterpolation) {
    self.init(key: stringInterpolation.key, parts: stringInterpolation.parts)
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + interpolationCount * 3)
      parts.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { key += literal }

    public mutating func appendInterpolation(_ text: String) { fill(.text(text)) }

    public mutating func appendInterpolation(_ number: Int) { fill(.number(number)) }

    public mutating func appendInterpolation(_ phrase: Phrase) { fill(.phrase(phrase)) }

    private mutating func fill(_ part: Part) {
      key += "{\(parts.count)}"
      parts.append(part)
    }
  }
}

extension Phrase {
  /// One sentence written on two lines. Both are translated as one.
  public static func + (left: Phrase, right: Phrase) -> Phrase {
    let moved = Catalogue.pieces(of: right.key).map { piece in
      switch piece {
      case .words(let words): words
      case .gap(let index): "{\(index + left.parts.count)}"
      }
    }
    return Phrase(key: left.key + moved.joined(), parts: left.parts + right.parts)
  }
}

extension Phrase: CustomStringConvertible {
  public var description: String { english }
}
