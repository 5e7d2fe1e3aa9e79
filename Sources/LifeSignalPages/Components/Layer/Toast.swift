import ComposableHTML
import LifeSignalModel

/// Confirms an action, above everything. Read out, and gone after a few seconds; a failure stays
/// until it is dismissed.
struct Toast: HTML {
  let id: String
  let words: Phrase
  var isFailure = false
  let dismiss: Handler<Void>

  var body: some HTML {
    div(
      id: id, .class("toast"), .role(.region), .aria("label", words), .announce(words),
      .toast(seconds: isFailure ? nil : 6)
    ) {
      Icon(isFailure ? .alert : .check)
      p { words }
      if isFailure { Button("\(id)-ok", "OK", .quiet, .small, tap: dismiss) }
    }
    .on(.dismiss, dismiss)
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
