import ComposableHTML
import LifeSignalModel

/// A number of waiting items. Hidden at zero, capped at 99.
///
/// For the eye only: the element below it has the number in its own name.
struct Badge: HTML {
  let count: Int

  var body: some HTML {
    if count > 0 {
      span(.class("badge"), .aria("hidden", true)) { Self.text(count) }
    }
  }

  static func text(_ count: Int) -> String { count > 99 ? "99+" : String(count) }
}

/// A small fact, such as the grace period.
struct Pill<Content: HTML>: HTML {
  var status = Status.neutral
  var icon: Glyph?
  let content: Content

  init(_ status: Status = .neutral, icon: Glyph? = nil, @HTMLBuilder content: () -> Content) {
    self.status = status
    self.icon = icon
    self.content = content()
  }

  var body: some HTML {
    span(.class("pill"), .class(status.className)) {
      icon.map { Icon($0, .small) }
      span { content }
    }
  }
}
