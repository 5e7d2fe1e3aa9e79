import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The code with which others send me a request; it can be renewed at any time.
struct OwnCode: HTML {
  let state: HomeFeature.State
  let send: ActionSender<HomeFeature.Action>

  var body: some HTML {
    section(
      id: "own-code", .class("card own-code"), .aria("labelledby", "own-code-title"),
      .module("share"), .data("code", state.isQRCodeReady ? state.qrCodeID.rawValue : "")
    ) {
      h2(id: "own-code-title") { "Your QR code" }
      p { "Share this QR code with others to add contacts." }
      if state.isQRCodeReady {
        QRCodeImage(code: state.qrCodeID)
        // Selected as a whole with one tap, ready to be copied.
        output(id: "qr-code-id") { state.qrCodeID.rawValue }
        BrowserButton(
          id: "copy-code", words: "Copy code", act: "copy", icon: .copy,
          look: "button quiet small")  // no words
      } else {
        Loading(words: "Generating")
      }
      div(.class("acts")) {
        act("share-code", "Share QR", .share, !state.isQRCodeReady, .shareQRCodeButtonTapped)
        act("scan-code", "Scan QR", .qr, false, .addContactButtonTapped)
        act("reset-code", "Reset QR", .refresh, state.isResettingQRCode, .resetQRCodeButtonTapped)
      }
    }
    .on(
      .report,
      send { report in
        switch report {
        case "copied": .copyQRCodeIDTapped
        case "copy-failed": .copyQRCodeIDFailed
        default: nil
        }
      })
  }

  private func act(
    _ id: String, _ words: Phrase, _ glyph: Glyph, _ isDisabled: Bool, _ action: HomeFeature.Action
  ) -> some HTML {
    button(id: id, .type(.button), .class("act"), .disabled(isDisabled)) {
      Icon(glyph)
      words
    }
    .on(.click, send(action))
  }
}
