import ComposableHTML
import LifeSignalModel

/// A row about a person: picture, name, lines, and the actions at its end.
///
/// If it can be opened, the whole row opens it, and the buttons lie above.
struct Row<Lines: HTML, Side: HTML>: HTML {
  let id: String
  let avatar: Avatar
  let name: Phrase
  let open: Handler<Void>?
  let lines: Lines
  let side: Side?

  init(
    _ id: String, avatar: Avatar, name: String, open: Handler<Void>? = nil,
    @HTMLBuilder lines: () -> Lines, @HTMLBuilder side: () -> Side
  ) {
    self.id = id
    self.avatar = avatar
    self.name = Phrase(verbatim: name)
    self.open = open
    self.lines = lines()
    self.side = side()
  }

  var body: some HTML {
    div(id: id, .class("row")) {
      if let open {
        button(id: "\(id)-open", .type(.button), .class("row-main"), .aria("haspopup", "dialog")) {
          words
        }
        .on(.click, open)
      } else {
        div(.class("row-main")) { words }
      }
      if let side { div(.class("row-side")) { side } }
    }
  }

  @HTMLBuilder private var words: some HTML {
    avatar
    span(.class("grow")) {
      span(.class("name")) { name }
      lines
    }
  }
}

extension Row where Side == EmptyHTML {
  init(
    _ id: String, avatar: Avatar, name: String, open: Handler<Void>? = nil,
    @HTMLBuilder lines: () -> Lines
  ) {
    self.init(
      id, avatar: avatar, saying: Phrase(verbatim: name), open: open, lines: lines)
  }

  /// - Parameter saying: stands in place of the name: a sentence about a person.
  init(
    _ id: String, avatar: Avatar, saying words: Phrase, open: Handler<Void>? = nil,
    @HTMLBuilder lines: () -> Lines
  ) {
    self.id = id
    self.avatar = avatar
    name = words
    self.open = open
    self.lines = lines()
    side = nil
  }
}

/// Words and buttons under a person's row, in line with the name.
struct RowFoot<Content: HTML>: HTML {
  let content: Content

  init(@HTMLBuilder content: () -> Content) {
    self.content = content()
  }

  var body: some HTML {
    div(.class("row-foot")) { content }
  }
}

/// A row that opens something: a setting with its value, an action with its icon.
struct Opener: HTML {
  let id: String
  let words: Phrase
  var icon: Glyph?
  var value: Phrase?
  var isDanger = false
  let tap: Handler<Void>

  var body: some HTML {
    button(id: id, .type(.button), .class("opener"), .class("danger", when: isDanger)) {
      icon.map { Icon($0) }
      span { words }
      if let value { span(.class("value")) { value } }
      if !isDanger { span(.class("chevron")) { Icon(.forward, .small) } }
    }
    .on(.click, tap)
  }
}
