import ComposableHTML
import LifeSignalModel

/// A button that shows only an icon; its name is for those who do not see it.
struct RoundButton: HTML {
  enum Look: String {
    case plain
    case soft
    /// An action is on, such as a ping that has been sent.
    case on
  }

  let id: String
  let name: Phrase
  let glyph: Glyph
  var look = Look.plain
  /// The number of items waiting behind the button; 0 shows none.
  var badge = 0
  var isDisabled = false
  let tap: Handler<Void>

  var body: some HTML {
    button(
      id: id, .type(.button), .class("round"), .class(look.rawValue, when: look != .plain),
      .aria("label", name), .disabled(isDisabled)
    ) {
      Icon(glyph, filled: look == .on)
      Badge(count: badge)
    }
    .on(.click, tap)
  }
}
