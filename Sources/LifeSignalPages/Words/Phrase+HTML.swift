public import ComposableHTML
public import LifeSignalModel

/// The language words are shown in while a page is written.
enum Speech {
  @TaskLocal static var catalogue = Catalogue.english
}

extension Phrase {
  /// The words in the language of the page that is being written.
  var said: String { Speech.catalogue.say(self) }
}

/// Words are HTML: text in the language of the page.
extension Phrase: PrimitiveHTML {
  public static func _render(_ html: Phrase, into output: inout HTMLOutput) {
    String._render(html.said, into: &output)
  }
}

extension HTMLBuilder {
  /// A literal in a page is words, not text, so nothing is left untranslated by forgetting it.
  package static func buildExpression(_ phrase: Phrase) -> Phrase { phrase }
}

extension Attribute {
  package static func aria(_ name: StaticString, _ words: Phrase) -> Attribute {
    aria(name, words.said)
  }

  package static func announce(_ words: Phrase) -> Attribute { announce(words.said) }

  package static func placeholder(_ words: Phrase) -> Attribute { placeholder(words.said) }

  package static func documentTitle(_ words: Phrase) -> Attribute { documentTitle(words.said) }

  package static func passed(_ words: Phrase) -> Attribute { passed(words.said) }
}
