package import ComposableHTML
package import LifeSignalModel

/// A person's check-in link, opened in a browser: a document of its own, without script, that does
/// not reveal the link's owner. Only its button checks in.
package struct LinkPage: HTML {
  package enum State: Equatable {
    case asking(path: String)
    case checkedIn
    /// An alert or a pause is on, which a link does not end.
    case held
  }

  let state: State
  let language: Language
  let stylesheet: String

  package init(state: State, language: Language, stylesheet: String) {
    self.state = state
    self.language = language
    self.stylesheet = stylesheet
  }

  package var body: some HTML {
    HTMLDocument {
      html(.lang(language.tag), .dir(language.direction)) {
        head {
          meta(.charset("utf-8"))
          title { "Check in" }
          meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
          meta(.name("color-scheme"), .content("light dark"))
          link(.rel(.stylesheet), .href(stylesheet))
        }
        ComposableHTML.body {
          main(id: "link-page") { content }
        }
      }
    }
  }

  @HTMLBuilder private var content: some HTML {
    switch state {
    case .asking(let path):
      h1 { "Check in?" }
      p { "Nothing has been sent yet. Tap the button if you’re OK." }
      form(id: "link-form", .method(.post), .action(path)) {
        button(id: "link-send", .type(.submit)) { "I’m OK" }
      }
    case .checkedIn:
      h1 { "You have checked in." }
      p { "Thank you. You can close this page." }
    case .held:
      h1 { "You haven’t checked in" }
      p { "Your link ends neither an alert nor a pause. Open the app and check in there." }
    }
  }
}
