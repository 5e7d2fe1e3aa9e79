import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Reading a person's code: by camera, from a picture, or typed, which must always work.
struct ScannerPage: HTML {
  let state: QRScannerFeature.State
  let send: ActionSender<QRScannerFeature.Action>

  var body: some HTML {
    if state.isShowingManualEntry {
      Sheet(
        "scanner-sheet", .full,
        header: SheetHeader(
          "Type a code",
          start: SheetHeader.Action(
            id: "manual-cancel", words: "Cancel", tap: send(.cancelManualEntry)),
          isFocusedFirst: false),
        close: send(.cancelButtonTapped)
      ) { ManualEntry(state: state, send: send) }
    } else {
      Sheet(
        "scanner-sheet", .full,
        header: SheetHeader(
          "Scan QR code",
          start: SheetHeader.Action(
            id: "scanner-cancel", words: "Cancel", tap: send(.cancelButtonTapped))),
        close: send(.cancelButtonTapped)
      ) { Viewfinder(state: state, send: send) }
    }
    notices
  }

  @HTMLBuilder private var notices: some HTML {
    if state.showInvalidUUIDAlert {
      Dialog.notice(
        "invalid-code", "That isn’t a LifeSignal code",
        "Paste the whole link, or type the code: 32 letters and digits.",
        onDismiss: send(.invalidCodeAlertDismissed))
    } else if state.showNoQRCodeAlert {
      Dialog.notice(
        "no-code", "No QR code found",
        "The selected image does not contain a valid QR code. Please try another image.",
        onDismiss: send(.noQRCodeAlertDismissed))
    } else if state.alert == .notOurCode {
      Dialog.notice(
        "foreign-code", "Not a LifeSignal code",
        "This code does not belong to LifeSignal. Ask them to show the one on their Responders page.",
        onDismiss: send(.alertDismissed))
    } else {
      ErrorAlert(id: "scanner-error", error: state.error, dismiss: send(.setError(nil)))
    }
  }
}

/// The camera's picture, and the other ways to read a code.
private struct Viewfinder: HTML {
  let state: QRScannerFeature.State
  let send: ActionSender<QRScannerFeature.Action>

  var body: some HTML {
    div(
      id: "scanner-camera", .class("scanner"), .module("scanner"),
      .data("scanning", state.isLooking ? "on" : "off"),
      .data("torch", state.torchOn ? "on" : "off"),
      .data("attempt", state.cameraAttempt)
    ) {
      div(id: "viewfinder", .class("viewfinder")) {
        div(id: "viewfinder-stage", .class("viewfinder-stage"), .keep(), .data("stage"))
        if state.cameraLoadFailed {
          problem
        } else {
          div(.class("viewfinder-frame"))
          p(.class("viewfinder-words"), .role(.status)) { words }
          if state.isTorchAvailable {
            RoundButton(
              id: "torch", name: state.torchOn ? "Turn the light off" : "Turn the light on",
              glyph: .torch, look: state.torchOn ? .on : .plain, tap: send(.toggleTorch))
          }
        }
      }
      div(.class("scanner-ways")) {
        div {
          input(
            id: "scanner-file", .type(.file), .accept("image/*"), .class("visually-hidden"), .keep()
          )
          ComposableHTML.label(.for("scanner-file"), .class("button soft")) {
            Icon(.picture, .small)
            "Choose a picture"
          }
        }
        Button(
          "scanner-by-id", "Type or paste it", .soft, .wide, icon: .keyboard,
          tap: send(.manualEntryButtonTapped))
      }
    }
    .on(.report, send(Self.action))
  }

  private var words: Phrase {
    if state.isProcessingQRCode { return "Reading the code" }
    return state.isCameraReady ? "Point the camera at their QR code" : "Starting the camera"
  }

  private var problem: some HTML {
    div(.class("viewfinder-problem"), .role(.status)) {
      Icon(.qr, .large)
      if state.cameraProblem == .missing {
        h3 { "No camera found" }
        p { "Choose a picture of their code, or enter the code by hand." }
      } else {
        h3 { "Camera access required" }
        p { "Please allow camera access in Settings to scan QR codes." }
      }
      Button("camera-again", "Try again", .soft, .small, tap: send(.initializeCamera))
    }
  }

  /// The report of the camera's module.
  private static func action(_ report: String) -> QRScannerFeature.Action? {
    switch report {
    case "ready": return .cameraReady
    case "denied": return .cameraUnavailable(.denied)
    case "missing", "failed": return .cameraUnavailable(.missing)
    case "torch": return .torchFound
    default: break
    }
    if report.hasPrefix("code:") { return .handleScannedQRCode(String(report.dropFirst(5))) }
    guard report.hasPrefix("picture:") else { return nil }
    let text = String(report.dropFirst(8))
    return .qrCodeSelectedFromGallery(text.isEmpty ? nil : text)
  }
}

/// A code typed or pasted.
private struct ManualEntry: HTML {
  let state: QRScannerFeature.State
  let send: ActionSender<QRScannerFeature.Action>

  var body: some HTML {
    form(id: "scanner-form", .class("form"), .noValidate()) {
      Field(
        "manual-code", "Link or code",
        hint: "Ask them to send you their link. Their Responders page has it."
      ) {
        TextInput(
          id: "manual-code", kind: .code, value: state.manualQRCode,
          placeholder: Phrase(verbatim: "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"),
          maxLength: QRScannerFeature.longestEntry, isFocusedFirst: true,
          change: send { .manualEntryChanged($0) })
      }
      div(id: "manual-paste", .module("share")) {
        if state.manualQRCode.isEmpty {
          BrowserButton(
            id: "manual-paste-button", words: "Paste", act: "paste", icon: .copy,
            look: "button soft wide")  // no words
        }
      }
      .on(
        .report,
        send { report in
          if report.hasPrefix("pasted:") { return .pasted(String(report.dropFirst(7))) }
          return report == "failed" ? .pasted(nil) : nil
        })
      SubmitButton(
        id: "manual-code-submit", words: "Add contact", isDisabled: !state.isManualCodeValid)
    }
    .on(.submit, send(.submitManualQRCode))
  }
}
