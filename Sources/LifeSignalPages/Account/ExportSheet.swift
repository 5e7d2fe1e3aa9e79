import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Everything about me as a file.
struct ExportSheet: HTML {
  let state: ExportFeature.State
  let send: ActionSender<ExportFeature.Action>

  var body: some HTML {
    Sheet(
      "export-sheet",
      header: SheetHeader(
        "Download my data",
        end: .init(id: "export-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      p {
        "One file with everything LifeSignal has stored about you. Keep it where only you can read it."
      }
      if state.isReady {
        // No `download`: the answer's own head makes it a file, or a page if it is too late for
        // one.
        a(id: "export-file", .href("/export"), .class("button primary wide")) { "Download" }
      } else {
        Button(
          "export-confirm", state.isLoading ? "One moment…" : "Confirm it is you", .primary, .wide,
          disabled: state.isLoading, tap: send(.onAppear))
      }
    }
    ErrorAlert(id: "export-error", error: state.error, dismiss: send(.setError(nil)))
  }
}
