import ComposableHTML
import LifeSignalModel

/// Stands in place of an empty list: why it is empty, and what to do about it.
struct EmptyState<Content: HTML>: HTML {
  let glyph: Glyph
  let heading: Phrase
  let words: Phrase
  let content: Content

  init(_ glyph: Glyph, _ heading: Phrase, _ words: Phrase, @HTMLBuilder content: () -> Content) {
    self.glyph = glyph
    self.heading = heading
    self.words = words
    self.content = content()
  }

  var body: some HTML {
    div(.class("empty-state")) {
      div(.class("disc")) { Icon(glyph) }
      h2 { heading }
      p { words }
      content
    }
  }
}

extension EmptyState where Content == EmptyHTML {
  init(_ glyph: Glyph, _ heading: Phrase, _ words: Phrase) {
    self.init(glyph, heading, words) {}
  }
}

/// Something is under way and there is nothing to show yet.
struct Loading: HTML {
  let words: Phrase

  var body: some HTML {
    div(.class("loading"), .role(.status)) {
      span(.class("spinner"))
      span { words }
    }
  }
}
