import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// "Confirm it is you", above the page that required it.
struct ConfirmSheet: HTML {
  let state: ConfirmFeature.State
  let send: ActionSender<ConfirmFeature.Action>

  var body: some HTML {
    Sheet(
      "confirm-sheet",
      header: SheetHeader(
        "Confirm it is you",
        start: .init(id: "confirm-cancel", words: "Cancel", tap: send(.cancelButtonTapped))),
      close: send(.cancelButtonTapped)
    ) {
      p(id: "confirm-reason") { state.reason.words }
      if state.isCodeSent { code } else { start }
    }
  }

  @HTMLBuilder private var start: some HTML {
    Button(
      "confirm-send", state.isLoading ? "Sending…" : "Send verification code", .primary, .wide,
      disabled: state.isLoading, tap: send(.sendCodeButtonTapped))
    if state.hasPasskey {
      Button(
        "confirm-passkey", "Use a passkey", .soft, .wide, disabled: state.isLoading,
        tap: send(.passkeyButtonTapped))
    }
    if let request = state.passkey {
      PasskeyCeremony(
        kind: .get(request),
        answered: send { PasskeyOutcome(report: $0).map { .passkeyAnswered($0) } })
    }
    if let problem = state.errorMessage {
      p(id: "confirm-problem", .class("hint error"), .announce(problem)) { problem }
    }
    Caption("We’ll send a code to \(state.phoneNumber) to make sure that it is you.")
  }

  private var code: some HTML {
    form(id: "confirm-form", .noValidate()) {
      Field(
        "confirm-code", "Verification code",
        hint: "Enter the verification code sent to \(state.phoneNumber)",
        problem: state.errorMessage
      ) {
        TextInput(
          id: "confirm-code", kind: .oneTimeCode, value: state.code, placeholder: "XXX-XXX",
          maxLength: 7, isInvalid: state.errorMessage != nil, isFocusedFirst: true,
          change: send { .codeChanged($0) })
      }
      SubmitButton(
        id: "confirm-submit", words: state.isLoading ? "Verifying…" : "Confirm",
        isDisabled: !state.canConfirm)
      div(.class("buttons centred")) {
        Button(
          "confirm-resend", "Resend code", .link, .small, disabled: state.isLoading,
          tap: send(.sendCodeButtonTapped))
      }
    }
    .on(.submit, send(.confirmButtonTapped))
  }
}

extension ProofReason {
  fileprivate var words: Phrase {
    switch self {
    case .responder: "This takes a responder away from you."
    case .escalation: "This changes whom we contact first when you need help."
    case .wait: "With this, more time passes before we contact your responders."
    case .stop: "Without a countdown, we don’t contact your responders about a missed check-in."
    case .pause: "During a pause, we don’t contact your responders about a missed check-in."
    case .device: "With this, a device can check in for you, or needs less to do so."
    case .codes: "Printed codes check in for you from any phone or browser."
    case .accessToken: "With an access token, a program can act for you."
    case .passkey: "A passkey opens your account."
    case .export: "The file holds everything LifeSignal has stored about you."
    case .general: "This is a serious change to your account."
    }
  }
}
