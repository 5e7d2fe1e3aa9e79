import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Entering somebody's code by hand; a typed code must always work.
struct ScannerPage: HTML {
  let state: QRScannerFeature.State
  let send: ActionSender<QRScannerFeature.Action>

  var body: some HTML {
    Sheet(
      "scanner-sheet",
      header: SheetHeader(
        "Manual Entry",
        start: SheetHeader.Action(
          id: "scanner-cancel", words: "Cancel", tap: send(.cancelButtonTapped)),
        isFocusedFirst: false),
      close: send(.cancelButtonTapped)
    ) {
      form(id: "scanner-form", .class("form"), .noValidate()) {
        Field(
          "manual-code", "Enter QR Code ID",
          hint: "They find it on their Home page and can send it to you."
        ) {
          TextInput(
            id: "manual-code", kind: .code, value: state.manualQRCode,
            placeholder: "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX", maxLength: 36,
            isFocusedFirst: true, change: send { .manualEntryChanged($0) })
        }
        SubmitButton(
          id: "manual-code-submit", words: "Add Contact", isDisabled: !state.isManualCodeValid)
      }
      .on(.submit, send(.submitManualQRCode))
    }
    if state.showInvalidUUIDAlert {
      Dialog.notice(
        "invalid-code", "Invalid UUID Format", "The text is not a valid UUID format.",
        onDismiss: send(.invalidCodeAlertDismissed))
    } else {
      ErrorAlert(id: "scanner-error", error: state.error, dismiss: send(.setError(nil)))
    }
  }
}
