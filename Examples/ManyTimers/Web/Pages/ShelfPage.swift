import Composable
import ComposableHTML
import ManyTimersFeatures

/// The documents of the folder: open ones lead to their pages, the others can be opened.
struct ShelfPage: HTML {
  let state: DocumentShelf.State
  let send: ActionSender<DocumentShelf.Action>

  var body: some HTML {
    main(id: "shelf", .page("shelf"), .documentTitle("Documents · ManyTimers")) {
      header(.class("top")) {
        h1 { "Documents" }
        p(id: "count", .class("count")) { "\(openCount) of \(state.items.count) open" }
      }
      NewTimerForm(
        number: state.made, words: "New document", problem: state.problem,
        submit: send { fields in .newDocument(TimerRequest(fields)) })
      ul(.class("shelf")) {
        ForEach(state.items) { item in ShelfRow(item: item) }
      }
      if state.items.isEmpty { p(.class("nothing")) { "There are no timers in this folder." } }
    }
  }

  private var openCount: Int { state.items.count { $0.document != nil } }
}

private struct ShelfRow: HTML {
  let item: DocumentShelf.Item

  var body: some HTML {
    if let document = item.document {
      li(id: "file-\(document.id)", .class("row"), .class(document.timer.look)) {
        a(.class("open"), .href("/documents/\(document.id)")) {
          Dial(fraction: document.timer.fractionLeft)
          span(.class("file")) { item.fileName }
          if document.hasUnsavedChanges { span(.class("edited")) { "Edited" } }
          span(.class("time")) { document.timer.remaining.timerText }
          span(.class("phase")) { document.timer.word }
        }
      }
    } else {
      li(id: "closed-\(item.fileName)", .class("row closed")) {
        span(.class("file")) { item.fileName }
        // A plain form: the answer leads to the document's page.
        form(.action("/open"), .method(.post)) {
          input(.type(.hiddenField), .name("file"), .value(item.fileName))
          button(
            id: "open-\(item.fileName)", .type(.submit), .aria("label", "Open \(item.fileName)")
          ) { "Open" }
        }
      }
    }
  }
}
