import ComposableHTML
import LifeSignalModel

/// A main page: its title, the buttons beside it, its content.
struct PageFrame<Actions: HTML, Content: HTML>: HTML {
  let name: String
  let heading: Phrase
  let className: String
  let back: Handler<Void>?
  let actions: Actions
  let content: Content

  /// - Parameters:
  ///   - name: which page this is, in the address and for the script.
  ///   - back: leads to the page below this one.
  init(
    _ name: String, _ heading: Phrase, class className: String = "", back: Handler<Void>? = nil,
    @HTMLBuilder actions: () -> Actions, @HTMLBuilder content: () -> Content
  ) {
    self.name = name
    self.heading = heading
    self.className = className
    self.back = back
    self.actions = actions()
    self.content = content()
  }

  var body: some HTML {
    main(
      id: "page-\(name)", .class("page"), .class(className), .page(name),
      .documentTitle(Phrase("\(heading) · LifeSignal"))
    ) {
      header(.class("bar")) {
        if let back {
          RoundButton(id: "\(name)-back", name: "Back", glyph: .back, tap: back)
        }
        h1(id: "page-\(name)-title") { heading }
        div(.class("bar-actions")) { actions }
      }
      content
    }
  }
}

/// The link to the notifications, with the number of unread ones.
struct NotificationsButton: HTML {
  let unread: Int
  let tap: Handler<Void>

  var body: some HTML {
    RoundButton(
      id: "notifications-button",
      name: unread == 0 ? "Notifications" : "Notifications, \(unread) unread", glyph: .inbox,
      badge: unread, tap: tap)
  }
}
