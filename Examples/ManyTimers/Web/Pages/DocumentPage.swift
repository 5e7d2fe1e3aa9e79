import Composable
import ComposableHTML
import ManyTimersFeatures

/// One document: its timer, and what can be done with its file.
struct DocumentPage: HTML {
  let state: TimerDocument.State
  let send: ActionSender<TimerDocument.Action>

  var body: some HTML {
    main(
      id: "document", .class("document"), .class(state.timer.look), .page("document"),
      .documentTitle("\(state.fileName) · ManyTimers")
    ) {
      header(.class("top")) {
        a(.class("back"), .href("/")) { "‹ Documents" }
        p(.class("count")) {
          span(id: "file-name") { state.fileName }
          span(id: "edited", .class("edited"), .hidden(!state.hasUnsavedChanges)) { "Edited" }
        }
        div(.class("buttons")) {
          button(
            id: "save", .type(.button), .disabled(!state.hasUnsavedChanges || state.isSaving)
          ) { "Save" }
          .on(.click, send(.save))
          button(id: "close", .type(.button)) { "Close" }.on(.click, send(.close))
        }
      }
      if let problem = state.problem {
        p(id: "problem", .class("problem"), .announce(problem.message(state.fileName))) {
          problem.message(state.fileName)
        }
      }
      div(.class("card big")) {
        TimerFace(id: "timer", timer: state.timer, send: send.map { .timer($0) })
      }
      if state.closing == .asked { question }
    }
  }

  private var question: some HTML {
    dialog(id: "question", .sheet(), .role(.alertdialog), .aria("labelledby", "question-title")) {
      h2(id: "question-title") { "Save changes to \(state.fileName)?" }
      div(.class("buttons")) {
        button(id: "question-save", .type(.button), .class("main"), .autofocus()) { "Save" }
          .on(.click, send(.saveAndClose))
        button(id: "question-discard", .type(.button)) { "Close without saving" }
          .on(.click, send(.closeWithoutSaving))
        button(id: "question-stay", .type(.button)) { "Cancel" }.on(.click, send(.stayOpen))
      }
    }
    .on(.dismiss, send(.stayOpen))
  }
}
