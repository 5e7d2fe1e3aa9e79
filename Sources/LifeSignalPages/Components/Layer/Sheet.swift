import ComposableHTML
import LifeSignalModel

enum SheetKind: String {
  /// As high as its content.
  case fitting = ""
  case full
  /// A person opened from a list: beside the list where there is room.
  case detail = "detail full"
  /// A person needs help: on the whole screen.
  case emergency
  /// The same, where a call could put them at risk.
  case duress = "emergency duress"  // no words
}

/// A page above the page. It closes with a worded button, Escape, or a tap beside it.
struct Sheet<Content: HTML>: HTML {
  let id: String
  let kind: SheetKind
  let header: SheetHeader
  let close: Handler<Void>
  let content: Content

  init(
    _ id: String, _ kind: SheetKind = .fitting, header: SheetHeader, close: Handler<Void>,
    @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.kind = kind
    self.header = header
    self.close = close
    self.content = content()
  }

  var body: some HTML {
    dialog(
      id: id, .sheet(), .class("sheet"), .class(kind.rawValue), .aria("labelledby", "\(id)-title")
    ) {
      header.for(id)
      div(id: "\(id)-body", .class("sheet-body")) { content }
    }
    .on(.dismiss, close)
  }
}

/// The bar of a sheet: leave on one side, the title, continue on the other.
struct SheetHeader: HTML {
  struct Action {
    let id: String
    let words: Phrase
    var isDisabled = false
    let tap: Handler<Void>
  }

  let heading: Phrase
  var start: Action?
  var end: Action?
  /// The title takes the focus when the sheet opens, unless something inside does: a screen reader
  /// announces the place, and no key press meant for the page below has an effect here.
  var isFocusedFirst = true
  private var sheet = ""

  init(
    _ heading: Phrase, start: Action? = nil, end: Action? = nil, isFocusedFirst: Bool = true
  ) {
    self.heading = heading
    self.isFocusedFirst = isFocusedFirst
    self.start = start
    self.end = end
  }

  func `for`(_ sheet: String) -> SheetHeader {
    var header = self
    header.sheet = sheet
    return header
  }

  var body: some HTML {
    header(.class("sheet-header")) {
      if let start {
        div(.class("start")) { Button(start.id, start.words, .quiet, tap: start.tap) }
      }
      h2(id: "\(sheet)-title", .tabIndex(-1), .autofocus(isFocusedFirst)) { heading }
      if let end {
        div(.class("end")) {
          Button(end.id, end.words, .link, disabled: end.isDisabled, tap: end.tap)
        }
      }
    }
  }
}
