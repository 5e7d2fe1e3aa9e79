import ComposableHTML
import LifeSignalModel

/// Confirms an action. Read out, and in no one's way.
struct Toast: HTML {
  let id: String
  let words: Phrase
  let dismiss: Handler<Void>

  var body: some HTML {
    div(id: id, .class("toast"), .announce(words)) {
      p { words }
      Button("\(id)-ok", "OK", .quiet, .small, tap: dismiss)
    }
  }
}

/// Something is so until it is not.
struct Banner<Content: HTML>: HTML {
  let id: String
  let status: Status
  let glyph: Glyph
  let announcement: Phrase
  let content: Content

  init(
    _ id: String, _ status: Status, _ glyph: Glyph, announce: Phrase,
    @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.status = status
    self.glyph = glyph
    announcement = announce
    self.content = content()
  }

  var body: some HTML {
    div(id: id, .class("banner"), .class(status.className), .announce(announcement)) {
      Icon(glyph)
      div(.class("grow")) { content }
    }
  }
}
