import ComposableHTML

/// What stands where a list would: why it is empty, and what to do about it.
struct EmptyState<Content: HTML>: HTML {
  let glyph: Glyph
  let heading: String
  let words: String
  let content: Content

  init(_ glyph: Glyph, _ heading: String, _ words: String, @HTMLBuilder content: () -> Content) {
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
  init(_ glyph: Glyph, _ heading: String, _ words: String) {
    self.init(glyph, heading, words) {}
  }
}

/// Something is under way and there is nothing to show yet.
struct Loading: HTML {
  let words: String

  var body: some HTML {
    div(.class("loading"), .role(.status)) {
      span(.class("spinner"))
      span { words }
    }
  }
}
