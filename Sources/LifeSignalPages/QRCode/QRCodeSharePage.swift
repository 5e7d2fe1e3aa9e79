import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The own code, large, and the ways to share it.
struct QRCodeSharePage: HTML {
  let state: QRCodeShareFeature.State
  let send: ActionSender<QRCodeShareFeature.Action>

  var body: some HTML {
    Sheet(
      "share-sheet",
      header: SheetHeader(
        "Share QR code",
        end: SheetHeader.Action(id: "share-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      QRCodeShareCard(id: "share-card", code: state.qrCodeID, send: send)
    }
    if let outcome = state.outcome {
      Toast(
        id: "share-outcome", words: outcome.words, isFailure: outcome == .failed,
        dismiss: send(.outcomeDismissed))
    }
    ErrorAlert(id: "share-error", error: state.error, dismiss: send(.setError(nil)))
  }
}

/// A code with the ways to share it; the browser does the work.
struct QRCodeShareCard: HTML {
  let id: String
  let code: QRCodeID
  let send: ActionSender<QRCodeShareFeature.Action>

  var body: some HTML {
    div(
      id: id, .class("share-code"), .module("share"), .data("code", code.rawValue),
      .data("words", Phrase("My LifeSignal QR code").said)
    ) {
      QRCodeImage(code: code)
      p { "Let others scan this code to add you as a contact." }
      output(id: "\(id)-id") { code.rawValue }
      div(.class("acts")) {
        BrowserButton(id: "\(id)-share", words: "Share", act: "share", icon: .share)
        BrowserButton(id: "\(id)-link", words: "Copy link", act: "link", icon: .link)
        BrowserButton(id: "\(id)-png", words: "Save picture", act: "png", icon: .picture)
        BrowserButton(id: "\(id)-svg", words: "Save for print", act: "svg", icon: .download)
      }
      Caption(
        "Anyone with this code can send you a request. They see nothing until you accept.")
    }
    .on(
      .report,
      send { report in
        switch report {
        case "shared": .shareFinished(.shared)
        case "link-copied": .shareFinished(.linkCopied)
        case "downloaded": .shareFinished(.downloaded)
        case "failed": .shareFinished(.failed)
        default: nil
        }
      })
  }
}

extension QRCodeShareFeature.Outcome {
  fileprivate var words: Phrase {
    switch self {
    case .shared: "QR code shared"
    case .linkCopied: "Link copied"
    case .downloaded: "Picture saved"
    case .failed: "This browser could not share the code."
    }
  }
}
