import ComposableHTML
import LifeSignalModel

/// A few exclusive choices side by side.
struct Segmented<Value: Equatable>: HTML {
  struct Choice {
    let id: String
    let words: Phrase
    let value: Value
  }

  let id: String
  let name: Phrase
  let choices: [Choice]
  let selection: Value?
  let choose: (Value) -> Handler<Void>

  var body: some HTML {
    div(id: id, .class("segmented"), .role(.group), .aria("label", name)) {
      ForEach(choices) { choice in
        button(
          id: "\(id)-\(choice.id)", .type(.button), .aria("pressed", choice.value == selection)
        ) { choice.words }
        .on(.click, choose(choice.value))
      }
    }
  }
}

/// Filters of a list: one of them is on.
struct Chips<Value: Equatable>: HTML {
  let id: String
  let name: Phrase
  let choices: [Segmented<Value>.Choice]
  let selection: Value
  let choose: (Value) -> Handler<Void>

  var body: some HTML {
    div(id: id, .class("chips"), .role(.group), .aria("label", name)) {
      ForEach(choices) { choice in
        button(
          id: "\(id)-\(choice.id)", .type(.button), .class("chip"),
          .aria("pressed", choice.value == selection)
        ) { choice.words }
        .on(.click, choose(choice.value))
      }
    }
  }
}
