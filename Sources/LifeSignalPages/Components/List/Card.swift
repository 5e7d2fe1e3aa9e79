import ComposableHTML
import LifeSignalModel

/// A raised surface for one item.
struct Card<Content: HTML>: HTML {
  let status: Status
  let isPadded: Bool
  let content: Content

  init(_ status: Status = .neutral, padded: Bool = false, @HTMLBuilder content: () -> Content) {
    self.status = status
    isPadded = padded
    self.content = content()
  }

  var body: some HTML {
    div(.class("card"), .class("pad", when: isPadded), .class(status.className)) { content }
  }
}

/// A part of a page under a small heading.
struct PageSection<Content: HTML>: HTML {
  let id: String
  let heading: Phrase
  let content: Content

  init(_ id: String, _ heading: Phrase, @HTMLBuilder content: () -> Content) {
    self.id = id
    self.heading = heading
    self.content = content()
  }

  var body: some HTML {
    section(id: id, .class("section"), .aria("labelledby", "\(id)-heading")) {
      h2(id: "\(id)-heading") { heading }
      content
    }
  }
}
