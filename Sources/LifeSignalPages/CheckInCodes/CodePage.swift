package import ComposableHTML
package import LifeSignalModel

/// The page for typing a printed code: a document of its own, for any browser, without script and
/// without anything about the code's owner.
package struct CodePage: HTML {
  package enum State: Equatable {
    case asking
    case checkedIn
    case refused
    case tooMany
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
          title { "Check in with a code" }
          meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
          meta(.name("color-scheme"), .content("light dark"))
          link(.rel(.stylesheet), .href(stylesheet))
        }
        ComposableHTML.body {
          main(id: "code-page") {
            if state == .checkedIn { done } else { form }
          }
        }
      }
    }
  }

  @HTMLBuilder private var done: some HTML {
    h1 { "You have checked in." }
    p { "Thank you. You can close this page." }
  }

  @HTMLBuilder private var form: some HTML {
    h1 { "Check in with a code" }
    ComposableHTML.form(id: "code-form", .method(.post), .action("/code")) {
      label(.for("code")) { "Code" }
      input(
        id: "code", .name("code"), .type(.text), .autocomplete(.off),
        .autocapitalize(.characters), .spellcheck(false), .maxLength(60), .required(),
        .aria("describedby", problem == nil ? "code-hint" : "code-problem"),
        .when(problem != nil, .aria("invalid", true)))
      p(id: "code-hint") { "From your card. Capitals, spaces and hyphens do not matter." }
      if let problem { p(id: "code-problem", .class("problem"), .role(.alert)) { problem } }
      button(id: "code-send", .type(.submit)) { "Check in" }
    }
  }

  private var problem: Phrase? {
    switch state {
    case .asking, .checkedIn: nil
    case .refused: "This code does not work. Please check what you typed."
    case .tooMany: "Too many codes were tried from here. Please wait and try again."
    }
  }
}
