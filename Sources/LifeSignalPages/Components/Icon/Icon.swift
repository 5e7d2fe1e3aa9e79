import ComposableHTML
import LifeSignalModel

/// A picture beside words, or in place of them where an element carries the words as its name.
/// Hidden from screen readers: an icon never says anything alone.
struct Icon: HTML {
  enum Size {
    case regular, small, large
  }

  let glyph: Glyph
  var size = Size.regular
  var isFilled = false

  init(_ glyph: Glyph, _ size: Size = .regular, filled: Bool = false) {
    self.glyph = glyph
    self.size = size
    isFilled = filled
  }

  var body: some HTML {
    svg(
      .class("icon"), .class("small", when: size == .small), .class("large", when: size == .large),
      .class("directional", when: glyph.isDirectional), .viewBox(0, 0, 24, 24),
      .aria("hidden", true)
    ) {
      SVG.path(.path(glyph.rawValue), .when(isFilled, .fill(.currentColor)))
    }
  }
}

/// The sign of the house.
struct Logo: HTML {
  var body: some HTML {
    div(.class("logo")) { Icon(.pulse) }
  }
}
