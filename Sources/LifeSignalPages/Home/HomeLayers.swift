import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The sheets and questions of the own code, above whichever page is open.
struct HomeLayers: HTML {
  let state: HomeFeature.State
  let send: ActionSender<HomeFeature.Action>

  var body: some HTML {
    if let share = state.shareQRCode {
      QRCodeSharePage(state: share, send: send.map { .shareQRCode(.presented($0)) })
    }
    if let scanner = state.qrScanner, scanner.isSheetPresented {
      ScannerPage(state: scanner, send: send.map { .qrScanner(.presented($0)) })
    }
    if let addContact = state.addContact, addContact.isSheetPresented {
      AddContactPage(state: addContact, send: send.map { .addContact(.presented($0)) })
    }
    if state.showInstructions { InstructionsSheet(done: send(.instructionsDismissed)) }
    if state.showCameraDeniedAlert {
      Dialog.notice(
        "camera-denied", "Camera access denied",
        "Please allow camera access in Settings to scan QR codes.",
        onDismiss: send(.setCameraDeniedAlert(false)))
    } else if state.showResetQRConfirmation {
      ResetCodeQuestion(
        id: "reset-code-question", confirm: send(.resetQRCodeConfirmed),
        cancel: send(.setResetQRConfirmation(false)))
    } else {
      ErrorAlert(id: "home-error", error: state.error, dismiss: send(.setError(nil)))
    }
    if let feedback = state.feedback {
      Toast(
        id: "home-feedback", words: feedback.words, isFailure: feedback == .copyFailed,
        dismiss: send(.feedbackDismissed))
    }
  }
}

extension HomeFeature.Feedback {
  fileprivate var words: Phrase {
    switch self {
    case .codeCopied: "Code copied"
    case .copyFailed: "This browser could not copy. Select the code and copy it by hand."
    case .codeReset: "QR code reset"
    }
  }
}
