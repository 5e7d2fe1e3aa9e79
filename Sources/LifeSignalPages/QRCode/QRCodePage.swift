import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The own code on a sheet of its own.
struct QRCodePage: HTML {
  let state: QRCodeFeature.State
  let send: ActionSender<QRCodeFeature.Action>

  var body: some HTML {
    Sheet(
      "qr-code-sheet",
      header: SheetHeader(
        "Your QR code",
        end: SheetHeader.Action(id: "qr-code-close", words: "Close", tap: send(.closeButtonTapped))
      ), close: send(.closeButtonTapped)
    ) {
      if state.hasQRCode {
        div(.class("share-code")) {
          QRCodeImage(code: state.qrCodeID)
          output(id: "qr-code-text") { state.qrCodeIDForDisplay }
          Button(
            "qr-code-share", "Share QR code", .primary, .wide, icon: .share,
            tap: send(.shareQRCode))
          Button(
            "qr-code-refresh", "Reset QR code", .dangerSoft, .wide, icon: .refresh,
            tap: send(.setRefreshAlertPresented(true)))
        }
      } else {
        Loading(words: "Generating")
      }
    }
    if let share = state.share {
      QRCodeSharePage(state: share, send: send.map { .share(.presented($0)) })
    }
    if state.isRefreshAlertPresented {
      ResetCodeQuestion(
        id: "qr-code-refresh-question", confirm: send(.refreshQRCode),
        cancel: send(.setRefreshAlertPresented(false)))
    } else {
      ErrorAlert(id: "qr-code-error", error: state.error, dismiss: send(.dismissError))
    }
    if state.isResetNoticePresented {
      Toast(id: "qr-code-reset", words: "QR code reset", dismiss: send(.resetNoticeDismissed))
    }
  }
}

/// Confirms renewing the own code, on every page that offers it.
struct ResetCodeQuestion: HTML {
  let id: String
  let confirm: Handler<Void>
  let cancel: Handler<Void>

  var body: some HTML {
    Dialog.question(
      id, "Reset QR code",
      "Are you sure you want to reset your QR code? This will invalidate any previously shared "
        + "QR codes.",
      confirm: "Reset", isDestructive: true, onConfirm: confirm, onCancel: cancel)
  }
}
