import ComposableHTML
import LifeSignalModel

/// One of a list, in the platform's own picker.
struct Choice: HTML {
  enum Look: String {
    /// As wide as the other fields.
    case field = "field-like"
    /// Beside a heading; only the icon where room is short.
    case compact
  }

  struct Option {
    let value: String
    let words: Phrase
  }

  let id: String
  let look: Look
  /// The name of the choice, if there is no label above.
  var name: Phrase?
  /// The field's name in a form sent without the script.
  var formName: String?
  let options: [Option]
  let selection: String
  let choose: Handler<String>

  var body: some HTML {
    div(.class("select"), .class(look.rawValue)) {
      if look == .compact { Icon(.sort, .small) }
      select(
        id: id, .when(name != nil, .aria("label", name ?? .empty)),
        .when(formName != nil, .name(formName ?? ""))
      ) {
        ForEach(options) { choice in
          option(.value(choice.value), .selected(choice.value == selection)) { choice.words }
        }
      }
      .on(.change, choose)
      if look == .field { Icon(.down, .small) }
    }
  }
}

/// On or off, with an explanation beside it.
struct SwitchRow: HTML {
  let id: String
  let words: Phrase
  var detail: Phrase?
  let isOn: Bool
  var isDisabled = false
  let tap: Handler<Void>

  var body: some HTML {
    div(.class("pair")) {
      div(.class("grow")) {
        strong(id: "\(id)-name") { words }
        if let detail { small(id: "\(id)-detail") { detail } }
      }
      button(
        id: id, .type(.button), .class("switch"), .role(.toggle), .aria("checked", isOn),
        .aria("labelledby", "\(id)-name"),
        .when(detail != nil, .aria("describedby", "\(id)-detail")), .disabled(isDisabled)
      )
      .on(.click, tap)
    }
  }
}

/// A label and its value, in a `dl`.
struct Pair<Value: HTML>: HTML {
  let name: Phrase
  let value: Value

  init(_ name: Phrase, @HTMLBuilder value: () -> Value) {
    self.name = name
    self.value = value()
  }

  var body: some HTML {
    div(.class("pair")) {
      dt { name }
      dd { value }
    }
  }
}
