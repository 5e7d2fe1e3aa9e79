import ComposableHTML
import LifeSignalModel

enum ButtonLook: String {
  /// The main action here.
  case primary
  case soft
  case plain
  case quiet
  case link
  case danger
  case dangerSoft = "danger-soft"
}

enum ButtonSize {
  case regular, small, wide
}

/// A button with words.
struct Button<Content: HTML>: HTML {
  let id: String
  let look: ButtonLook
  let size: ButtonSize
  let isDisabled: Bool
  let isFocusedFirst: Bool
  let name: Phrase?
  let tap: Handler<Void>
  let content: Content

  /// - Parameters:
  ///   - name: the button's accessible name, if its words alone are ambiguous, as in a list.
  ///   - focusedFirst: takes the focus when its dialog opens.
  init(
    _ id: String, _ look: ButtonLook = .primary, _ size: ButtonSize = .regular,
    disabled: Bool = false,
    focusedFirst: Bool = false, name: Phrase? = nil, tap: Handler<Void>,
    @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.look = look
    self.size = size
    isDisabled = disabled
    isFocusedFirst = focusedFirst
    self.name = name
    self.tap = tap
    self.content = content()
  }

  var body: some HTML {
    button(
      id: id, .type(.button), .class("button"), .class(look.rawValue),
      .class("small", when: size == .small), .class("wide", when: size == .wide),
      .disabled(isDisabled), .autofocus(isFocusedFirst),
      .when(name != nil, .aria("label", name ?? .empty))
    ) { content }
    .on(.click, tap)
  }
}

extension Button where Content == HTMLSequence<Icon?, Phrase> {
  init(
    _ id: String, _ words: Phrase, _ look: ButtonLook = .primary, _ size: ButtonSize = .regular,
    icon: Glyph? = nil, filled: Bool = false, disabled: Bool = false, focusedFirst: Bool = false,
    name: Phrase? = nil, tap: Handler<Void>
  ) {
    self.init(
      id, look, size, disabled: disabled, focusedFirst: focusedFirst, name: name, tap: tap
    ) {
      HTMLSequence(icon.map { Icon($0, .small, filled: filled) }, words)
    }
  }
}

/// A button that is sent with its form, also without the script.
struct SubmitButton: HTML {
  let id: String
  let words: Phrase
  var isDisabled = false

  var body: some HTML {
    button(id: id, .type(.submit), .class("button primary wide"), .disabled(isDisabled)) { words }
  }
}
